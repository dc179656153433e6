-- Who is in a simulation, and where: the class of the player, the squares that it can reach, and enemies and items from
-- the pools.

local import = ...
local class = import "actions/class"
local constants = import "actions/constants"
local content = import "core/game/content"
local creatures = import "actions/world/creatures"
local grids = import "actions/world/grid"
local objects = import "core/game/objects"
local protect = import "core/sandbox/protect"
local random = import "core/game/random"
local reach = import "actions/world/reach"
local vec = import "actions/vec"
local worlds = import "actions/world/worlds"

local is_open, new_vec = grids.is_open, vec.new
local Layers = constants.Layers

local M = {}

-- Reachable squares for each enemy and for each item, and the most of both.
local SQUARES_PER_ENEMY, MOST_ENEMIES = 25, 60
local SQUARES_PER_ITEM, MOST_ITEMS = 60, 20
-- The least distance of enemies and items from the start of the player.
local LEAST_DISTANCE = 6

-- The open squares that are connected with a square, nearest first.
function M.connected_squares(grid_state, square)
  return (reach(grid_state, square, function(other)
    return is_open(grid_state, other) or nil
  end))
end

-- The largest set of connected squares.
function M.largest_part(grid_state)
  local seen, largest = {}, {}
  for square = 0, grid_state.width * grid_state.height - 1 do
    if not seen[square] and is_open(grid_state, square) then
      local part = M.connected_squares(grid_state, square)
      for _, other in ipairs(part) do
        seen[other] = true
      end
      if #part > #largest then
        largest = part
      end
    end
  end
  return largest
end

-- Draws from a pool; nil when it is empty.
local function draw(world, path)
  local ok, id = protect.try(world.drawFromPool, world, path)
  return ok and id or nil
end

-- Creates enemies and items on random squares, away from the start.
function M.populate(world, squares, start, stream)
  local width, real = world.width, worlds.state_of(world, "simulate").grid_state.real
  local places = {}
  local x, y = start % width, start // width
  for _, square in ipairs(squares) do
    local is_far = math.max(math.abs(square % width - x), math.abs(square // width - y)) >= LEAST_DISTANCE
    if is_far and not real[square] then
      places[#places + 1] = square
    end
  end
  random.shuffle(stream, places)
  local last = 0
  local function next_position()
    last = last + 1
    local square = places[last]
    return square and new_vec(square % width + 1, square // width + 1)
  end
  for _ = 1, math.min(MOST_ENEMIES, #squares // SQUARES_PER_ENEMY) do
    local id, pos = draw(world, "e.~.~.enemy"), next_position()
    if not id or not pos then
      break
    end
    -- The pool may also give creatures of other dialects, which never act here.
    local entity_class = content.entities[id]
    if entity_class then
      world:create(entity_class, pos)
    end
  end
  for _ = 1, math.min(MOST_ITEMS, #squares // SQUARES_PER_ITEM) do
    local id = draw(world, "i.~.weapon") or draw(world, "i.~")
    local pos = next_position()
    if not id or not pos then
      break
    end
    -- Fails where another item lies already; then there is one item less.
    protect.try(world.createDroppedItem, world, id, pos)
  end
end

-- The first registered class of players, preferably of the mods `preferred` (ids, joined by NUL), its mod, and whether
-- it is one of these.
function M.player_class(preferred)
  local id, first = 1, nil
  while true do
    local candidate = content.entities[id]
    if candidate == nil then
      return first, first and class.owner(first), false
    elseif candidate.layer == Layers.player then
      local mod = class.owner(candidate)
      if ("\0" .. preferred .. "\0"):find("\0" .. mod.id .. "\0", 1, true) then
        return candidate, mod, true
      end
      first = first or candidate
    end
    id = id + 1
  end
end

-- The first living player that a mod has put into a world, and its square; nil when there is none.
function M.placed_player(players)
  for _, player in ipairs(players) do
    local square = not player.dead and not creatures.is_creature(player) and objects.place(player)
    if square then
      return player, square
    end
  end
end

-- The free square on which a player enters, nearest to `start`, and the squares that it can reach; -1 asks for any.
function M.entrance(grid_state, start)
  local squares
  if start >= 0 and grids.is_open(grid_state, start) then
    squares = M.connected_squares(grid_state, start)
  else
    squares = M.largest_part(grid_state)
  end
  for _, square in ipairs(squares) do
    if not grid_state.real[square] then
      return square, squares
    end
  end
end

-- Whether reals stand in a world that are not creatures of kts.
function M.has_entities(world)
  for _, entity in ipairs(world:getEntities(Layers.real)) do
    if not creatures.is_creature(entity) then
      return true
    end
  end
  return false
end

return M
