-- WithHP, Killable, Ticking.

local import = ...
local chains = import "actions/chain/chain"
local class = import "actions/class"
local cycle = import "actions/decorators/decorator"
local event = import "actions/chain/event"
local HP = import "actions/entity/hp"
local layers = import "actions/constants"
local signatures = import "core/border/signatures"
local shown = import("core/sandbox/text").shown

local type = type
local Changes = layers.Changes

local WithHP = cycle.decorator "WithHP"

function WithHP:__construct(entity)
  local modifiers = class.raw(entity.baseModifiers)
  local hp = type(modifiers) == "table" and modifiers.hp
  if type(hp) ~= "table" or type(hp.amount) ~= "number" then
    local given = type(hp) == "table" and hp.amount or nil
    class.blame(class.of(entity), "WithHP: " .. class.type_name(entity) .. ".baseModifiers.hp.amount is " .. shown(given)
      .. ": must be a number")
  end
  entity.hp = HP(hp.amount)
end

function WithHP:activate(actor, damage)
  if type(actor) ~= "table" or not actor.hp or type(damage) ~= "number" then
    signatures.refuse("actions", "WithHP:activate", self, actor, damage)
  end
  local left = actor.hp:takeDamage(damage)
  actor:registerEvent(Changes.Hurt)
  return left
end

class.close(WithHP)

local function die(passing)
  local actor = passing.actor
  actor.dead, actor.didAction = true, true
  actor.world:removeDead(actor)
end

local Killable = cycle.decorator("Killable", {
  { "checkDie", {} },
  { "die", { die, cycle.reg_change_func(Changes.Dead) } },
}, cycle.check_apply_cycle("checkDie", "die"))
class.close(Killable)

local Ticking = cycle.decorator("Ticking", { { "tick", {} } })

function Ticking:activate(actor)
  cycle.check_actor(self, actor)
  chains.pass(actor.chains.tick, event.new(actor))
end

class.close(Ticking)

return { WithHP = WithHP, Killable = Killable, Ticking = Ticking }
