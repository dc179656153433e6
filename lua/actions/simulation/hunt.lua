-- Where a player goes who is left alone: to an enemy that is near, to what lies about, to chests and doors, and to where
-- nobody has looked yet.

local import = ...
local grids = import "actions/world/grid"
local layers = import "actions/constants"
local uid = import("core/game/objects").uid
local vec = import "actions/vec"

local M = {}

local DROPPED = grids.keys[layers.Layers.dropped]
-- So many steps around it a player sees what there is, and an enemy so near comes before all else.
local SIGHT, NEAR = 4, 8
-- So often a player tries to open what does not open: something may have held it back.
local TRIES = 3

local function is_open(state, square)
  return (state.floors[square] ~= nil or state.floor[square] ~= nil) and state.walls[square] == nil
    and state.wall[square] == nil
end
M.is_open = is_open

-- Whether somebody is worth going for.
local function is_prey(entity, player)
  return entity ~= player and not entity.dead and entity.decorators.Attackable ~= nil and entity.decorators.Acting ~= nil
end

-- The squares that can be reached from one over squares on which `passes(square)` is true, nearest first; how each was come
-- by (square -> the one before) and how far it is. Where it is false one can go to, and no further. `ends(square, steps)`
-- ends the search when it answers true.
function M.reach(state, from, passes, ends)
  local width, height = state.width, state.height
  local before, steps, queue, last = { [from] = from }, { [from] = 0 }, { from }, 1
  local i = 1
  while i <= last do
    local square = queue[i]
    i = i + 1
    local step = steps[square]
    if ends and ends(square, step) then
      break
    end
    if square == from or passes(square) then
      local x, y = square % width, square // width
      local right, below = x + 1 < width and square + 1, y + 1 < height and square + width
      local left, above = x > 0 and square - 1, y > 0 and square - width
      for side = 1, 4 do
        local other = side == 1 and right or side == 2 and below or side == 3 and left or side == 4 and above
        if other and before[other] == nil and passes(other) ~= nil then
          before[other], steps[other], last = square, step + 1, last + 1
          queue[last] = other
        end
      end
    end
  end
  return queue, before, steps
end

-- What stands on squares as a player sees it: true where it can go, false where something is to be struck or opened, and nil
-- where it cannot go. Traps are gone around unless `over_traps`.
-- The second answer tells, when the search is over, whether a trap was met.
local function passes_for(state, player, over_traps)
  local real, trap, floors, floor, walls, wall = state.real, state.trap, state.floors, state.floor, state.walls, state.wall
  local met = false
  return function(square)
    if floors[square] == nil and floor[square] == nil or walls[square] ~= nil or wall[square] ~= nil then
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
      met = true
      return nil
    end
    return true
  end, function()
    return met
  end
end

-- A step towards a square, as a Vec, and the square to which it leads.
local function step_to(state, before, from, goal)
  while before[goal] ~= from do
    goal = before[goal]
  end
  return vec.new(goal % state.width - from % state.width, goal // state.width - from // state.width), goal
end

local function square_of(state, player)
  return grids.square_at(state, player.pos.x, player.pos.y)
end

-- The first step to something to do, as a Vec; nil when there is nothing left: enemies that are not near are something only
-- `anywhere`. `seen` (square -> true) is what the player knows of the map; `memory` has been (square -> true: what lies there
-- was left on purpose), tried (uid of an entity -> how often, in vain, it was to be opened) and done: whether it looks no more
-- for what it has not seen.
function M.step(state, player, seen, memory, anywhere)
  local from = square_of(state, player)
  local lying, real, been, tried = state.store:layer(DROPPED), state.real, memory.been, memory.tried
  been[from] = true
  for attempt = 1, 2 do
    local prey, other
    local passes, met_trap = passes_for(state, player, attempt == 2)
    local _, before = M.reach(state, from, passes, function(square, steps)
      local there = real[square]
      if steps <= SIGHT then
        seen[square] = true
      end
      if square == from then
        return false
      elseif there ~= nil and is_prey(there, player) then
        if steps <= NEAR or anywhere and other == nil then
          prey = square
          return true
        end
      elseif other == nil and (not (seen[square] or memory.done) or lying[square] ~= nil and not been[square]
          or there ~= nil and (tried[uid(there)] or 0) < TRIES) then
        other = square
      end
      return other ~= nil and steps >= NEAR
    end)
    local goal = prey or other
    if goal then
      local way, at = step_to(state, before, from, goal)
      if lying[at] ~= nil and not been[at] then
        -- It may be a key.
        memory.tried = {}
      elseif real[at] ~= nil and not is_prey(real[at], player) then
        local id = uid(real[at])
        tried[id] = (tried[id] or 0) + 1
      end
      return way
    elseif not met_trap() then
      return nil
    end
  end
end

-- The first step to the nearest of some squares (a set), as a Vec: (0, 0) on one of them, and nil when none can be reached.
function M.towards(state, player, goals)
  local from = square_of(state, player)
  if goals[from] then
    return vec.new(0, 0)
  end
  for attempt = 1, 2 do
    local found
    local passes, met_trap = passes_for(state, player, attempt == 2)
    local _, before = M.reach(state, from, passes, function(square)
      found = goals[square] and square
      return found
    end)
    if found then
      return (step_to(state, before, from, found))
    elseif not met_trap() then
      return nil
    end
  end
end

return M
