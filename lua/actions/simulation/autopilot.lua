-- Moves of a player without input: to near enemies, to items, chests and doors, and to unseen squares.

local import = ...
local constants = import "actions/constants"
local creatures = import "actions/world/creatures"
local grids = import "actions/world/grid"
local loose_items = import "actions/world/loose_items"
local names = import "actions/simulation/names"
local objects = import "core/game/objects"
local reach = import "actions/world/reach"
local vec = import "actions/vec"

local uid = objects.uid

local M = {}

local DROPPED = grids.keys[constants.Layers.dropped]
-- How many steps away a player sees squares, and how many steps away an enemy comes before everything else.
local SIGHT, NEAR = 4, 8
-- How often a player tries to open an object: something else may have been in the way.
local TRIES = 3

-- Whether an entity is an enemy worth a fight.
local function is_prey(entity, player)
  local decorators = entity.decorators
  return entity ~= player and not entity.dead and decorators.Attackable ~= nil
    and (decorators.Acting ~= nil or creatures.is_creature(entity))
end

-- Makes the function `passes` of a search: true where the player can go or fight, false where it can open something,
-- nil elsewhere. Traps block unless `over_traps`. The second function returns after the search whether it met a trap.
local function passes_for(state, player, over_traps)
  local real, trap = state.real, state.trap
  local met_trap = false
  return function(square)
    if not grids.is_open(state, square) then
      return nil
    end
    local other = real[square]
    if other ~= nil then
      if is_prey(other, player) then
        return true
      elseif other.decorators.Interactable then
        return false
      end
      return nil
    end
    if trap[square] ~= nil and not over_traps then
      met_trap = true
      return nil
    end
    return true
  end, function()
    return met_trap
  end
end

-- Searches around traps and, when that finds nothing because of a trap, over them. `ends` is as in reach; goal() gives
-- the square that the search found, or nil. Returns the first step to it as a Vec, and the square of that step.
local function search(state, player, from, ends, goal)
  for attempt = 1, 2 do
    local passes, met_trap = passes_for(state, player, attempt == 2)
    local _, before = reach(state, from, passes, ends)
    local square = goal()
    if square then
      while before[square] ~= from do
        square = before[square]
      end
      local width = state.width
      return vec.new(square % width - from % width, square // width - from // width), square
    elseif not met_trap() then
      return nil
    end
  end
end

local function square_of(state, player)
  return grids.square_at(state, player.pos.x, player.pos.y)
end

-- Whether a step leads to an item that an entity has dropped, and not one that kts has.
function M.leads_to_dropped_item(state, player, offset)
  if not offset then
    return false
  end
  names.check_position(player)
  local square = grids.square_at(state, player.pos.x + offset[1], player.pos.y + offset[2])
  local dropped = square and state.store:layer(DROPPED)[square]
  return dropped ~= nil and not loose_items.is_loose(dropped)
end

-- The first step to something to do, as a Vec; nil when nothing is left. Enemies that are not near count only with
-- `anywhere`. `seen` is the set of squares that the player knows. `memory` has been (set of squares whose items it left
-- on purpose), tried (uid of an entity -> how often it tried to open it) and done (whether it stops exploring); saves
-- contain it under these names.
function M.step(state, player, seen, memory, anywhere)
  local from = square_of(state, player)
  local dropped, real, been, tried = state.store:layer(DROPPED), state.real, memory.been, memory.tried
  been[from] = true
  local prey, other
  local direction, square = search(state, player, from, function(square, steps)
    local entity = real[square]
    if steps <= SIGHT then
      seen[square] = true
    end
    if square == from then
      prey, other = nil, nil
      return false
    elseif entity ~= nil and is_prey(entity, player) then
      if steps <= NEAR or anywhere and other == nil then
        prey = square
        return true
      end
    elseif other == nil and (not (seen[square] or memory.done) or dropped[square] ~= nil and not been[square]
        or entity ~= nil and (tried[uid(entity)] or 0) < TRIES) then
      other = square
    end
    return other ~= nil and steps >= NEAR
  end, function()
    return prey or other
  end)
  if direction then
    local entity = real[square]
    if dropped[square] ~= nil and not been[square] then
      -- The item may be a key.
      memory.tried = {}
    elseif entity ~= nil and not is_prey(entity, player) then
      tried[uid(entity)] = (tried[uid(entity)] or 0) + 1
    end
  end
  return direction
end

-- The first step to the nearest of some squares (a set), as a Vec: (0, 0) on one of them, nil when none can be reached.
function M.towards(state, player, goals)
  local from = square_of(state, player)
  if goals[from] then
    return vec.new(0, 0)
  end
  local goal
  return (search(state, player, from, function(square)
    goal = goals[square] and square
    return goal
  end, function()
    return goal
  end))
end

return M
