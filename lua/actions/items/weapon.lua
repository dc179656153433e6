-- Weapons: items that decide what an attack hits.

local import = ...
local errors = import "core/errors"
local chains = import "actions/chain/chain"
local class = import "actions/class"
local event = import "actions/chain/event"
local items = import "actions/items/item"
local layers = import "actions/constants"
local signatures = import "core/border/signatures"
local target = import "actions/items/target"
local vec = import "actions/vec"

local ipairs, type = ipairs, type
local at = layers.Attackableness
local NO, YES, SKIP, IF_NEXT_TO = at.NO, at.YES, at.SKIP, at.IF_NEXT_TO

local M = {}

-- Walks end when nothing is left, or a handler says so.
local function check(passing)
  if type(passing) ~= "table" then
    signatures.refuse("actions", "weapons.chains.check", passing)
  end
  return not passing.propagate or #passing.targets == 0
end
M.check = check

local function filter(passing, keeps)
  local kept = {}
  for _, one in ipairs(passing.targets) do
    if keeps(one) then
      kept[#kept + 1] = one
    end
  end
  passing.targets = kept
end

local function drop_nothing(passing)
  filter(passing, function(one)
    return one.entity ~= nil
  end)
end

-- What can only be hit from beside is not hit alone from afar.
local function next_to_any(passing)
  local targets = passing.targets
  local first = targets[1]
  if first.index == 1 and first.attackableness ~= NO then
    return
  end
  for _, one in ipairs(targets) do
    if one.attackableness ~= IF_NEXT_TO then
      return
    end
  end
  passing.targets, passing.propagate = {}, false
end

-- Pieces that reach over others hit nothing when one of those is blocked, as by a wall.
local function reach(passing)
  local blocked = passing.blocked
  filter(passing, function(one)
    local over = one.piece.reach
    if over == true then
      for i = 1, one.index - 1 do
        if blocked[i] then
          return false
        end
      end
    elseif type(over) == "table" then
      for _, i in ipairs(over) do
        if blocked[i] then
          return false
        end
      end
    end
    return true
  end)
end

local function drop_unattackable(passing)
  filter(passing, function(one)
    return one.attackableness ~= NO
  end)
end

local function drop_distant(passing)
  filter(passing, function(one)
    return one.attackableness ~= IF_NEXT_TO or one.index == 1
  end)
end

local function take_first(passing)
  for _, one in ipairs(passing.targets) do
    if one.attackableness ~= SKIP then
      passing.targets = { one }
      return
    end
  end
  passing.targets = {}
end

-- The first that can be hit.
M.general = chains.fixed { drop_nothing, next_to_any, reach, drop_unattackable, drop_distant, take_first }

local function keep_attackable(passing)
  filter(passing, function(one)
    return one.attackableness == YES or one.attackableness == IF_NEXT_TO
  end)
end

-- All that can be hit.
M.hit_all = chains.fixed { drop_nothing, keep_attackable, next_to_any }

local Weapon = class.define("Weapon", items.Item)
Weapon.slot = layers.InventorySlots.weapon
Weapon.chain, Weapon.check = M.general, check
-- One piece, in front.
local ahead = target.Pattern()
ahead:add(vec.new(1, 0), vec.new(1, 0), false)

-- Whatever a mod's `pattern` is, its pieces around the actor.
local function pieces_of(weapon, actor, act)
  local pattern = weapon.pattern or ahead
  if not class.is(pattern, target.Pattern) then
    errors.raise("the pattern of " .. class.type_name(weapon) .. " is " .. class.type_name(pattern)
      .. ": must be a Pattern")
  end
  return pattern:turned(actor.pos, vec.check(act.direction, "Weapon.getTargets: the direction of the action"))
end

function Weapon:getTargets(actor, act)
  if type(actor) ~= "table" or type(act) ~= "table" then
    signatures.refuse("actions", "Weapon:getTargets", self, actor, act)
  end
  -- Somebody may hold the weapon of another mod, of which it sees what it may only read.
  self = class.raw(self)
  local grid, targets, blocked = actor.world.grid, {}, {}
  for i, piece in ipairs(pieces_of(self, actor, act)) do
    local entity = grid:getOneFromTopAt(piece.pos)
    targets[i] = target.new_target(entity, piece, i, entity and entity:getAttackableness(actor) or NO)
    blocked[i] = grid:isWall(piece.pos.x, piece.pos.y)
  end
  local passing = event.new(actor, act)
  passing.targets, passing.blocked = targets, blocked
  if not chains.is_chain(self.chain) then
    errors.raise("the chain of " .. class.type_name(self) .. " is " .. class.type_name(self.chain) .. ": must be a chain")
  end
  return chains.pass(self.chain, passing, self.check).targets
end

class.close(Weapon)
M.Weapon = Weapon

return M
