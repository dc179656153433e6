-- Floors and walls that do nothing by themselves: they are tiles of the map, and entities only for who asks for them.

local import = ...
local class = import "actions/class"
local Entity = import "actions/entity/entity"
local GameObject = import "actions/entity/game_object"
local layers = import "actions/constants"
local vec = import "actions/vec"

local byte, concat, format, unpack = string.byte, table.concat, string.format, string.unpack
local ipairs, setmetatable = ipairs, setmetatable
local Layers = layers.Layers

local M = {}

local Floor = class.define("Floor", Entity)
Floor.layer = Layers.floor
class.close(Floor)
M.Floor = Floor

local Wall = class.define("Wall", Entity)
Wall.layer = Layers.wall
class.close(Wall)
M.Wall = Wall

local ACTING = { Acting = true, Ticking = true, Sequential = true, PlayerControl = true }

-- Whether entities of a class have anything to do in a turn.
function M.can_act(made_class)
  for _, shown in ipairs(class.raw(made_class.decoratorsList) or {}) do
    local decorator = class.raw(shown)
    if ACTING[class.name(decorator)] or class.owner(decorator) then
      return true
    end
  end
  local tick = made_class.tick
  return (tick ~= nil and tick ~= Entity.tick)
    or (made_class.calculateAction ~= Entity.calculateAction and made_class.calculateAction ~= GameObject.calculateAction)
    or (made_class.executeAction ~= Entity.executeAction and made_class.executeAction ~= GameObject.executeAction)
end

-- Whether a class of floors or walls can be tiles: nothing happens when one of its entities is made, nor later.
function M.is_ground(made_class)
  local layer = made_class.layer
  return (layer == Layers.floor or layer == Layers.wall) and made_class.__construct == nil
    and made_class.init == GameObject.init and not M.can_act(made_class)
end

-- class -> the tile that stands for it on maps.
local tiles = setmetatable({}, { __mode = "k" })
local default_floor, default_wall

function M.set_tile(made_class, tile)
  tiles[made_class] = tile
end

function M.set_defaults(floor, wall)
  default_floor, default_wall = floor, wall
end

local function tile_of(made_class)
  return tiles[made_class] or (made_class.layer == Layers.wall and default_wall or default_floor)
end

-- entity -> whether its tile lies on the map: it is not drawn twice.
local backed = setmetatable({}, { __mode = "k" })

function M.is_backed(entity)
  return backed[entity] == true
end

-- Notes that the tile of an entity lies on the map.
function M.set_backed(entity)
  backed[entity] = true
end

local function squares_of(state, made_class)
  return made_class.layer == Layers.wall and state.grid_state.walls or state.grid_state.floors
end

-- Little-endian 32 bits, in hexadecimal.
local function hex(number)
  return format("%02x%02x%02x%02x", number & 255, number >> 8 & 255, number >> 16 & 255, number >> 24 & 255)
end

-- Lays the tile of a class on squares, which ascend.
function M.lay(state, made_class, squares)
  local known, runs, n = squares_of(state, made_class), {}, 0
  local first, last
  for i = 1, #squares do
    local square = squares[i]
    known[square] = made_class
    if last and square == last + 1 then
      last = square
    else
      if last then
        n = n + 1
        runs[n] = hex(first) .. hex(last - first + 1)
      end
      first, last = square, square
    end
  end
  if last then
    runs[n + 1] = hex(first) .. hex(last - first + 1)
    state.api.lay(state.number, tile_of(made_class), concat(runs))
  end
end

-- An entity that was created on a square gets its tile.
function M.back(state, entity, made_class)
  local square = import("core/game/objects").place(entity)
  if square and not squares_of(state, made_class)[square] then
    state.api.lay_one(state.number, tile_of(made_class), square)
    squares_of(state, made_class)[square] = made_class
    backed[entity] = true
  end
end

-- The entity for a tile.
function M.materialize(state, world, made_class, square, add)
  local entity = add(state, world, made_class, vec.new(square % world.width + 1, square // world.width + 1))
  state.store:put(entity, square)
  backed[entity] = true
  return entity
end

-- An entity leaves a square: when it had a tile there, that goes, too.
function M.clear(state, entity, square)
  if backed[entity] then
    backed[entity] = nil
    local wall = entity.layer == Layers.wall
    local known = wall and state.grid_state.walls or state.grid_state.floors
    known[square] = nil
    state.api.take(state.number, square, wall)
  end
end

-- Takes away the entity that stands for a tile which is gone; one that stands by itself stays.
local function drop(state, known, square, layer)
  known[square] = nil
  local entity = state.store:layer(layer)[square]
  if entity and backed[entity] then
    backed[entity] = nil
    entity.dead = true
    state.store:remove(entity)
  end
end

-- What Python says of the squares of a map: nothing, something to stand on, something in the way.
local OPEN, CLOSED = 1, 2

function M.read(state, bytes)
  local floors, walls = state.grid_state.floors, state.grid_state.walls
  for square = 0, #bytes - 1 do
    local what = byte(bytes, square + 1)
    if what == OPEN then
      floors[square] = Floor
    elseif what == CLOSED then
      walls[square] = Wall
    end
  end
end

-- Others have written squares of the map: their numbers, and what they are now.
function M.written(state, squares, codes, floor_layer, wall_layer)
  local floors, walls = state.grid_state.floors, state.grid_state.walls
  for i = 1, #codes do
    local square, what = unpack("<i4", squares, 4 * i - 3), byte(codes, i)
    if what ~= CLOSED and walls[square] then
      drop(state, walls, square, wall_layer)
    elseif what == CLOSED and not walls[square] then
      walls[square] = Wall
    end
    if what == OPEN and not floors[square] then
      floors[square] = Floor
    elseif what ~= OPEN and what ~= CLOSED and floors[square] then
      drop(state, floors, square, floor_layer)
    end
  end
end

return M
