-- WithHP: an entity with hit points.

local import = ...
local class = import "actions/class"
local constants = import "actions/constants"
local decorator = import "actions/decorators/decorator"
local HP = import "actions/entity/hp"
local text = import "core/sandbox/text"

local WithHP = {}

-- Raises what is wrong with the hit points in the baseModifiers of a class.
local function blame(entity_class, modifiers, hp, amount)
  local message = "WithHP: " .. class.name(entity_class) .. ".baseModifiers.hp.amount is " .. text.shown(amount)
    .. ": must be a number"
  if type(hp) == "table" then
    class.blame(entity_class, message, "amount", hp)
  elseif type(modifiers) == "table" then
    class.blame(entity_class, message, "hp", modifiers)
  end
  class.blame(entity_class, message, "baseModifiers", class.declared_fields(entity_class))
end

function WithHP:__construct(entity)
  local modifiers = class.raw(entity.baseModifiers)
  local hp = type(modifiers) == "table" and modifiers.hp
  local amount = type(hp) == "table" and hp.amount or nil
  if type(amount) ~= "number" then
    blame(class.of(entity), modifiers, hp, amount)
  end
  entity.hp = HP(amount)
end

-- Takes damage; gives the part that exceeded the hit points.
function WithHP:activate(actor, damage)
  decorator.check(self, "actor", actor, type(actor) == "table" and actor.hp)
  decorator.check(self, "damage", damage, type(damage) == "number")
  local excess = actor.hp:takeDamage(damage)
  actor:registerEvent(constants.Changes.Hurt)
  return excess
end

return decorator.define("WithHP", nil, WithHP)
