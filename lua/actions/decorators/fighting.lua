-- Attackable, Attacking, Pushable: blows and pushes.

local import = ...
local chains = import "actions/chain/chain"
local class = import "actions/class"
local cycle = import "actions/decorators/decorator"
local event = import "actions/chain/event"
local interactors = import "actions/action/interactors"
local layers = import "actions/constants"
local loader = import "core/loader"
local signatures = import "core/border/signatures"
local stat_types = import "actions/stats/stat_types"

local HIGH, LOW = chains.ranks.HIGH, chains.ranks.LOW
local Changes, YES = layers.Changes, layers.Attackableness.YES
local types = stat_types.types
local type = type
local huge, max, min = math.huge, math.max, math.min

-- Attackable

local function set_resistance(passing)
  passing.resistance = passing.actor:getStat(types.AttackRes)
end

-- A blow from a source against which the resistance is greater than its power does nothing.
local function check_source(passing)
  local attack, resistance = passing.action.attack, passing.resistance
  if not attack then
    passing.propagate = false
  elseif resistance then
    passing.propagate = resistance:get(attack.source) <= attack.power
  end
end

local function armor(passing)
  local attack, resistance = passing.action.attack, passing.resistance
  if not resistance then
    return
  end
  local least = resistance:isSet "minDamage" and resistance:get "minDamage" or 1
  local most = resistance:isSet "maxDamage" and resistance:get "maxDamage" or huge
  local damage = attack.damage - resistance:get "armor"
  damage = max(least, min(most, damage))
  if attack.pierce <= resistance:get "pierce" then
    damage = 0
  end
  attack.damage = damage
end

local function take_hit(passing)
  passing.actor:takeDamage(passing.action.attack.damage)
end

local Attackable = cycle.decorator("Attackable", {
  { "defence", { { set_resistance, HIGH }, { check_source, LOW }, { armor, LOW } } },
  { "beHit", { take_hit, cycle.die } },
  { "attackableness", {} },
}, cycle.check_apply_cycle("defence", "beHit"))
Attackable.AttackSourceTypes = stat_types.attack_sources

-- The global registerAttackSource, as the original has it.
function Attackable.registerAttackSource(name)
  return stat_types.register_attack_source(loader.running_mod(), name)
end

function Attackable:getAttackableness(actor, attacker)
  if type(actor) ~= "table" or attacker ~= nil and type(attacker) ~= "table" then
    signatures.refuse("actions", "Attackable:getAttackableness", self, actor, attacker)
  end
  if chains.is_empty(actor.chains.attackableness) then
    return YES
  end
  local passing = event.new(actor)
  passing.attacker = attacker
  chains.pass(actor.chains.attackableness, passing, chains.check_propagate)
  return passing.result == nil and YES or passing.result
end

class.close(Attackable)

-- Attacking

local function set_effects(passing)
  local actor, action = passing.actor, passing.action
  action.attack = actor:getStat(types.Attack)
  action.push = actor:getStat(types.Push)
  -- Without any status there is none to bring.
  action.status = stat_types.statuses[1] and actor:getStat(types.Status)
end

local function set_targets(passing)
  local actor, action = passing.actor, passing.action
  if passing.targetEntities then
    passing.targets = cycle.convert_to_targets(passing.targetEntities, action.direction, actor)
  elseif not passing.targets then
    passing.targets = actor:getTargets(action)
  end
end

local function apply(name, field)
  local interact = interactors.act[name]
  return function(passing)
    passing[field] = interact(passing.targets, passing.action)
  end
end

local Attacking = cycle.decorator("Attacking", {
  { "getAttack", { { set_effects, HIGH }, { set_targets, HIGH } } },
  {
    "attack",
    {
      apply("attack", "attackEvents"), apply("push", "pushEvents"), apply("status", "statusEvents"),
      cycle.reg_change_func(Changes.Hits),
    },
  },
})

-- With `entities`, those are hit, wherever they are.
function Attacking:activate(actor, action, entities)
  cycle.check_actor(self, actor)
  if type(action) ~= "table" or entities ~= nil and type(entities) ~= "table" then
    signatures.refuse("actions", "Attacking:activate", self, actor, action, entities)
  end
  local passing = event.new(actor, action)
  passing.targetEntities = entities
  return cycle.run(actor, "getAttack", "attack", passing)
end

class.close(Attacking)

-- Pushable

local function set_push_resistance(passing)
  passing.resistance = passing.actor:getStat(types.PushRes)
end

local function check_push(passing)
  local push, resistance = passing.action.push, passing.resistance
  passing.propagate = push ~= nil and (not resistance or resistance:get(push.source) <= push.power)
end

local function execute_push(passing)
  local actor, action = passing.actor, passing.action
  passing.displaceEvent = actor:displace(action.push:toMove(action.direction))
end

local Pushable = cycle.decorator("Pushable", {
  { "checkPush", { { set_push_resistance, HIGH }, { check_push, LOW } } },
  { "executePush", { execute_push, cycle.reg_change_func(Changes.Pushed) } },
}, cycle.check_apply_cycle("checkPush", "executePush"))
class.close(Pushable)

return { Attackable = Attackable, Attacking = Attacking, Pushable = Pushable }
