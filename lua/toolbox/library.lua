-- What the toolbox offers mods. The work is done in Python
-- (host/generate); what mods hold of it are objects to be read.

local import, py = ...
local blame = import "host/blame"
local budget = import "host/budget"
local bytes = import "host/bytes"
local functions = import "host/functions"
local kept = import "host/kept"
local objects = import "host/objects"
local results = import "toolbox/results"
local text = import "host/text"
local views = import "host/views"

local finish, raise = blame.finish, blame.raise
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

-- What Python knows a ground by: the squares and the width of a plan, or the number of a map; and its squares.
local function ground_of(value, what)
  if value == nil then
    return nil, 0
  end
  local plan = results.plan(value)
  if plan then
    budget.charge(#plan.cells * COST)
    return plan.cells, plan.width
  end
  local number = objects.number_of(value)
  if not number then
    raise("toolbox." .. what .. ": the map is " .. text.shown(value) .. ": must be a plan, a map of this game such as a "
      .. "Dungeon, or nil for the map of the game")
  end
  return number, 0
end

local function coordinate(value, what)
  local whole = math_type(value) and tointeger(value)
  if not whole then
    raise(what .. " is " .. text.shown(value) .. ": must be a whole number")
  end
  return whole
end

local function square(value, what)
  if not kept.is_table(value) then
    raise(what .. " is " .. text.shown(value) .. ": must be a table with x and y")
  end
  return coordinate(value.x, what .. ".x"), coordinate(value.y, what .. ".y")
end

local function options_of(value, known, what)
  if value == nil then
    return {}
  elseif not kept.is_table(value) then
    raise("toolbox." .. what .. ": its options are " .. text.shown(value) .. ": must be a table")
  end
  for name in next, value do
    if not known[name] then
      local list = concat(known, " and ")
      finish(py.unknown_name(("toolbox.%s: options has %s, which is no option: there is %s"):format(what, text.shown(name), list),
        type(name) == "string" and name or "", concat(known, "\n")))
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
  local paint, size = call "paint", call "size"

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

  -- The states of a generator, for a loop: each is a plan of its own. With `every` only each so many-th, and the last.
  function toolbox.steps(name, options, every)
    every = every == nil and 1 or every
    if not math_type(every) or not tointeger(every) or every < 1 or every > 1000000 then
      raise("toolbox.steps: every is " .. text.shown(every) .. ": must be a whole number between 1 and 1000000")
    end
    local run = begin(name, options)
    local function step()
      local answer = next_step(run, every)
      if answer then
        budget.charge(every * COST)
        return read_plan(answer)
      end
    end
    return step, nil, nil, setmetatable({}, {
      __metatable = false,
      __close = function()
        end_steps(run)
      end,
    })
  end

  function toolbox.map(value)
    local number = ground_of(value, "map")
    if type(number) == "string" then
      raise "toolbox.map: that is a plan: plan:map() makes a map of it"
    end
    return map_of(number)
  end

  local read_open = call "open"
  function toolbox.open(value)
    local answer = read_open(ground_of(value, "open"))
    budget.charge(answer[1] * answer[2])
    return results.new_open(answer)
  end

  local distances = call "distances"
  function toolbox.distances(value, sources, options)
    local diagonal = options_of(options, WALK_FIELDS, "distances").diagonal
    if not kept.is_table(sources) then
      raise("toolbox.distances: sources is " .. text.shown(sources) .. ": must be a list of tables with x and y, or one")
    end
    local numbers = {}
    local list = sources.x ~= nil and { sources } or sources
    for i = 1, kept.length(list) do
      local n = #numbers
      numbers[n + 1], numbers[n + 2] = square(list[i], "toolbox.distances: sources[" .. i .. "]")
    end
    local ground, width = ground_of(value, "distances")
    local answer = distances(ground, width, numbers, diagonal)
    budget.charge(answer[1] * answer[2] * COST)
    return results.new_distances(answer)
  end

  local path = call "path"
  function toolbox.path(value, from, to, options)
    local diagonal = options_of(options, WALK_FIELDS, "path").diagonal
    local x1, y1 = square(from, "toolbox.path: from")
    local x2, y2 = square(to, "toolbox.path: to")
    local ground, width = ground_of(value, "path")
    local packed = path(ground, width, x1, y1, x2, y2, diagonal)
    return packed and places(packed)
  end

  local regions = call "regions"
  function toolbox.regions(value, options)
    local diagonal = options_of(options, WALK_FIELDS, "regions").diagonal
    local ground, width = ground_of(value, "regions")
    local answer = regions(ground, width, diagonal)
    budget.charge(answer[1] * answer[2] * COST)
    return results.new_regions(answer)
  end

  function toolbox.is_connected(value)
    return #toolbox.regions(value).sizes <= 1
  end

  local scatter = call "scatter"
  function toolbox.scatter(value, options)
    options = options_of(options, SCATTER_FIELDS, "scatter")
    local ground, width = ground_of(value, "scatter")
    return places(scatter(ground, width, options.distance, options.most))
  end

  local stamp = call "stamp"
  function toolbox.stamp(value, segment, x, y, options)
    options = options_of(options, STAMP_FIELDS, "stamp")
    local ground = ground_of(value, "stamp")
    if type(ground) == "string" then
      raise "toolbox.stamp: that is a plan, which holds no tiles: plan:map() makes a map of it"
    end
    local answer = stamp(ground, segment, x, y, options.turns, options.mirrored)
    return answer[1], answer[2]
  end

  return views.dotted("host.toolbox", toolbox)
end

function M.of(mod)
  mod.toolbox = mod.toolbox or make(mod)
  return mod.toolbox
end

function M.new_game()
  results.new_game()
end

return M
