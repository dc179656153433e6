-- Floors and walls that do nothing by themselves: tiles of the map, which become entities when a mod asks for them.

local import, py = ...
local bytes = import "core/border/bytes"
local class = import "actions/class"
local constants = import "actions/constants"
local Entity = import "actions/entity/entity"
local GameObject = import "actions/entity/game_object"
local objects = import "core/game/objects"
local vec = import "actions/vec"

local Layers = constants.Layers

local M = {}

-- Floors and walls of maps of other dialects.
local Floor = class.define("Floor", Entity)
Floor.layer = Layers.floor
class.close(Floor)
M.Floor = Floor

local Wall = class.define("Wall", Entity)
Wall.layer = Layers.wall
class.close(Wall)
M.Wall = Wall

local ACTING = { Acting = true, Ticking = true, Sequential = true, PlayerControl = true }

-- Whether entities of a class may do something in a turn.
function M.can_act(entity_class)
  for _, shown in ipairs(class.raw(entity_class.decoratorsList) or {}) do
    local decorator = class.raw(shown)
    if ACTING[class.name(decorator)] or class.owner(decorator) then
      return true
    end
  end
  for _, method in ipairs { "calculateAction", "executeAction" } do
    local implementation = entity_class[method]
    if implementation ~= Entity[method] and implementation ~= GameObject[method] then
      return true
    end
  end
  local tick = entity_class.tick
  return tick ~= nil and tick ~= Entity.tick
end

-- class -> its tile: { index, define (see set_tile), layer, is_laid, and the fields LOOKS that it has }; and the tiles
-- of the classes that have none.
local tiles = setmetatable({}, { __mode = "k" })
local default_floor, default_wall
local LOOKS = { "name", "glyph", "colour", "sprite", "material" }

-- Whether floors or walls of a class can be tiles: they do nothing when they are created nor in a turn. A mod may
-- change the layer of a class after its tile was laid: that tile stays what it is on maps.
function M.is_ground(entity_class)
  local layer, tile = entity_class.layer, tiles[entity_class]
  return (layer == Layers.floor or layer == Layers.wall) and entity_class.__construct == nil
    and entity_class.init == GameObject.init and not M.can_act(entity_class)
    and not (tile and tile.is_laid and tile.layer ~= layer)
end

-- The layer and the looks of a class, as its tile has them.
local function looks_of(entity_class)
  local looks = { layer = entity_class.layer }
  for _, field in ipairs(LOOKS) do
    looks[field] = type(entity_class[field]) == "string" and entity_class[field] or ""
  end
  return looks
end

-- Gives a class a tile. define(looks) registers it and returns its index; with the index as a further argument, it
-- changes the tile.
function M.set_tile(entity_class, define)
  local tile = looks_of(entity_class)
  tile.define, tile.index = define, define(tile)
  tiles[entity_class] = tile
end

-- Lets a tile be as the fields of its class are now, which its mod may have assigned since.
local function refresh(entity_class, tile)
  local looks = looks_of(entity_class)
  if tile.is_laid or looks.layer ~= Layers.floor and looks.layer ~= Layers.wall then
    looks.layer = tile.layer
  end
  local is_changed = false
  for field, value in next, looks do
    is_changed, tile[field] = is_changed or tile[field] ~= value, value
  end
  if is_changed then
    tile.define(tile, tile.index)
  end
end

-- The same for all tiles, before maps are shown.
function M.refresh_tiles()
  for entity_class, tile in next, tiles do
    refresh(entity_class, tile)
  end
end

function M.set_defaults(floor, wall)
  default_floor, default_wall = floor, wall
end

-- The index of the tile of a class, which is about to be laid.
local function tile_of(entity_class)
  local tile = tiles[entity_class]
  if tile then
    refresh(entity_class, tile)
    tile.is_laid = true
    return tile.index
  end
  return entity_class.layer == Layers.wall and default_wall or default_floor
end

-- The entities whose tile lies on the map, which shows them already.
local backed = setmetatable({}, { __mode = "k" })

function M.is_backed(entity)
  return backed[entity] == true
end

function M.set_backed(entity)
  backed[entity] = true
end

-- Square -> class, of the tiles of a layer.
local function tiles_of(state, layer)
  return layer == Layers.wall and state.grid_state.walls or state.grid_state.floors
end

-- Lays the tile of a class on squares, which ascend.
function M.lay(state, entity_class, squares)
  local laid, runs = tiles_of(state, entity_class.layer), {}
  local first = squares[1]
  for i = 1, #squares do
    local square = squares[i]
    laid[square] = entity_class
    if squares[i + 1] ~= square + 1 then
      runs[#runs + 1], runs[#runs + 2] = first, square - first + 1
      first = squares[i + 1]
    end
  end
  if runs[1] then
    state.ground_version = state.ground_version + 1
    py.actions_lay_tiles(state.caller, state.number, tile_of(entity_class), bytes.pack(runs))
  end
end

-- Lays the tile of an entity that was created on a square.
function M.back(state, entity, entity_class)
  local square = objects.place(entity)
  local laid = tiles_of(state, entity_class.layer)
  if square and not laid[square] then
    py.actions_lay_tile(state.caller, state.number, tile_of(entity_class), square)
    laid[square] = entity_class
    backed[entity] = true
  end
end

-- Creates the entity of a tile.
function M.materialize(state, world, entity_class, square, add)
  local entity = add(state, world, entity_class, vec.new(square % world.width + 1, square // world.width + 1))
  state.store:put(entity, square)
  backed[entity] = true
  return entity
end

-- Removes the tile of an entity that leaves a square.
function M.clear(state, entity, square)
  if backed[entity] then
    backed[entity] = nil
    tiles_of(state, entity.layer)[square] = nil
    state.ground_version = state.ground_version + 1
    py.actions_remove_tiles(state.caller, state.number, square, entity.layer == Layers.wall)
  end
end

-- Removes a tile, and the entity that was created from it.
local function drop(state, laid, square, layer)
  laid[square] = nil
  local entity = state.store:layer(layer)[square]
  if entity and backed[entity] then
    backed[entity] = nil
    entity.dead = true
    state.store:remove(entity)
  end
end

-- Codes that Python has for squares: OPEN has a floor, CLOSED blocks, any other is empty.
local OPEN, CLOSED = 1, 2

-- Reads the squares of a map that another dialect laid out.
function M.read(state, codes)
  local floors, walls = state.grid_state.floors, state.grid_state.walls
  for square = 0, #codes - 1 do
    local code = string.byte(codes, square + 1)
    if code == OPEN then
      floors[square] = Floor
    elseif code == CLOSED then
      walls[square] = Wall
    end
  end
end

-- Updates squares that other dialects wrote: 32-bit numbers, and a code for each.
function M.update(state, squares, codes, floor_layer, wall_layer)
  local floors, walls = state.grid_state.floors, state.grid_state.walls
  state.ground_version = state.ground_version + 1
  for i = 1, #codes do
    local square, code = string.unpack("<i4", squares, 4 * i - 3), string.byte(codes, i)
    if code ~= CLOSED and walls[square] then
      drop(state, walls, square, wall_layer)
    elseif code == CLOSED and not walls[square] then
      walls[square] = Wall
    end
    if code == OPEN and not floors[square] then
      floors[square] = Floor
    elseif code ~= OPEN and code ~= CLOSED and floors[square] then
      drop(state, floors, square, floor_layer)
    end
  end
end

return M
