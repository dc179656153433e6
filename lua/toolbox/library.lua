-- The functions of the toolbox. Python does the work (host/generate, host/metrics) and returns read-only objects.

local import, py = ...
local errors = import "core/errors"
local budget = import "core/sandbox/budget"
local bytes = import "core/border/bytes"
local functions = import "core/border/functions"
local table_cache = import "core/border/table_cache"
local objects = import "core/game/objects"
local host_map = import "toolbox/host_map"
local new_distances = import "toolbox/distances"
local new_open_squares = import "toolbox/open_squares"
local new_regions = import "toolbox/regions"
local plans = import "toolbox/plan"
local text = import "core/sandbox/text"
local proxies = import "core/sandbox/proxies"

local raise = errors.raise
local concat, ipairs, next, setmetatable, type = table.concat, ipairs, next, setmetatable, type
local math_type, tointeger = math.type, math.tointeger

local M = {}

local declared = functions.declared("toolbox")

-- Instructions of Lua that take as long as the work of Python on one square: by generator, and of a search.
local RECIPES = { "rooms", "bsp", "caves", "walk", "maze" }
local COSTS = { rooms = 10, bsp = 10, caves = 200, walk = 200, maze = 150 }
local SEARCH_COST = 40

-- A list of option names that is a set of them too.
local function option_names(...)
  local names = { ... }
  for _, name in ipairs(names) do
    names[name] = true
  end
  return names
end

local WALK_FIELDS = option_names "diagonal"
local SCATTER_FIELDS = option_names("distance", "most")
local STAMP_FIELDS = option_names("turns", "mirrored")

-- Options of the tools when toolbox.steps runs them.
local DISTANCE_STEPS = option_names("map", "from", "diagonal")
local PATH_STEPS = option_names("map", "from", "to", "diagonal")
local SCATTER_STEPS = option_names("map", "distance", "most")
local STAMP_STEPS = option_names("map", "segment", "x", "y", "turns", "mirrored")

local function check_coordinate(value, subject)
  local whole = math_type(value) and tointeger(value)
  if not whole then
    raise(subject .. " is " .. text.shown(value) .. ": must be a whole number")
  end
  return whole
end

local function check_square(value, subject)
  if not table_cache.is_table(value) then
    raise(subject .. " is " .. text.shown(value) .. ": must be a table with x and y")
  end
  return check_coordinate(value.x, subject .. ".x"), check_coordinate(value.y, subject .. ".y")
end

local function check_options(value, names, caller)
  if value == nil then
    return {}
  elseif not table_cache.is_table(value) then
    raise("toolbox." .. caller .. ": its options are " .. text.shown(value) .. ": must be a table")
  end
  for name in next, value do
    if not names[name] then
      local list = #names > 1 and concat(names, ", ", 1, #names - 1) .. " or " .. names[#names] or names[1]
      local message = ("toolbox.%s: options has %s, which is not an option: must be %s")
        :format(caller, text.shown(name), list)
      py.refuse_name(message, type(name) == "string" and name or "", concat(names, "\0"))
    end
  end
  return value
end

-- Unpack x, y, x, y, … into a list of tables.
local function unpack_squares(packed)
  local numbers, list = bytes.unpack(packed), {}
  for i = 1, #numbers, 2 do
    list[#list + 1] = { x = numbers[i], y = numbers[i + 1] }
  end
  return list
end

local function make(mod)
  local function call(name)
    return functions.bind(declared[name], mod)
  end
  local toolbox = {}
  local paint, size, squares = call "paint", call "size", call "squares"

  -- The arguments with which Python gets a map: the cells and the width of a plan or a world, or the number of a map
  -- and 0. Charges the budget for a search of all squares. With `is_map_only` a world means its map.
  local function ground_of(value, caller, is_map_only)
    local plan = plans.find_data(value)
    if plan then
      budget.charge(#plan.cells * SEARCH_COST)
      return plan.cells, plan.width
    end
    -- A world decides itself where its entities can walk.
    local cells, width
    if not is_map_only then
      cells, width = objects.walked(value)
    end
    if cells then
      budget.charge(#cells * SEARCH_COST)
      return cells, width
    end
    local number = value ~= nil and objects.number_of(value) or nil
    if value ~= nil and not number then
      raise("toolbox." .. caller .. ": the map is " .. text.shown(value) .. ": must be a plan, a map of this game such "
        .. "as a Dungeon, or nil for the map of the game")
    end
    budget.charge(squares(number) * SEARCH_COST)
    return number, 0
  end

  -- The HostMap of a map number; nil is the map of the game.
  local function map_of(number)
    local answer = size(number)
    return host_map.new(answer[1], answer[2], answer[3])
  end

  local function read_plan(answer)
    budget.charge(answer[1] * answer[2])
    return plans.new(answer, function(plan, tiles)
      return map_of(paint(plan.cells, plan.width, plan.rooms, tiles))
    end)
  end

  for _, name in ipairs(RECIPES) do
    local run = call(name)
    toolbox[name] = function(...)
      local answer = run(...)
      budget.charge(answer[1] * answer[2] * COSTS[name])
      return read_plan(answer)
    end
  end

  local begin, next_step, end_steps = call "steps", call "next_step", call "end_steps"

  -- Tool name -> begin(options), which starts a run in Python and returns its number, and read(answer), which makes the
  -- value of a state.
  local tools = {}

  local function tool_options(options, name)
    if options ~= nil and not table_cache.is_table(options) then
      raise("toolbox.steps: the options of " .. name .. " are " .. text.shown(options) .. ": must be a table")
    end
    return options or {}
  end

  -- Iterate over the states of a generator or a tool: with `every` only each n-th state, and the last. Each state is a
  -- new object.
  function toolbox.steps(name, options, every)
    every = every == nil and 1 or every
    if not math_type(every) or not tointeger(every) or every < 1 or every > 1000000 then
      raise("toolbox.steps: every is " .. text.shown(every) .. ": must be a whole number between 1 and 1000000")
    end
    local tool = tools[name]
    local run = tool and tool.begin(tool_options(options, name)) or begin(name, options)
    local read = tool and tool.read or read_plan
    local is_over = false
    local function step()
      local answer = not is_over and next_step(run, every)
      if answer then
        budget.charge(every * SEARCH_COST)
        return read(answer)
      end
      is_over = true
      return nil
    end
    return step, nil, nil, setmetatable({}, {
      __metatable = false,
      __close = function()
        is_over = true
        end_steps(run)
      end,
    })
  end

  function toolbox.map(value)
    local number = ground_of(value, "map", true)
    if type(number) == "string" then
      raise "toolbox.map: its argument is a plan: must be a map; plan:map() makes one"
    end
    return map_of(number)
  end

  local read_open = call "open"
  function toolbox.open(value)
    return new_open_squares(read_open(ground_of(value, "open")))
  end

  local function distance_arguments(value, sources, options)
    local diagonal = check_options(options, WALK_FIELDS, "distances").diagonal
    if not table_cache.is_table(sources) then
      raise("toolbox.distances: sources is " .. text.shown(sources) .. ": must be a table with x and y, or a list of "
        .. "such tables")
    end
    local numbers = {}
    local list = sources.x ~= nil and { sources } or sources
    for i = 1, table_cache.length(list) do
      local n = #numbers
      numbers[n + 1], numbers[n + 2] = check_square(list[i], "toolbox.distances: sources[" .. i .. "]")
    end
    local ground, width = ground_of(value, "distances")
    return ground, width, numbers, diagonal
  end

  local distances, distance_steps = call "distances", call "distance_steps"
  function toolbox.distances(...)
    return new_distances(distances(distance_arguments(...)))
  end
  tools.distances = {
    begin = function(options)
      check_options(options, DISTANCE_STEPS, "steps")
      return distance_steps(distance_arguments(options.map, options.from, { diagonal = options.diagonal }))
    end,
    read = function(answer)
      budget.charge(answer[1] * answer[2])
      return new_distances(answer)
    end,
  }

  local function path_arguments(value, from, to, options)
    local diagonal = check_options(options, WALK_FIELDS, "path").diagonal
    local x1, y1 = check_square(from, "toolbox.path: from")
    local x2, y2 = check_square(to, "toolbox.path: to")
    local ground, width = ground_of(value, "path")
    return ground, width, x1, y1, x2, y2, diagonal
  end

  local path, path_steps = call "path", call "path_steps"
  function toolbox.path(...)
    local packed = path(path_arguments(...))
    return packed and unpack_squares(packed)
  end
  tools.path = {
    begin = function(options)
      check_options(options, PATH_STEPS, "steps")
      return path_steps(path_arguments(options.map, options.from, options.to, { diagonal = options.diagonal }))
    end,
    read = unpack_squares,
  }

  local regions = call "regions"
  local function regions_of(value, options, caller)
    local diagonal = check_options(options, WALK_FIELDS, caller).diagonal
    local ground, width = ground_of(value, caller)
    return new_regions(regions(ground, width, diagonal))
  end

  function toolbox.regions(value, options)
    return regions_of(value, options, "regions")
  end

  function toolbox.is_connected(value)
    return #regions_of(value, nil, "is_connected").sizes <= 1
  end

  local function scatter_arguments(value, options)
    options = check_options(options, SCATTER_FIELDS, "scatter")
    local ground, width = ground_of(value, "scatter")
    return ground, width, options.distance, options.most
  end

  local scatter, scatter_steps = call "scatter", call "scatter_steps"
  function toolbox.scatter(...)
    return unpack_squares(scatter(scatter_arguments(...)))
  end
  tools.scatter = {
    begin = function(options)
      check_options(options, SCATTER_STEPS, "steps")
      return scatter_steps(scatter_arguments(options.map, { distance = options.distance, most = options.most }))
    end,
    read = unpack_squares,
  }

  -- Positions for a square segment in solid rock, where only the door meets open ground. The door is in the middle of
  -- the south side before the segment is turned.
  local niches = call "niches"
  local steps_x, steps_y = { [0] = 0, 1, 0, -1 }, { [0] = -1, 0, 1, 0 }
  function toolbox.niches(value, side)
    local ground, width = ground_of(value, "niches")
    local numbers, list = bytes.unpack(niches(ground, width, side)), {}
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

  local function stamp_arguments(value, segment, x, y, options)
    options = check_options(options, STAMP_FIELDS, "stamp")
    local ground = ground_of(value, "stamp", true)
    if type(ground) == "string" then
      raise "toolbox.stamp: its map is a plan, which has no tiles: must be a map; plan:map() makes one"
    end
    return ground, segment, x, y, options.turns, options.mirrored
  end

  local stamp, stamp_steps = call "stamp", call "stamp_steps"
  function toolbox.stamp(...)
    local answer = stamp(stamp_arguments(...))
    return answer[1], answer[2]
  end
  tools.stamp = {
    begin = function(options)
      check_options(options, STAMP_STEPS, "steps")
      local orientation = { turns = options.turns, mirrored = options.mirrored }
      return stamp_steps(stamp_arguments(options.map, options.segment, options.x, options.y, orientation))
    end,
    read = function(answer)
      return { what = answer[1], x = answer[2], y = answer[3] }
    end,
  }

  return proxies.dotted("host.toolbox", toolbox)
end

function M.of(mod)
  mod.toolbox = mod.toolbox or make(mod)
  return mod.toolbox
end

function M.new_game()
  host_map.new_game()
end

return M
