-- What the toolbox offers mods. The work is done in Python
-- (host/generate); what mods hold of it are objects to be read.

local import, py = ...
local errors = import "core/errors"
local budget = import "core/sandbox/budget"
local bytes = import "core/border/bytes"
local functions = import "core/border/functions"
local table_cache = import "core/border/table_cache"
local objects = import "core/game/objects"
local results = import "toolbox/results"
local text = import "core/sandbox/text"
local proxies = import "core/sandbox/proxies"

local raise = errors.raise
local concat, ipairs, next, setmetatable, type = table.concat, ipairs, next, setmetatable, type
local math_type, tointeger = math.type, math.tointeger

local M = {}

local declared = functions.declared("toolbox")

-- What Python does on a square takes about as long as so many instructions of Lua: the generators, and searching.
local RECIPES = { "rooms", "bsp", "caves", "walk", "maze" }
local COSTS = { rooms = 10, bsp = 10, caves = 200, walk = 200, maze = 150 }
local COST = 40

local function names(...)
  local known = { ... }
  for _, name in ipairs(known) do
    known[name] = true
  end
  return known
end

local WALK_FIELDS = names "diagonal"
local SCATTER_FIELDS = names("distance", "most")
local STAMP_FIELDS = names("turns", "mirrored")

-- What the tools are told when they are watched.
local DISTANCE_STEPS = names("map", "from", "diagonal")
local PATH_STEPS = names("map", "from", "to", "diagonal")
local SCATTER_STEPS = names("map", "distance", "most")
local STAMP_STEPS = names("map", "segment", "x", "y", "turns", "mirrored")

local function coordinate(value, what)
  local whole = math_type(value) and tointeger(value)
  if not whole then
    raise(what .. " is " .. text.shown(value) .. ": must be a whole number")
  end
  return whole
end

local function square(value, what)
  if not table_cache.is_table(value) then
    raise(what .. " is " .. text.shown(value) .. ": must be a table with x and y")
  end
  return coordinate(value.x, what .. ".x"), coordinate(value.y, what .. ".y")
end

local function options_of(value, known, what)
  if value == nil then
    return {}
  elseif not table_cache.is_table(value) then
    raise("toolbox." .. what .. ": its options are " .. text.shown(value) .. ": must be a table")
  end
  for name in next, value do
    if not known[name] then
      local list = #known > 1 and concat(known, ", ", 1, #known - 1) .. " and " .. known[#known] or known[1]
      py.refuse_name(("toolbox.%s: options has %s, which is no option: there is %s"):format(what, text.shown(name), list),
        type(name) == "string" and name or "", concat(known, "\0"))
    end
  end
  return value
end

-- x, y, x, y, … as a list of tables.
local function places(packed)
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

  -- What Python knows a ground by: the squares and the width of a plan, or the number of a map. All squares of it will
  -- be looked at.
  -- `of_map`: what is meant is the map itself.
  local function ground_of(value, what, of_map)
    local plan = results.plan(value)
    if plan then
      budget.charge(#plan.cells * COST)
      return plan.cells, plan.width
    end
    -- A world knows where its entities can walk.
    local cells, width
    if not of_map then
      cells, width = objects.walked(value)
    end
    if cells then
      budget.charge(#cells * COST)
      return cells, width
    end
    local number = value ~= nil and objects.number_of(value) or nil
    if value ~= nil and not number then
      raise("toolbox." .. what .. ": the map is " .. text.shown(value) .. ": must be a plan, a map of this game such as a "
        .. "Dungeon, or nil for the map of the game")
    end
    budget.charge(squares(number) * COST)
    return number, 0
  end

  -- A map of the host: that of the game, or that for which something of a dialect stands.
  local function map_of(number)
    local measured = size(number)
    return results.new_map(measured[1], measured[2], measured[3])
  end

  local function read_plan(answer)
    budget.charge(answer[1] * answer[2])
    local plan
    plan = results.new_plan(answer, function(tiles)
      return map_of(paint(plan.cells, plan.width, plan.rooms, tiles))
    end)
    return plan.object
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

  -- name of a tool -> what begins a run of it, with a table of all that the tool is told, and what reads a state.
  local tools = {}

  local function tool_options(options, name)
    if options ~= nil and not table_cache.is_table(options) then
      raise("toolbox.steps: the options of " .. name .. " are " .. text.shown(options) .. ": must be a table")
    end
    return options or {}
  end

  -- The states of a generator or a tool, for a loop: each is a value of its own. With `every` only each so many-th, and
  -- the last.
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
        budget.charge(every * COST)
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
      raise "toolbox.map: that is a plan: plan:map() makes a map of it"
    end
    return map_of(number)
  end

  local read_open = call "open"
  function toolbox.open(value)
    return results.new_open(read_open(ground_of(value, "open")))
  end

  local function distance_arguments(value, sources, options)
    local diagonal = options_of(options, WALK_FIELDS, "distances").diagonal
    if not table_cache.is_table(sources) then
      raise("toolbox.distances: sources is " .. text.shown(sources) .. ": must be a list of tables with x and y, or one")
    end
    local numbers = {}
    local list = sources.x ~= nil and { sources } or sources
    for i = 1, table_cache.length(list) do
      local n = #numbers
      numbers[n + 1], numbers[n + 2] = square(list[i], "toolbox.distances: sources[" .. i .. "]")
    end
    local ground, width = ground_of(value, "distances")
    return ground, width, numbers, diagonal
  end

  local distances, distance_steps = call "distances", call "distance_steps"
  function toolbox.distances(...)
    return results.new_distances(distances(distance_arguments(...)))
  end
  tools.distances = {
    begin = function(options)
      options_of(options, DISTANCE_STEPS, "steps")
      return distance_steps(distance_arguments(options.map, options.from, { diagonal = options.diagonal }))
    end,
    read = function(answer)
      budget.charge(answer[1] * answer[2])
      return results.new_distances(answer)
    end,
  }

  local function path_arguments(value, from, to, options)
    local diagonal = options_of(options, WALK_FIELDS, "path").diagonal
    local x1, y1 = square(from, "toolbox.path: from")
    local x2, y2 = square(to, "toolbox.path: to")
    local ground, width = ground_of(value, "path")
    return ground, width, x1, y1, x2, y2, diagonal
  end

  local path, path_steps = call "path", call "path_steps"
  function toolbox.path(...)
    local packed = path(path_arguments(...))
    return packed and places(packed)
  end
  tools.path = {
    begin = function(options)
      options_of(options, PATH_STEPS, "steps")
      return path_steps(path_arguments(options.map, options.from, options.to, { diagonal = options.diagonal }))
    end,
    read = places,
  }

  local regions = call "regions"
  local function regions_of(value, options, what)
    local diagonal = options_of(options, WALK_FIELDS, what).diagonal
    local ground, width = ground_of(value, what)
    return results.new_regions(regions(ground, width, diagonal))
  end

  function toolbox.regions(value, options)
    return regions_of(value, options, "regions")
  end

  function toolbox.is_connected(value)
    return #regions_of(value, nil, "is_connected").sizes <= 1
  end

  local function scatter_arguments(value, options)
    options = options_of(options, SCATTER_FIELDS, "scatter")
    local ground, width = ground_of(value, "scatter")
    return ground, width, options.distance, options.most
  end

  local scatter, scatter_steps = call "scatter", call "scatter_steps"
  function toolbox.scatter(...)
    return places(scatter(scatter_arguments(...)))
  end
  tools.scatter = {
    begin = function(options)
      options_of(options, SCATTER_STEPS, "steps")
      return scatter_steps(scatter_arguments(options.map, { distance = options.distance, most = options.most }))
    end,
    read = places,
  }

  -- Where a square segment fits into the rock, so that only the door in the middle of its south side, turned as it is then,
  -- meets open ground.
  local niches = call "niches"
  local steps_x, steps_y = { [0] = 0, 1, 0, -1 }, { [0] = -1, 0, 1, 0 }
  function toolbox.niches(value, size)
    local ground, width = ground_of(value, "niches")
    local numbers, list = bytes.unpack(niches(ground, width, size)), {}
    for i = 1, #numbers, 5 do
      local x, y, turns, half = numbers[i], numbers[i + 1], numbers[i + 2], size // 2 + 1
      list[#list + 1] = {
        x = numbers[i + 3], y = numbers[i + 4], turns = turns, front = { x = x, y = y },
        door = { x = x + steps_x[turns], y = y + steps_y[turns] },
        centre = { x = x + half * steps_x[turns], y = y + half * steps_y[turns] },
      }
    end
    return list
  end

  local function stamp_arguments(value, segment, x, y, options)
    options = options_of(options, STAMP_FIELDS, "stamp")
    local ground = ground_of(value, "stamp", true)
    if type(ground) == "string" then
      raise "toolbox.stamp: that is a plan, which holds no tiles: plan:map() makes a map of it"
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
      options_of(options, STAMP_STEPS, "steps")
      local given = { turns = options.turns, mirrored = options.mirrored }
      return stamp_steps(stamp_arguments(options.map, options.segment, options.x, options.y, given))
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
  results.new_game()
end

return M
