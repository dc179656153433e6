-- Entity: a game object with decorators, and short ways to activate them.

local import = ...
local class = import "actions/class"
local GameObject = import "actions/entity/game_object"
local action = import "actions/action/action"
local decorate = import "actions/decorators/decorate"
local layers = import "actions/constants"
local signatures = import "core/border/signatures"
local target = import "actions/items/target"
local turns = import "actions/action/nesting"
local vec = import "actions/vec"

local ipairs, next, type = ipairs, next, type
local NoneAction, new_vec = action.NoneAction, vec.new
local NO, WEAPON = layers.Attackableness.NO, layers.InventorySlots.weapon
local new_piece, new_target = target.new_piece, target.new_target

local Entity = class.define("Entity", GameObject)

-- What is short for activating a decorator, and the types of the first arguments.
local shorthand = {
  executeMove = { "Moving", "table" }, executeAttack = { "Attacking", "table", "table" },
  beAttacked = { "Attackable", "table" }, bePushed = { "Pushable", "table" }, beStatused = { "Statused", "table" }, takeDamage = { "WithHP", "number" },
  tick = { "Ticking" }, die = { "Killable" }, displace = { "Displaceable", "table" }, executeDig = { "Digging", "table" },
  beDug = { "Diggable", "table" },
}

for method, known in next, shorthand do
  local name, wanted, also = known[1], known[2], known[3]
  Entity[method] = function(self, first, second, third)
    if wanted and type(first) ~= wanted or also and second ~= nil and type(second) ~= also then
      signatures.refuse("actions", "Entity:" .. method, self, first, second)
    end
    local decorator = self.decorators[name]
    if decorator then
      return decorator:activate(self, first, second, third)
    end
  end
end

function Entity:getStat(index)
  local stats = self.decorators.DynamicStats
  if stats then
    return stats:getStat(index)
  end
end

for _, name in ipairs { "getStatRaw", "setStat", "addStat" } do
  Entity[name] = function(self, index, first, second)
    local stats = self.decorators.DynamicStats
    if stats then
      return stats[name](stats, index, first, second)
    end
  end
end

function Entity:calculateAction()
  local sequential = self.decorators.Sequential
  if sequential then
    sequential:activate(self)
  else
    self.nextAction = NoneAction()
  end
end

function Entity:executeAction()
  turns.enter()
  self.doingAction = true
  local acting = self.decorators.Acting
  if acting then
    acting:activate(self)
  end
  self.doingAction, self.didAction = false, true
  turns.leave()
end

function Entity:getAttackableness(attacker)
  if attacker ~= nil and type(attacker) ~= "table" then
    signatures.refuse("actions", "Entity:getAttackableness", self, attacker)
  end
  local attackable = self.decorators.Attackable
  if not attackable then
    return NO
  end
  return attackable:getAttackableness(self, attacker)
end

function Entity:reorient(direction)
  vec.check(direction, "Entity:reorient: the direction")
  local now = self.orientation
  if now.x ~= direction.x or now.y ~= direction.y then
    self.orientation = new_vec(direction.x, direction.y)
    self:registerEvent(layers.Changes.Reorient)
  end
end

-- Whether the entity has a decorator, given as its class or its name.
function Entity:isDecorated(decorator)
  local name = type(decorator) == "string" and decorator or class.name(class.raw(decorator))
  return self.decorators[name] ~= nil
end

-- Items.

function Entity:equip(item)
  if self.inventory then
    self.inventory:equip(item)
  else
    item:beEquipped(self)
  end
end

function Entity:unequip(item)
  if self.inventory then
    self.inventory:unequip(item)
  else
    item:beUnequipped(self)
  end
end

function Entity:removeItem(item)
  if self.inventory then
    self.inventory:remove(item)
  else
    item:beDestroyed(self)
  end
end

function Entity:dropExcess()
  if self.inventory then
    self.inventory:dropExcess()
  end
end

function Entity:getWeapon()
  local inventory = self.inventory
  return inventory and inventory:get(WEAPON, 1) or nil
end

-- Targets.

function Entity:getTargetsDefault(direction)
  if type(direction) ~= "table" then
    signatures.refuse("actions", "Entity:getTargetsDefault", self, direction)
  end
  local pos = self.pos
  local x, y = pos.x + direction.x, pos.y + direction.y
  local entity = self.world.grid:topAt(x, y)
  if entity then
    return new_target(entity, new_piece(new_vec(x, y), direction, false), 1, entity:getAttackableness(self))
  end
end

function Entity:getTargets(act)
  if type(act) ~= "table" then
    signatures.refuse("actions", "Entity:getTargets", self, act)
  end
  local weapon = self:getWeapon()
  if weapon then
    return weapon:getTargets(self, act)
  end
  local found = self:getTargetsDefault(act.direction)
  if not found or found.attackableness == NO then
    return {}
  end
  return { found }
end

function Entity:getDigTargets(act)
  if type(act) ~= "table" then
    signatures.refuse("actions", "Entity:getDigTargets", self, act)
  end
  local found = self:getTargetsDefault(act.direction)
  if found and found.entity.decorators.Diggable then
    return { found }
  end
  return {}
end

-- Classes.

Entity.copyChains = decorate.copy_chains
Entity.redecorate = decorate.redecorate
Entity.reapplyDecorators = decorate.redecorate

class.close(Entity)

return Entity
