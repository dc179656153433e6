-- Weapon: an item that decides what an attack hits. Its pattern gives the squares and its chain filters the targets
-- there.

local import = ...
local chains = import "actions/chain/chain"
local class = import "actions/class"
local constants = import "actions/constants"
local errors = import "core/errors"
local event = import "actions/chain/event"
local items = import "actions/items/item"
local need_table = import "actions/need_table"
local patterns = import "actions/items/pattern"
local target = import "actions/items/target"
local vec = import "actions/vec"

local filter = target.filter
local attackableness = constants.Attackableness
local NO, YES, SKIP, IF_NEXT_TO = attackableness.NO, attackableness.YES, attackableness.SKIP, attackableness.IF_NEXT_TO

local M = {}

-- Ends the pass when a handler stopped it or no target is left.
local function check(passing)
  need_table(passing, "weapons.chains.check", passing)
  return not passing.propagate or #passing.targets == 0
end
M.check = check

local function is_there(candidate)
  return candidate.entity ~= nil
end

local drop_empty = filter(is_there)

-- Stops the attack when all targets may only be hit from the next square and none is there.
local function check_next_to(passing)
  local targets = passing.targets
  local first = targets[1]
  if first.index == 1 and first.attackableness ~= NO then
    return
  end
  for _, candidate in ipairs(targets) do
    if candidate.attackableness ~= IF_NEXT_TO then
      return
    end
  end
  passing.targets, passing.propagate = {}, false
end

-- Whether no wall is on the squares over which a piece reaches.
local function can_reach(candidate, passing)
  local blocked, reach = passing.blocked or {}, candidate.piece.reach
  if reach == true then
    for i = 1, candidate.index - 1 do
      if blocked[i] then
        return false
      end
    end
  elseif type(reach) == "table" then
    for _, i in ipairs(reach) do
      if blocked[i] then
        return false
      end
    end
  end
  return true
end

-- Drops the targets on pieces that reach over squares with walls.
local check_reach = filter(can_reach)

local function is_attackable(candidate)
  return candidate.attackableness ~= NO
end

local drop_unattackable = filter(is_attackable)

local drop_distant = filter(function(candidate)
  return candidate.attackableness ~= IF_NEXT_TO or candidate.index == 1
end)

local function take_first(passing)
  for _, candidate in ipairs(passing.targets) do
    if candidate.attackableness ~= SKIP then
      passing.targets = { candidate }
      return
    end
  end
  passing.targets = {}
end

-- Hits the first target that can be hit.
M.general = chains.fixed(
  { drop_empty, check_next_to, check_reach, drop_unattackable, drop_distant, take_first }, check
)

local function is_hittable(candidate)
  return candidate.attackableness == YES or candidate.attackableness == IF_NEXT_TO
end

local keep_attackable = filter(is_hittable)

-- Hits all targets that can be hit.
M.hit_all = chains.fixed({ drop_empty, keep_attackable, check_next_to }, check)

-- What mods make their own chains of. A filter of a list gives another list.
local function list_filter(accepts)
  local filter_event = filter(accepts)
  return function(list)
    local passing = { targets = list }
    filter_event(passing)
    return passing.targets
  end
end

M.checks = { stopIfEmpty = check }
M.filters = {
  Nil = list_filter(is_there), Unattackable = list_filter(is_attackable), LeaveAttackable = list_filter(is_hittable),
}
M.utils = {
  canReach = can_reach, eliminate = drop_distant, nextToAny = check_next_to, takeFirst = take_first,
  unreachable = check_reach,
}

function M.utils.isLowestIndex(candidate, targets)
  for _, other in ipairs(targets) do
    if other.index < candidate.index then
      return false
    end
  end
  return true
end

-- Makes a handler of a filter of a list.
function M.utils.filter(of_list)
  return function(passing)
    passing.targets = of_list(passing.targets)
  end
end

local Weapon = class.define("Weapon", items.Item)
Weapon.slot = constants.InventorySlots.weapon
Weapon.chain, Weapon.check = M.general, check

-- Where an actor stands in its own pattern.
local HERE = vec.new(0, 0)

-- The pattern of a weapon without one: the next square.
local ahead = patterns.Pattern()
ahead:add(vec.new(1, 0), vec.new(1, 0), false)

function Weapon:getTargets(actor, act)
  need_table(actor, "Weapon:getTargets", self, actor, act)
  need_table(act, "Weapon:getTargets", self, actor, act)
  -- A weapon of another mod may be a read-only proxy, which `self` must not be for its handlers.
  self = class.raw(self)
  local pattern = self.pattern or ahead
  if not class.is(pattern, patterns.Pattern) then
    errors.raise("the pattern of " .. class.type_name(self) .. " is " .. class.type_name(pattern)
      .. ": must be a Pattern")
  elseif not chains.is_chain(self.chain) then
    errors.raise("the chain of " .. class.type_name(self) .. " is " .. class.type_name(self.chain)
      .. ": must be a chain")
  end
  local direction = vec.check(act.direction, "Weapon.getTargets: the direction of the action")
  local grid, targets, blocked = actor.world.grid, {}, {}
  local x, y = actor.pos.x, actor.pos.y
  for i, piece in ipairs(pattern:turned(HERE, direction)) do
    local at_x, at_y = x + piece.pos.x, y + piece.pos.y
    local entity = grid:topAt(at_x, at_y)
    targets[i] = target.new(entity, piece, i, entity and entity:getAttackableness(actor) or NO)
    blocked[i] = grid:isWall(at_x, at_y)
  end
  local passing, stop = event.new(actor, act), self.check
  passing.targets, passing.blocked = targets, blocked
  if type(stop) == "function" and stop(passing) then
    return passing.targets
  end
  return chains.pass(self.chain, passing, stop).targets
end

class.close(Weapon)
M.Weapon = Weapon

return M
