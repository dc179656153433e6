-- Checks of maps, and of what happened in the game: assert.connected, reachable, matches_map, snapshot, event, message
-- and printed.

local import, py = ...
local errors = import "core/errors"
local maps = import "testing/maps"
local show = import "testing/show"

local raise = errors.raise

-- Name -> check, as in testing/assert.
local checks = {}

local function number_of(caller, value)
  local number = maps.number_of(value)
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

-- The default is the map of the game.
function checks.connected(...)
  local number = select("#", ...) == 0 and py.game_map() or number_of("assert.connected", (...))
  local open, lost, x, y, picture = py.test_connected(number)
  if open == 0 then
    return false, "the map has no walkable square"
  end
  local message = ("%d of the %d walkable squares cannot be reached from (%d, %d); they are marked with !\n%s")
    :format(lost, open, x, y, picture)
  return lost == 0, message, "every square of the map can be reached, and should not be"
end

function checks.reachable(map, from, to)
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
  checks[name] = function(map, drawing)
    return compare("assert." .. name, map, drawing)
  end
end

function checks.snapshot(value, name)
  if not string.match(name, "^[%w_ -]+$") or #name > 80 then
    raise("assert.snapshot: the name must be up to 80 letters, digits, spaces, - and _, got " .. show.brief(name))
  end
  local number = maps.number_of(value)
  local actual = number and py.test_text(number) or type(value) == "string" and value or show.show(value)
  local state, expected = py.test_snapshot(name, actual)
  if state == "missing" then
    return false, 'there is no snapshot "' .. name .. '" yet: `dungeon-host test --snapshot-update` writes it', nil,
      { actual = actual, shape = number and "map" or nil, snapshot = name }
  end
  local advice = '"; `dungeon-host test --snapshot-update` replaces it'
  return state == "same", 'the value differs from the snapshot "' .. name .. advice, nil,
    { actual = actual, expected = expected, shape = number and "map" or nil, snapshot = name }
end

-- Checks that an event with at least these fields happened.
function checks.event(kind, fields)
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
function checks.message(part)
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

function checks.printed(part)
  local printed = py.test_printed()
  return string.find(printed, part, 1, true) ~= nil,
    show.brief(part) .. " was not printed; the printed text is " .. show.brief(printed),
    show.brief(part) .. " was printed, and should not have been"
end

return checks
