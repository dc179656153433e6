-- What tests see of maps and of the game: generate(…), the maps that it makes, `game`, and time that passes.

local import, py = ...
local objects = import "core/game/objects"
local signatures = import "core/border/signatures"
local proxies = import "core/sandbox/proxies"

local M = {}

-- GeneratedMap -> number of the map in Python.
local numbers = setmetatable({}, { __mode = "k" })

-- The number of a value that is a GeneratedMap, or a map of a dialect; nil for others.
function M.number_of(value)
  return type(value) == "table" and (numbers[value] or objects.number_of(value)) or nil
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
    return new_map((py.game_map()))
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

return M
