-- The grid of a world: a view on the host's map. What stands on its squares is kept in lua/core/game/objects.lua, a layer for
-- each of the world's; floors and walls are tiles of the map, and become entities when somebody asks for them.

local import = ...
local errors = import "core/errors"
local class = import "actions/class"
local layers = import "actions/constants"
local objects = import "core/game/objects"
local signatures = import "core/border/signatures"
local vec = import "actions/vec"

local raise = errors.raise
local ipairs, next, rawequal, setmetatable, type = ipairs, next, rawequal, setmetatable, type
local new_vec = vec.new

local M = {}

local Layers = layers.Layers
local MOST_WATCHERS = 10000

-- Number of a layer -> its name in lua/core/game/objects.lua; players stand among the reals.
local keys = {}
for number, name in ipairs(layers.LAYERS) do
  keys[number] = "actions." .. (number == Layers.player and "real" or name)
end
M.keys = keys
local FLOOR, WALL, REAL, DROPPED = keys[Layers.floor], keys[Layers.wall], keys[Layers.real], keys[Layers.dropped]
local TRAP, PROJECTILE = keys[Layers.trap], keys[Layers.projectile]

-- grid -> { store, width, height, floor, wall, … (layer -> square -> entity), floors and walls (square -> class, for those
-- that are tiles so far), onto and from (square -> watchers), make(class, x, y) }.
local states = setmetatable({}, { __mode = "k" })

local Grid = class.define "Grid"

local meta

function M.new(store, make, clear)
  local grid = setmetatable({ width = store.width, height = store.height }, meta)
  states[grid] = {
    store = store,
    width = store.width,
    height = store.height,
    floor = store:layer(FLOOR),
    wall = store:layer(WALL),
    real = store:layer(REAL),
    projectile = store:layer(PROJECTILE),
    trap = store:layer(TRAP),
    floors = {},
    walls = {},
    onto = {},
    from = {},
    make = make,
    clear = clear,
    players = {},
  }
  return grid, states[grid]
end

local function state_of(grid)
  local state = states[grid]
  if not state then
    raise("a method of grid was called on " .. class.type_name(grid) .. ": call it with a colon")
  end
  return state
end

-- The square at (x, y), counted from 1; nil out of bounds and between squares.
local function square_at(state, x, y)
  local width = state.width
  if x >= 1 and y >= 1 and x <= width and y <= state.height and x % 1 == 0 and y % 1 == 0 then
    return (y - 1) * width + x - 1 | 0
  end
end

local function refuse_position(name, pos)
  raise("Grid:" .. name .. ": the position is " .. class.type_name(pos) .. ": must be a Vec")
end

local function xy(pos, name)
  if type(pos) ~= "table" then
    refuse_position(name, pos)
  end
  local x, y = pos.x, pos.y
  if type(x) ~= "number" or type(y) ~= "number" then
    refuse_position(name, pos)
  end
  return x, y
end

-- `name` is that of the method, for messages.
local function square_of(self, pos, name)
  local state = states[self] or state_of(self)
  return square_at(state, xy(pos, name)), state
end

-- What lies as a tile becomes an entity when it is asked for.
local function wall_on(state, square)
  local found = state.wall[square]
  if not found then
    local tile_class = state.walls[square]
    return tile_class and state.make(tile_class, square)
  end
  return found
end

local function floor_on(state, square)
  local found = state.floor[square]
  if not found then
    local tile_class = state.floors[square]
    return tile_class and state.make(tile_class, square)
  end
  return found
end

local function is_wall_on(state, square)
  return state.walls[square] ~= nil or state.wall[square] ~= nil
end

-- Whether a real or a wall stands on a square, or somebody of another dialect who is in the way.
local function is_taken(state, square)
  local store = state.store
  return state.real[square] ~= nil or state.walls[square] ~= nil or state.wall[square] ~= nil
    or store.is_mixed and store:is_blocked(square, "actions") or false
end

-- By coordinates, for the host's own algorithms and for mods in a hurry.

function Grid:realAt(x, y)
  local state = states[self]
  if not state or type(x) ~= "number" or type(y) ~= "number" then
    signatures.refuse("actions", "Grid:realAt", self, x, y)
  end
  local square = square_at(state, x, y)
  return square and state.real[square]
end

-- Out of bounds there is nothing but walls.
function Grid:isWall(x, y)
  local state = states[self]
  if not state or type(x) ~= "number" or type(y) ~= "number" then
    signatures.refuse("actions", "Grid:isWall", self, x, y)
  end
  local square = square_at(state, x, y)
  return not square or is_wall_on(state, square)
end

-- Whether nobody can go there: out of bounds, or a real or a wall stands there.
function Grid:isBlocked(x, y)
  local state = states[self]
  if not state or type(x) ~= "number" or type(y) ~= "number" then
    signatures.refuse("actions", "Grid:isBlocked", self, x, y)
  end
  local square = square_at(state, x, y)
  return not square or is_taken(state, square)
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
  local found = square and state.real[square]
  return found and found:isPlayer() and found or nil
end

function Grid:getNonPlayerRealAt(pos)
  local square, state = square_of(self, pos, "getNonPlayerRealAt")
  local found = square and state.real[square]
  return found and not found:isPlayer() and found or nil
end

function Grid:getWallAt(pos)
  local square, state = square_of(self, pos, "getWallAt")
  return square and wall_on(state, square) or nil
end

function Grid:getFloorAt(pos)
  local square, state = square_of(self, pos, "getFloorAt")
  return square and floor_on(state, square) or nil
end

local function getter(key, name)
  return function(self, pos)
    local square, state = square_of(self, pos, name)
    return square and state.store:layer(key)[square]
  end
end

Grid.getTrapAt, Grid.getProjectileAt = getter(TRAP, "getTrapAt"), getter(PROJECTILE, "getProjectileAt")
Grid.getDroppedAt = getter(DROPPED, "getDroppedAt")

local function by_layer(state, square, number)
  local key = keys[number]
  if key == WALL then
    return wall_on(state, square) or nil
  elseif key == FLOOR then
    return floor_on(state, square) or nil
  end
  return state.store:layer(key)[square]
end

function Grid:getByLayer(pos, layer)
  local square, state = square_of(self, pos, "getByLayer")
  if keys[layer] == nil then
    raise("Grid:getByLayer: there is no layer " .. import("core/sandbox/text").tostring(layer) .. ": must be one of Layers")
  end
  return square and by_layer(state, square, layer)
end

local function top_on(state, square)
  return state.real[square] or wall_on(state, square) or state.projectile[square] or state.trap[square]
end

-- What is hit first: the real, wall, projectile or trap.
function Grid:getOneFromTopAt(pos)
  local square, state = square_of(self, pos, "getOneFromTopAt")
  return square and top_on(state, square) or nil
end

function Grid:topAt(x, y)
  local state = states[self]
  if not state or type(x) ~= "number" or type(y) ~= "number" then
    signatures.refuse("actions", "Grid:topAt", self, x, y)
  end
  local square = square_at(state, x, y)
  return square and top_on(state, square) or nil
end

-- Everything on a square, from the floor to the real.
function Grid:getAllAt(pos)
  local found, square, state = {}, square_of(self, pos, "getAllAt")
  if square then
    for number = Layers.floor, Layers.real do
      found[#found + 1] = by_layer(state, square, number) or nil
    end
  end
  return found
end

local Cell = class.define "Cell"
Cell.Layers = Layers

function Cell:get(layer)
  return self.grid:getByLayer(self.pos, layer)
end

for name, method in next, { getReal = "getRealAt", getWall = "getWallAt", getFloor = "getFloorAt", getTrap = "getTrapAt" } do
  Cell[name] = function(self)
    return self.grid[method](self.grid, self.pos)
  end
end

local cell_meta = class.close(Cell)
M.Cell = Cell

-- A square as a thing of its own; nil out of bounds.
function Grid:getCellAt(pos)
  if square_of(self, pos, "getCellAt") then
    return setmetatable({ grid = self, pos = new_vec(pos.x, pos.y) }, cell_meta)
  end
end

local function cells(offsets, name)
  return function(self, pos)
    local found, x, y = {}, xy(pos, name)
    for _, offset in ipairs(offsets) do
      found[#found + 1] = self:getCellAt(new_vec(x + offset[1], y + offset[2]))
    end
    return found
  end
end

local orthogonal = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }
local diagonal = { { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 } }
local adjacent = { { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { -1, -1 }, { 0, -1 }, { 1, -1 } }
Grid.getOrthogonalCells = cells(orthogonal, "getOrthogonalCells")
Grid.getDiagonalCells = cells(diagonal, "getDiagonalCells")
Grid.getAdjacentCells = cells(adjacent, "getAdjacentCells")

-- The player nearest to a position, the first of several; nil when none lives.
function Grid:getClosestPlayer(pos)
  local state = states[self] or state_of(self)
  local x, y = xy(pos, "getClosestPlayer")
  local nearest, least
  for i = 1, #state.players do
    local player = state.players[i]
    if not player.dead then
      local dx, dy = player.pos.x - x, player.pos.y - y
      local distance = dx * dx + dy * dy
      if not least or distance < least then
        nearest, least = player, distance
      end
    end
  end
  return nearest
end

-- Watchers.

local function watch(list_name, name)
  return function(self, pos, fn, beats)
    local square, state = square_of(self, pos, name)
    if type(fn) ~= "function" or beats ~= nil and type(beats) ~= "number" then
      signatures.refuse("actions", "Grid:" .. name, self, pos, fn, beats)
    end
    if not square then
      raise("a watcher watches " .. import("core/sandbox/text").tostring(pos) .. ": that lies out of bounds")
    end
    local list = state[list_name][square] or {}
    if #list >= MOST_WATCHERS then
      raise("a square has " .. MOST_WATCHERS .. " watchers: that is the most it may have")
    end
    -- Exchanged, not changed: somebody may be walking it.
    list = table.move(list, 1, #list, 1, {})
    list[#list + 1] = { fn, beats ~= 0 and beats or nil }
    state[list_name][square] = list
  end
end

-- fn(entity) is called when somebody comes onto the square, or leaves it; for so many beats, or for ever.
Grid.watchOnto, Grid.watchFrom = watch("onto", "watchOnto"), watch("from", "watchFrom")

local function fire(list, entity)
  if list then
    for i = 1, #list do
      list[i][1](entity)
    end
  end
end

-- A beat is over.
function M.shift_watchers(grid)
  local state = states[grid]
  for _, name in ipairs { "onto", "from" } do
    for square, list in next, state[name] do
      local kept = {}
      for _, watcher in ipairs(list) do
        local beats = watcher[2]
        if not beats or beats > 1 then
          kept[#kept + 1] = { watcher[1], beats and beats - 1 }
        end
      end
      state[name][square] = kept[1] and kept or nil
    end
  end
end

-- Coming and going.

local function member_of(state, entity, what)
  local square, layer, _, store = objects.place(entity)
  if store ~= state.store then
    raise("Grid:" .. what .. ": the entity is " .. class.type_name(entity) .. ", which does not stand in this world")
  end
  return square, layer
end

-- Takes an entity off its square.
function Grid:remove(entity)
  local state = states[self] or state_of(self)
  local square = member_of(state, entity, "remove")
  if square then
    state.store:lift(entity)
    state.clear(entity, square)
    fire(state.from[square], entity)
  end
end

-- Puts an entity where its `pos` says it is.
function Grid:reset(entity)
  local state = states[self] or state_of(self)
  member_of(state, entity, "reset")
  if not entity.dead then
    local square = square_of(self, entity.pos, "reset")
    if not square then
      raise("Grid:reset: " .. import("core/sandbox/text").tostring(entity.pos) .. " lies out of bounds: "
        .. class.type_name(entity) .. " cannot stand there")
    end
    state.store:put(entity, square)
    fire(state.onto[square], entity)
  end
end

-- Takes an entity from where it is to another position.
function Grid:move(entity, to)
  local state = states[self] or state_of(self)
  if type(entity) ~= "table" or type(to) ~= "table" then
    signatures.refuse("actions", "Grid:move", self, entity, to)
  elseif entity.dead then
    return
  end
  local from = member_of(state, entity, "move")
  local square = square_of(self, to, "move")
  if not square then
    raise("Grid:move: " .. import("core/sandbox/text").tostring(to) .. " lies out of bounds: " .. class.type_name(entity)
      .. " cannot go there")
  end
  if from then
    state.store:lift(entity)
    state.clear(entity, from)
    fire(state.from[from], entity)
  end
  entity.pos = new_vec(to.x, to.y)
  if not entity.dead then
    state.store:put(entity, square)
    fire(state.onto[square], entity)
  end
end

-- Whether something is on its square.
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
M.square_at = square_at

return M
