-- Grid: the squares of a world. lua/core/game/objects.lua stores what stands on them, in a layer for each layer of the
-- world. Floors and walls that do nothing are tiles of the map and become entities when a mod asks for them.

local import = ...
local cells = import "actions/world/cell"
local class = import "actions/class"
local constants = import "actions/constants"
local errors = import "core/errors"
local grid_shortcuts = import "actions/world/grid_shortcuts"
local objects = import "core/game/objects"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"
local vec = import "actions/vec"
local watchers = import "actions/world/watchers"

local raise = errors.raise
local ipairs, next, rawequal, setmetatable, type = ipairs, next, rawequal, setmetatable, type
local new_vec = vec.new
local Layers = constants.Layers

local M = {}

-- Number of a layer -> its name in lua/core/game/objects.lua. Players share the layer of the reals.
local keys = {}
for number, name in ipairs(constants.LAYERS) do
  keys[number] = "actions." .. (number == Layers.player and "real" or name)
end
M.keys = keys
local FLOOR, WALL, DROPPED = keys[Layers.floor], keys[Layers.wall], keys[Layers.dropped]

-- grid -> state: store, width, height; floor, wall, real, projectile, trap (square -> entity on top); floors, walls
-- (square -> class, for tiles); onto, from (square -> watchers); players; make(class, square), creates the entity of a
-- tile; spawn(class, pos), creates an entity; clear(entity, square), when an entity leaves a square; carry(entity,
-- square), before an entity moves there; finds_dead: whether a turn runs, in which dead players are still found.
local states = setmetatable({}, { __mode = "k" })

local Grid = class.define "Grid"

local meta

-- Creates the grid of a store; gives also its state.
function M.new(store, make, clear, carry)
  local grid = setmetatable({ width = store.width, height = store.height }, meta)
  local state = {
    store = store, width = store.width, height = store.height, floors = {}, walls = {}, onto = {}, from = {},
    make = make, clear = clear, carry = carry, players = {},
  }
  for _, name in ipairs { "floor", "wall", "real", "projectile", "trap" } do
    state[name] = store:layer(keys[Layers[name]])
  end
  states[grid] = state
  return grid, state
end

local function state_of(grid)
  return states[grid]
    or raise("a method of grid was called on " .. class.type_name(grid) .. ": call it with a colon")
end

-- The square at (x, y), which count from 1; nil out of bounds and between squares.
local function square_at(state, x, y)
  local width = state.width
  if x >= 1 and y >= 1 and x <= width and y <= state.height and x % 1 == 0 and y % 1 == 0 then
    return (y - 1) * width + x - 1 | 0
  end
end
M.square_at = square_at

local function refuse_position(method, pos)
  raise("Grid:" .. method .. ": the position is " .. class.type_name(pos) .. ": must be a Vec")
end

local function xy(pos, method)
  if type(pos) ~= "table" then
    refuse_position(method, pos)
  end
  local x, y = pos.x, pos.y
  if type(x) ~= "number" or type(y) ~= "number" then
    refuse_position(method, pos)
  end
  return x, y
end

-- The square at a position and the state of the grid.
local function square_of(self, pos, method)
  local state = states[self] or state_of(self)
  return square_at(state, xy(pos, method)), state
end

local function wall_on(state, square)
  local tile_class = state.walls[square]
  return state.wall[square] or tile_class and state.make(tile_class, square)
end

local function floor_on(state, square)
  local floor = state.floor[square]
  if not floor then
    local tile_class = state.floors[square]
    return tile_class and state.make(tile_class, square)
  end
  return floor
end

-- Whether a square has a floor and no wall.
function M.is_open(state, square)
  return (state.floors[square] ~= nil or state.floor[square] ~= nil) and state.walls[square] == nil
    and state.wall[square] == nil
end

-- Whether a real, a wall or a blocking object of another dialect stands on a square: `is_free` of
-- host/model/game_map.py from the tables of the grid, for frequent calls. tests/core/test_occupancy.py compares them.
local function is_taken(state, square)
  local store = state.store
  return state.real[square] ~= nil or state.walls[square] ~= nil or state.wall[square] ~= nil
    or store.is_mixed and store:is_blocked(square, "actions") or false
end

-- By coordinates: the fastest way, for algorithms.

function Grid:realAt(x, y)
  local state = states[self]
  if not state or type(x) ~= "number" or type(y) ~= "number" then
    signatures.refuse("actions", "Grid:realAt", self, x, y)
  end
  local square = square_at(state, x, y)
  return square and state.real[square]
end

-- Out of bounds everything is wall.
function Grid:isWall(x, y)
  local state = states[self]
  if not state or type(x) ~= "number" or type(y) ~= "number" then
    signatures.refuse("actions", "Grid:isWall", self, x, y)
  end
  local square = square_at(state, x, y)
  return not square or state.walls[square] ~= nil or state.wall[square] ~= nil
end

function Grid:isBlocked(x, y)
  local state = states[self]
  if not state or type(x) ~= "number" or type(y) ~= "number" then
    signatures.refuse("actions", "Grid:isBlocked", self, x, y)
  end
  local square = square_at(state, x, y)
  return not square or is_taken(state, square)
end

local function top_on(state, square)
  return state.real[square] or wall_on(state, square) or state.projectile[square] or state.trap[square]
end

function Grid:topAt(x, y)
  local state = states[self]
  if not state or type(x) ~= "number" or type(y) ~= "number" then
    signatures.refuse("actions", "Grid:topAt", self, x, y)
  end
  local square = square_at(state, x, y)
  return square and top_on(state, square) or nil
end

-- By position.

function Grid:checkBound(pos)
  return square_of(self, pos, "checkBound") ~= nil
end

function Grid:hasBlockAt(pos)
  local square, state = square_of(self, pos, "hasBlockAt")
  return not square or is_taken(state, square)
end

function Grid:getRealAt(pos)
  local square, state = square_of(self, pos, "getRealAt")
  return square and state.real[square]
end

function Grid:getPlayerAt(pos)
  local square, state = square_of(self, pos, "getPlayerAt")
  local real = square and state.real[square]
  return real and real:isPlayer() and real or nil
end

function Grid:getNonPlayerRealAt(pos)
  local square, state = square_of(self, pos, "getNonPlayerRealAt")
  local real = square and state.real[square]
  return real and not real:isPlayer() and real or nil
end

function Grid:getWallAt(pos)
  local square, state = square_of(self, pos, "getWallAt")
  return square and wall_on(state, square) or nil
end

function Grid:getFloorAt(pos)
  local square, state = square_of(self, pos, "getFloorAt")
  return square and floor_on(state, square) or nil
end

function Grid:getTrapAt(pos)
  local square, state = square_of(self, pos, "getTrapAt")
  return square and state.trap[square]
end

function Grid:getProjectileAt(pos)
  local square, state = square_of(self, pos, "getProjectileAt")
  return square and state.projectile[square]
end

function Grid:getDroppedAt(pos)
  local square, state = square_of(self, pos, "getDroppedAt")
  return square and state.store:layer(DROPPED)[square]
end

-- The entity on top of a layer of a square, or nil.
local function by_layer(state, square, layer)
  local key = keys[layer]
  if key == WALL then
    return wall_on(state, square) or nil
  elseif key == FLOOR then
    return floor_on(state, square) or nil
  end
  return state.store:layer(key)[square]
end
M.by_layer = by_layer

function Grid:getByLayer(pos, layer)
  local square, state = square_of(self, pos, "getByLayer")
  if keys[layer] == nil then
    raise("Grid:getByLayer: there is no layer " .. text.tostring(layer) .. ": must be one of Layers")
  end
  return square and by_layer(state, square, layer)
end

-- What an attack on the square hits: a real, wall, projectile or trap.
function Grid:getOneFromTopAt(pos)
  local square, state = square_of(self, pos, "getOneFromTopAt")
  return square and top_on(state, square) or nil
end

-- All entities on a square, from the floor to the real.
function Grid:getAllAt(pos)
  local entities, square, state = {}, square_of(self, pos, "getAllAt")
  if square then
    for layer = Layers.floor, Layers.real do
      entities[#entities + 1] = by_layer(state, square, layer) or nil
    end
  end
  return entities
end

-- The Cell of a position; nil out of bounds.
function Grid:getCellAt(pos)
  if square_of(self, pos, "getCellAt") then
    return cells.new(self, new_vec(pos.x, pos.y))
  end
end

for name, method in next, grid_shortcuts.of(xy, keys) do
  Grid[name] = method
end

-- The player nearest to a position, the first of several; nil without one. Players that died are there until the end of
-- the turn.
function Grid:getClosestPlayer(pos)
  local state = states[self] or state_of(self)
  local x, y = xy(pos, "getClosestPlayer")
  local nearest, least
  for i = 1, #state.players do
    local player = state.players[i]
    if not player.dead or state.finds_dead then
      local dx, dy = player.pos.x - x, player.pos.y - y
      local distance = dx * dx + dy * dy
      if not least or distance < least then
        nearest, least = player, distance
      end
    end
  end
  return nearest
end

for name, method in next, watchers.methods(square_of) do
  Grid[name] = method
end

function M.count_down_watchers(grid)
  local state = states[grid]
  watchers.count_down(state.onto)
  watchers.count_down(state.from)
end

-- Changes.

-- The square of an entity of this grid, which a dead one has left; raises for any other value.
local function square_of_member(state, entity, method)
  local square, _, _, store = objects.place(entity)
  if store == state.store then
    return square
  elseif not (class.of(entity) and entity.dead) then
    raise("Grid:" .. method .. ": the entity is " .. class.type_name(entity) .. ": must be an entity of this world")
  end
end

local function lift(state, entity, square)
  state.store:lift(entity)
  state.clear(entity, square)
  watchers.call(state.from[square], entity)
end

local function put(state, entity, square)
  state.store:put(entity, square)
  watchers.call(state.onto[square], entity)
end

-- Takes an entity off its square.
function Grid:remove(entity)
  local state = states[self] or state_of(self)
  local square = square_of_member(state, entity, "remove")
  if square then
    lift(state, entity, square)
  end
end

local function refuse_square(method, pos, entity)
  raise("Grid:" .. method .. ": the position " .. text.tostring(pos) .. " of " .. class.type_name(entity)
    .. " lies out of bounds")
end

-- Puts an entity on the square of its `pos`.
function Grid:reset(entity)
  local state = states[self] or state_of(self)
  square_of_member(state, entity, "reset")
  if not entity.dead then
    local square = square_of(self, entity.pos, "reset") or refuse_square("reset", entity.pos, entity)
    state.carry(entity, square)
    put(state, entity, square)
  end
end

function Grid:spawnReal(value, pos)
  local state = states[self] or state_of(self)
  local spawned = class.check_class(value, "Grid:spawnReal: the class")
  xy(pos, "spawnReal")
  if keys[spawned.layer] ~= keys[Layers.real] then
    raise("Grid:spawnReal: the layer of " .. class.name(spawned) .. " must be Layers.real or Layers.player")
  end
  return state.spawn(value, pos)
end

-- Moves an entity to a position.
function Grid:move(entity, to)
  local state = states[self] or state_of(self)
  if type(entity) ~= "table" or type(to) ~= "table" then
    signatures.refuse("actions", "Grid:move", self, entity, to)
  elseif entity.dead then
    -- Killing blows push, too: the dead move without being on the grid.
    entity.pos = new_vec(xy(to, "move"))
    return
  end
  local from = square_of_member(state, entity, "move")
  local square = square_of(self, to, "move") or refuse_square("move", to, entity)
  state.carry(entity, square)
  if from then
    lift(state, entity, from)
  end
  entity.pos = new_vec(to.x, to.y)
  -- A watcher may have killed it.
  if not entity.dead then
    put(state, entity, square)
  end
end

-- Whether an entity is on top of its layer on its square.
function Grid:holds(entity)
  if type(entity) ~= "table" then
    signatures.refuse("actions", "Grid:holds", self, entity)
  end
  local square, layer = objects.place(entity)
  local state = states[self] or state_of(self)
  return square ~= nil and rawequal(state.store:layer(layer)[square], entity)
end

meta = class.close(Grid)
M.class = Grid
M.Cell = cells.class

return M
