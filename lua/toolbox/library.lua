-- The functions of the toolbox (`toolbox.path`, also generators: `rooms`, `caves`, `maze`, `wfc` and others). Python
-- does the work (host/generate, host/metrics) and returns read-only objects.

local import, py = ...
local errors = import "core/errors"
local budget = import "core/sandbox/budget"
local bytes = import "core/border/bytes"
local table_cache = import "core/border/table_cache"
local objects = import "core/game/objects"
local attempt = import "toolbox/attempt"
local host_map = import "toolbox/host_map"
local inherited = import "core/border/inherited"
local new_letters = import "toolbox/letters"
local new_distances = import "toolbox/distances"
local new_open_squares = import "toolbox/open_squares"
local new_regions = import "toolbox/regions"
local plans = import "toolbox/plan"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"
local proxies = import "core/sandbox/proxies"

local raise = errors.raise

local M = {}

-- Instructions of Lua that take as long as the work of Python on one square: by generator, and of a search.
local COSTS = { rooms = 10, bsp = 10, caves = 200, walk = 200, maze = 150, corridor = 200, mission = 20, wfc = 100 }
local SEARCH_COST = 40

-- Unpacks x, y, x, y, … into a list of tables.
local function unpack_squares(packed)
  local numbers, list = bytes.unpack(packed), {}
  for i = 1, #numbers, 2 do
    list[#list + 1] = { x = numbers[i], y = numbers[i + 1] }
  end
  return list
end

local function make(mod)
  local toolbox, caller = {}, mod.number

  -- The arguments with which Python gets a map: the squares and the width of a plan or a world, or the number of a map
  -- and 0. Charges the budget for a search of all squares. With `is_map_only` a world means its map.
  local function ground_of(value, name, is_map_only)
    local plan = plans.find_data(value)
    if plan then
      budget.charge(#plan.squares, SEARCH_COST)
      return plan.squares, plan.width
    end
    -- A world decides itself where its entities can walk.
    local walkable, width
    if not is_map_only then
      walkable, width = objects.walked(value)
    end
    if walkable then
      budget.charge(#walkable, SEARCH_COST)
      return walkable, width
    end
    local number = value ~= nil and objects.number_of(value) or nil
    if value ~= nil and not number then
      raise("toolbox." .. name .. ": the map is " .. text.shown(value) .. ": must be a plan, a map of this game such "
        .. "as a Dungeon, or nil for the map of the game")
    end
    budget.charge(py.toolbox_squares(caller, number), SEARCH_COST)
    return number, 0
  end

  -- The HostMap of the map with a number, or of the game's.
  local function new_host_map(number)
    if number then
      return host_map.new { number, py.map_size(number) }
    end
    return host_map.new { py.game_map() }
  end

  local function read_plan(answer)
    budget.charge(answer[1], answer[2])
    answer[8] = function(plan, tiles)
      local number = py.toolbox_paint(caller, plan.squares, plan.width, plan.rooms, plan.marks, plan.names, tiles)
      return new_host_map(number)
    end
    return plans.new(answer)
  end

  for name, cost in next, COSTS do
    toolbox[name] = function(options)
      local answer = py["toolbox_" .. name](caller, inherited(options))
      budget.charge(answer[1] * answer[2], cost)
      return read_plan(answer)
    end
  end

  function toolbox.rewrite(options)
    options = inherited(options)
    local file = type(options) == "table" and options.file
    local content = type(file) == "string" and py.read_data_file(caller, file) or nil
    local width, height, letters, fill = py.toolbox_run_rules(caller, content, options)
    return new_letters { width, height, letters, function(kinds)
      return read_plan(py.toolbox_plan_of_letters(caller, letters, width, fill, kinds))
    end }
  end

  function toolbox.tiled(options)
    return new_host_map(py.toolbox_tiled(caller, inherited(options)))
  end

  function toolbox.map(value)
    local number = ground_of(value, "map", true)
    if type(number) == "string" then
      raise "toolbox.map: its argument is a plan: must be a map; plan:map() makes one"
    end
    return new_host_map(number)
  end

  function toolbox.open(value)
    return new_open_squares(py.toolbox_open(caller, ground_of(value, "open")))
  end

  -- The coordinates of a square, or of a list of squares, as a list: x, y, x, y, …
  local function coordinates_of(places, path, title)
    local numbers = {}
    if places.x ~= nil or places.y ~= nil then
      places = { places }
    end
    for i = 1, table_cache.length(places) do
      signatures.check("toolbox", "Place", places[i], path .. "[" .. i .. "]", title)
      numbers[2 * i - 1], numbers[2 * i] = places[i].x, places[i].y
    end
    return numbers
  end

  function toolbox.distances(value, sources, options)
    local numbers = coordinates_of(sources, "sources", "toolbox.distances")
    local ground, width = ground_of(value, "distances")
    return new_distances(py.toolbox_distances(caller, ground, width, numbers, options and options.diagonal))
  end
  function toolbox.path(value, from, to, options)
    local ground, width = ground_of(value, "path")
    local packed = py.toolbox_path(caller, ground, width, from.x, from.y, to.x, to.y, options and options.diagonal)
    return packed and unpack_squares(packed)
  end

  local function regions_of(value, options, name)
    local ground, width = ground_of(value, name)
    return new_regions(py.toolbox_regions(caller, ground, width, options and options.diagonal))
  end

  function toolbox.regions(value, options)
    return regions_of(value, options, "regions")
  end

  function toolbox.is_connected(value)
    return #regions_of(value, nil, "is_connected").sizes <= 1
  end

  function toolbox.scatter(value, options)
    local ground, width = ground_of(value, "scatter")
    return unpack_squares(py.toolbox_scatter(caller, ground, width, options.distance, options.most))
  end

  function toolbox.place_reachable(value, options)
    options = signatures.fields("toolbox", "PlacingOptions", options)
    for _, name in ipairs { "from", "avoid", "taken" } do
      options[name] = options[name] and coordinates_of(options[name], "options." .. name, "toolbox.place_reachable")
    end
    local ground, width = ground_of(value, "place_reachable")
    local packed, reason = py.toolbox_place_reachable(caller, ground, width, options)
    if packed then
      return unpack_squares(packed)
    end
    return nil, reason
  end

  toolbox.attempt = attempt

  -- Positions for a square segment in solid rock, where only the door meets open ground. The door is in the middle of
  -- the south side before the segment is turned.
  local steps_x, steps_y = { [0] = 0, 1, 0, -1 }, { [0] = -1, 0, 1, 0 }
  function toolbox.niches(value, side)
    local ground, width = ground_of(value, "niches")
    local numbers, list = bytes.unpack(py.toolbox_niches(caller, ground, width, side)), {}
    for i = 1, #numbers, 5 do
      local x, y, turns, half = numbers[i], numbers[i + 1], numbers[i + 2], side // 2 + 1
      list[#list + 1] = {
        x = numbers[i + 3], y = numbers[i + 4], turns = turns, front = { x = x, y = y },
        door = { x = x + steps_x[turns], y = y + steps_y[turns] },
        centre = { x = x + half * steps_x[turns], y = y + half * steps_y[turns] },
      }
    end
    return list
  end

  function toolbox.stamp(value, segment, x, y, options)
    local ground = ground_of(value, "stamp", true)
    if type(ground) == "string" then
      raise "toolbox.stamp: its map is a plan, which has no tiles: must be a map; plan:map() makes one"
    end
    options = options or {}
    signatures.check("toolbox", "StampOptions", options, "options", "toolbox.stamp")
    objects.report_occupants(ground)
    return py.toolbox_stamp(caller, ground, segment, x, y, options.turns, options.mirrored)
  end

  return proxies.dotted("host.toolbox", signatures.apply("toolbox", "toolbox", toolbox))
end

function M.of(mod)
  mod.toolbox = mod.toolbox or make(mod)
  return mod.toolbox
end

M.new_game = host_map.new_game

return M
