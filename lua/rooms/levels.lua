-- The state of each Dungeon, the square of each Tile, and the objects on tiles.

local import, py = ...
local errors = import "core/errors"
local class = import "core/class"
local codecs = import "core/save/codecs"
local objects = import "core/game/objects"
local text = import "core/sandbox/text"

local M = {}

-- Codes of squares, as in host/generate/plans/plan.py.
M.KINDS = { [0] = "edge", "wall", "hallway", "room", "door" }
M.CODES = { edge = 0, wall = 1, hallway = 2, room = 3, door = 4 }

-- Dungeon -> level: number, width, height, cells (a byte per square), rooms (list of Room), areas (number of squares of
-- the rooms up to each), corners (position and width of each room), tiles (square -> Tile), dungeon, is_left (whether
-- another level replaced it).
local levels = setmetatable({}, { __mode = "k" })
-- Tile -> { level, square }.
local tile_squares = setmetatable({}, { __mode = "k" })

-- Without a level the Dungeon no longer belongs to this game.
function M.bind_level(dungeon, level)
  levels[dungeon] = level
end

-- The level of a Dungeon of this game, or nil.
function M.level_of(dungeon)
  return levels[dungeon]
end

function M.check_level(dungeon, method)
  local level = levels[dungeon]
  if not level then
    errors.raise("Dungeon:" .. method .. " is called on " .. text.shown(dungeon) .. ": must be called with a colon, on "
      .. "a Dungeon of this game")
  end
  return level
end

objects.on_map(function(value)
  local level = type(value) == "table" and (levels[value] or levels[rawget(value, "dungeon")])
  return level and level.number
end)

function M.bind_tile(tile, level, square)
  tile_squares[tile] = { level, square }
end

-- The level and the square of a tile; nothing for a tile that belongs to no level.
function M.square_of(tile)
  local bound = tile_squares[tile]
  if bound then
    return bound[1], bound[2]
  end
end

-- The code of the square of a tile, or nil for a tile that belongs to no level.
function M.code_of(tile)
  local bound = tile_squares[tile]
  return bound and string.byte(bound[1].cells, bound[2] + 1)
end

-- The layer of objects on tiles, which are drawn and exported with the objects of all dialects.
local LAYER = "contents"

-- class -> { id, glyph, colour }.
local looks = setmetatable({}, { __mode = "k" })

function M.set_look(object_class, id, glyph, colour)
  looks[object_class] = { id, glyph, colour }
end

-- A string field of an object or of its class.
local function text_field(object, name)
  local value = rawget(object, name)
  if value == nil then
    local object_class = class.of(object)
    value = object_class and rawget(object_class, name)
  end
  return type(value) == "string" and value or nil
end

objects.define_layer(LAYER, {
  name = LAYER,
  kind = "thing",
  dialect = "rooms",
  z = 10,
  look = function(object)
    local ancestor, look = class.of(object), nil
    while ancestor and not look do
      look = looks[ancestor]
      ancestor = class.bases(ancestor)[1]
    end
    look = look or { "host.thing", "?", "bright_cyan" }
    local title = text_field(object, "title")
    return look[1], title, text_field(object, "glyph") or look[2], text_field(object, "colour") or look[3],
      text_field(object, "sprite"), text_field(object, "material")
  end,
})

-- Updates the objects of the map after a value was added to a tile, or removed from it.
function M.update_contents(tile, value, is_added)
  local level, square = M.square_of(tile)
  if not level or type(value) ~= "table" then
    return
  end
  local at, layer, _, store = objects.place(value)
  if store and layer ~= LAYER then
    -- The object belongs to another dialect.
    return
  end
  local level_store = objects.of(level.number, level.width, level.height)
  if is_added then
    if store ~= level_store then
      level_store:add(value, LAYER)
    end
    level_store:put(value, square)
  elseif store == level_store and at == square then
    level_store:remove(value)
  end
end

-- Objects on levels are not saved: functions that wait for the clock may refer to them.
codecs.add {
  kind = "rooms",
  order = 8,
  live = function() return {} end,
  begin = function()
    for _, level in next, levels do
      local store = objects.of(level.number, level.width, level.height)
      if not level.is_left and store:all(LAYER)[1] and codecs.map_key(level.number) then
        py.warn("objects on levels of the rooms dialect are not saved: a save holds only their squares")
        break
      end
    end
  end,
}

-- Forgets the levels and tiles of the game before.
function M.new_game()
  levels = setmetatable({}, { __mode = "k" })
  tile_squares = setmetatable({}, { __mode = "k" })
end

return M
