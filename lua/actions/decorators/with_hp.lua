-- WithHP: an entity with hit points.

local import = ...
local class = import "actions/class"
local constants = import "actions/constants"
local decorator = import "actions/decorators/decorator"
local HP = import "actions/entity/hp"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"

local type = type

local WithHP = decorator.define "WithHP"

function WithHP:__construct(entity)
  local modifiers = class.raw(entity.baseModifiers)
  local hp = type(modifiers) == "table" and modifiers.hp
  local amount = type(hp) == "table" and hp.amount or nil
  if type(amount) ~= "number" then
    class.blame(class.of(entity), "WithHP: " .. class.type_name(entity) .. ".baseModifiers.hp.amount is "
      .. text.shown(amount) .. ": must be a number")
  end
  entity.hp = HP(amount)
end

-- Takes damage; gives the part that exceeded the hit points.
function WithHP:activate(actor, damage)
  if type(actor) ~= "table" or not actor.hp or type(damage) ~= "number" then
    signatures.refuse("actions", "WithHP:activate", self, actor, damage)
  end
  local excess = actor.hp:takeDamage(damage)
  actor:registerEvent(constants.Changes.Hurt)
  return excess
end

class.close(WithHP)

return WithHP
