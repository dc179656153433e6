-- The functions of tests that look at maps, events and the game.

local import, py = ...
local errors = import "core/errors"
local objects = import "core/game/objects"
local show = import "testing/show"
local signatures = import "core/border/signatures"
local proxies = import "core/sandbox/proxies"

local raise = errors.raise

local M = {}

-- GeneratedMap -> number of the map in Python.
local numbers = setmetatable({}, { __mode = "k" })

-- The number of a map: a GeneratedMap, or a map of a dialect.
local function number_of(caller, value)
  local number = type(value) == "table" and (numbers[value] or objects.number_of(value))
  if not number then
    raise(caller .. ": a map was expected, got " .. show.brief(value)
      .. (value == nil and ": game.map() is the map of the game" or ""))
  end
  return number
end

-- x and y of a square, which is { x, y } or has fields x and y.
local function square(caller, value)
  local x, y = value[1], value[2]
  if x == nil then
    x, y = value.x, value.y
  end
  local column, row = math.type(x) and math.tointeger(x), math.type(y) and math.tointeger(y)
  if not column or not row then
    raise(caller .. ": a square is two whole numbers, x and y, from 0; got " .. show.brief(column and y or x))
  end
  return column, row
end

signatures.kind("testing", "GeneratedMap", function(value)
  return numbers[value] ~= nil
end, "a map (game.map() is the map of the game)")

local methods = {}
function methods.text(map)
  return (py.test_text(numbers[map]))
end
-- Returns counts by id in which an id that is nearly a registered one is an error.
local function counts(kind, by_id)
  return setmetatable(by_id, {
    __metatable = false,
    __index = function(_, id)
      if type(id) == "string" then
        py.test_check_id(kind, id)
      end
    end,
  })
end

function methods.items(map)
  return counts("item", (py.test_items(numbers[map])))
end
function methods.monsters(map)
  return counts("monster", (py.test_monsters(numbers[map])))
end
function methods.tiles(map, x, y)
  return (py.test_tiles(numbers[map], x, y))
end
function methods.walkable(map, x, y)
  return (py.test_walkable(numbers[map], x, y))
end
function methods.count(map, tile)
  return (py.test_count(numbers[map], tile))
end
signatures.apply("testing", "GeneratedMap", methods)

local function new_map(number)
  local width, height, rooms = py.test_size(number)
  local fields = { width = width, height = height, rooms = rooms }
  local map = proxies.new("map", {
    __index = function(_, key)
      return fields[key] or methods[key]
    end,
    __tostring = function()
      return ("map of %d × %d squares"):format(width, height)
    end,
  }, "the fields of a map are read-only")
  numbers[map] = number
  return map
end

-- Starts a new game with the map of a generator. The options may have seed and players.
function M.generate(generator, options)
  return new_map(py.test_generate(generator, options or {}))
end

-- The table `game` of tests.
M.game = proxies.fixed("game", signatures.apply("testing", "game", {
  -- The map of the running game.
  map = function()
    return new_map(py.test_current_map())
  end,
  seed = function()
    return (py.test_seed())
  end,
  -- The events so far, in order: { type = …, … } each.
  events = function()
    return py.test_events()
  end,
  -- The printed text.
  printed = function()
    return (py.test_printed())
  end,
  -- Lets the knights enter, and advances game time.
  play = function(seconds)
    py.test_play(seconds or 0, true)
  end,
  -- The knight of a player, whose number counts from 1; nil when the knight is dead.
  player = function(number)
    return py.test_player(math.tointeger(number or 1))
  end,
}))

-- Advances game time.
function M.advance(seconds)
  py.test_play(seconds, false)
end

-- Checks of testing/assert.

M.checks = {}

-- The default is the map of the game.
function M.checks.connected(...)
  local number = select("#", ...) == 0 and py.test_current_map() or number_of("assert.connected", (...))
  local open, lost, x, y, picture = py.test_connected(number)
  if open == 0 then
    return false, "the map has no walkable square"
  end
  local message = ("%d of the %d walkable squares cannot be reached from (%d, %d); they are marked with !\n%s")
    :format(lost, open, x, y, picture)
  return lost == 0, message, "every square of the map can be reached, and should not be"
end

function M.checks.reachable(map, from, to)
  local number = number_of("assert.reachable", map)
  local x1, y1 = square("assert.reachable", from)
  local x2, y2 = square("assert.reachable", to)
  local from_is_open, to_is_open, holds = py.test_reachable(number, x1, y1, x2, y2)
  local start, goal = ("(%d, %d)"):format(x1, y1), ("(%d, %d)"):format(x2, y2)
  local solid = not from_is_open and start or not to_is_open and goal
  return holds, goal .. " cannot be reached from " .. start .. (solid and ": " .. solid .. " is not walkable" or ""),
    goal .. " can be reached from " .. start .. ", and should not be"
end

local function compare(caller, map, drawing)
  local actual, expected = py.test_drawings(number_of(caller, map), drawing)
  return actual == expected, "the map differs from the drawing", "the map equals the drawing, and should not",
    { actual = actual, expected = expected, shape = "map" }
end

for _, name in ipairs { "matches_map", "match_map" } do
  M.checks[name] = function(map, drawing)
    return compare("assert." .. name, map, drawing)
  end
end

function M.checks.snapshot(value, name)
  if not string.match(name, "^[%w_ -]+$") or #name > 80 then
    raise("assert.snapshot: the name must be up to 80 letters, digits, spaces, - and _, got " .. show.brief(name))
  end
  local is_map = type(value) == "table" and (numbers[value] or objects.number_of(value)) or nil
  local actual = is_map and py.test_text(is_map) or type(value) == "string" and value or show.show(value)
  local state, expected = py.test_snapshot(name, actual)
  if state == "missing" then
    return false, 'there is no snapshot "' .. name .. '" yet: `dungeon-host test --snapshot-update` writes it', nil,
      { actual = actual, shape = is_map and "map" or nil, snapshot = name }
  end
  local advice = '"; `dungeon-host test --snapshot-update` replaces it'
  return state == "same", 'the value differs from the snapshot "' .. name .. advice, nil,
    { actual = actual, expected = expected, shape = is_map and "map" or nil, snapshot = name }
end

-- Checks that an event with at least these fields happened.
function M.checks.event(kind, fields)
  local kinds = {}
  for _, event in ipairs(py.test_events()) do
    local fits = event.type == kind
    for key, value in next, fits and fields or {} do
      fits = fits and show.same(value, event[key])
    end
    if fits then
      return true, nil, "the event happened, and should not have: " .. show.brief(event)
    end
    kinds[#kinds + 1] = event.type
  end
  local description = show.brief(kind) .. (fields and " with " .. show.brief(fields) or "")
  return false, "no event " .. description .. " happened; there were " .. (kinds[1] and table.concat(kinds, ", ", 1,
    #kinds < 20 and #kinds or 20) .. (#kinds > 20 and " …" or "") or "none")
end

-- Checks that a text is part of a message to players.
function M.checks.message(part)
  local messages = {}
  for _, event in ipairs(py.test_events()) do
    if type(event.message) == "string" then
      if string.find(event.message, part, 1, true) then
        return true, nil, "there was the message " .. show.brief(event.message) .. ", and there should be none"
      end
      messages[#messages + 1] = show.brief(event.message)
    end
  end
  local list = messages[1] and table.concat(messages, ", ", 1, #messages < 10 and #messages or 10) or "none"
  return false, "no message contains " .. show.brief(part) .. "; there were " .. list
end

function M.checks.printed(part)
  local printed = py.test_printed()
  return string.find(printed, part, 1, true) ~= nil,
    show.brief(part) .. " was not printed; the printed text is " .. show.brief(printed),
    show.brief(part) .. " was printed, and should not have been"
end

return M
