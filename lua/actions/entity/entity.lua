-- Entity: a game object with decorators, and short methods that activate them: `die`, `tick`, `takeDamage` and others.

local import = ...
local action = import "actions/action/action"
local class = import "actions/class"
local constants = import "actions/constants"
local decorate = import "actions/decorators/decorate"
local GameObject = import "actions/entity/game_object"
local nesting = import "actions/action/nesting"
local pattern = import "actions/items/pattern"
local signatures = import "core/border/signatures"
local target = import "actions/items/target"
local vec = import "actions/vec"

local ipairs, next, type = ipairs, next, type
local NoneAction, new_vec = action.NoneAction, vec.new
local NO, WEAPON = constants.Attackableness.NO, constants.InventorySlots.weapon
local new_piece, new_target = pattern.new_piece, target.new

local Entity = class.define("Entity", GameObject)

-- Method -> { the decorator that it activates, the type of its first argument, the type of its optional second one }.
local activations = {
  beAttacked = { "Attackable", "table" }, beDug = { "Diggable", "table" }, bePushed = { "Pushable", "table" },
  beStatused = { "Statused", "table" }, die = { "Killable" }, displace = { "Displaceable", "table" },
  executeAttack = { "Attacking", "table", "table" }, executeDig = { "Digging", "table" },
  executeMove = { "Moving", "table" }, takeDamage = { "WithHP", "number" }, tick = { "Ticking" },
}

for method, activation in next, activations do
  local name, first_type, second_type = activation[1], activation[2], activation[3]
  Entity[method] = function(self, first, second, third)
    if first_type and type(first) ~= first_type or second_type and second ~= nil and type(second) ~= second_type then
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
  local _ <close> = nesting.enter(self)
  self.doingAction = true
  local acting = self.decorators.Acting
  if acting then
    acting:activate(self)
  end
  self.doingAction, self.didAction = false, true
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
  local orientation = self.orientation
  if orientation.x ~= direction.x or orientation.y ~= direction.y then
    self.orientation = new_vec(direction.x, direction.y)
    self:registerEvent(constants.Changes.Reorient)
  end
end

-- Whether the entity has a decorator, given as a class or a name.
function Entity:isDecorated(decorator)
  local name = type(decorator) == "string" and decorator or class.name(class.raw(decorator))
  return self.decorators[name] ~= nil
end

-- Items: through the inventory of the entity, or without one straight to the item.

for method, names in next, {
  equip = { "equip", "beEquipped" }, unequip = { "unequip", "beUnequipped" }, removeItem = { "remove", "beDestroyed" },
} do
  local of_inventory, of_item = names[1], names[2]
  Entity[method] = function(self, item)
    local inventory = self.inventory
    if inventory then
      inventory[of_inventory](inventory, item)
    else
      item[of_item](item, self)
    end
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
  local ahead = self:getTargetsDefault(act.direction)
  return ahead and ahead.attackableness ~= NO and { ahead } or {}
end

function Entity:getDigTargets(act)
  if type(act) ~= "table" then
    signatures.refuse("actions", "Entity:getDigTargets", self, act)
  end
  local ahead = self:getTargetsDefault(act.direction)
  return ahead and ahead.entity.decorators.Diggable and { ahead } or {}
end

-- Functions of classes.
Entity.copyChains = decorate.copy_chains
Entity.redecorate = decorate.redecorate
Entity.reapplyDecorators = decorate.redecorate

class.close(Entity)

return Entity
