-- Levels as Lua knows them, and which tile of a mod is which square of them.

local import, py = ...
local errors = import "core/errors"
local class = import "core/class"
local codecs = import "core/save/codecs"
local objects = import "core/game/objects"
local text = import "core/sandbox/text"

local byte, next, rawget, setmetatable, type = string.byte, next, rawget, setmetatable, type

local M = {}

-- Codes of squares, as generate/plan.py has them.
M.KINDS = { [0] = "edge", "wall", "hallway", "room", "door" }
M.CODES = { edge = 0, wall = 1, hallway = 2, room = 3, door = 4 }

-- Dungeon -> its level: number, width, height, cells (a byte a square), rooms (Rooms in order), areas (how many squares
-- the rooms up to each have), tiles (square -> Tile), runner, is_left (when another level took its place).
local levels = setmetatable({}, { __mode = "k" })
-- Tile -> { level, square }.
local squares = setmetatable({}, { __mode = "k" })

function M.bind_level(dungeon, level)
  levels[dungeon] = level
end

-- There is no such level after all: its Dungeon is none of this game any more.
function M.unbind_level(dungeon)
  levels[dungeon] = nil
end

-- The level of a Dungeon of this game, or nil.
function M.level(dungeon)
  return levels[dungeon]
end

function M.check_level(dungeon, method)
  local level = levels[dungeon]
  if not level then
    errors.raise("Dungeon:" .. method .. " is called on " .. text.shown(dungeon) .. ": must be called with a colon, on a "
      .. "Dungeon of this game")
  end
  return level
end

objects.on_map(function(value)
  local level = type(value) == "table" and (levels[value] or levels[rawget(value, "dungeon")])
  return level and level.number
end)

function M.bind_tile(tile, level, square)
  squares[tile] = { level, square }
end

-- The level and the square of a tile; nothing for a tile that lies nowhere.
function M.place(tile)
  local place = squares[tile]
  if place then
    return place[1], place[2]
  end
end

-- The code of the square of a tile, or nil.
function M.code(tile)
  local place = squares[tile]
  return place and byte(place[1].cells, place[2] + 1)
end

-- What stands on tiles is drawn and exported with all else that lives on maps.
local LAYER = "contents"

-- class -> { id, glyph, colour }.
local looks = setmetatable({}, { __mode = "k" })

function M.set_look(known, id, glyph, colour)
  looks[known] = { id, glyph, colour }
end

local function own(object, name)
  local value = rawget(object, name)
  if value == nil then
    local kind = class.of(object)
    value = kind and rawget(kind, name)
  end
  return type(value) == "string" and value or nil
end

objects.define_layer(LAYER, {
  name = LAYER,
  kind = "thing",
  dialect = "rooms",
  z = 10,
  look = function(object)
    local kind, known = class.of(object), nil
    while kind and not known do
      known = looks[kind]
      kind = class.bases(kind)[1]
    end
    known = known or { "host.thing", "?", "bright_cyan" }
    local title = own(object, "title")
    return known[1], title, own(object, "glyph") or known[2], own(object, "colour") or known[3]
  end,
})

-- Says that something came to a tile, or went.
function M.told(tile, value, is_there)
  local level, square = M.place(tile)
  if not level or type(value) ~= "table" then
    return
  end
  local at, layer, _, store = objects.place(value)
  if store and layer ~= LAYER then
    -- It lives there for another dialect.
    return
  end
  local here = objects.of(level.number, level.width, level.height)
  if is_there then
    if store ~= here then
      here:add(value, LAYER)
    end
    here:put(value, square)
  elseif store == here and at == square then
    here:remove(value)
  end
end

-- What stands on levels waits for the clock with functions, and does not come back: somebody may count on it.
codecs.add {
  chunks = function()
    for _, level in next, levels do
      local store = objects.of(level.number, level.width, level.height)
      if not level.is_left and store:all(LAYER)[1] and codecs.place_of(level.number) then
        errors.finish(py.warn("what stands on levels of the rooms dialect is not saved, but for their squares"))
        break
      end
    end
    return {}
  end,
}

-- A new game begins: nothing of the old one lies anywhere.
function M.new_game()
  levels = setmetatable({}, { __mode = "k" })
  squares = setmetatable({}, { __mode = "k" })
end

return M
