-- Attackable: an entity that can be hit.

local import = ...
local chains = import "actions/chain/chain"
local constants = import "actions/constants"
local decorator = import "actions/decorators/decorator"
local event = import "actions/chain/event"
local loader = import "core/loader"
local signatures = import "core/border/signatures"
local stat_types = import "actions/stats/stat_types"

local HIGH, LOW, YES = chains.ranks.HIGH, chains.ranks.LOW, constants.Attackableness.YES

-- Stops an attack whose power is less than the resistance to its source.
local function check_source(passing)
  local attack, resistance = passing.action.attack, passing.resistance
  if not attack then
    passing.propagate = false
  elseif resistance then
    passing.propagate = resistance:get(attack.source) <= attack.power
  end
end

local function apply_armor(passing)
  local attack, resistance = passing.action.attack, passing.resistance
  if not resistance then
    return
  end
  local least = resistance:isSet "minDamage" and resistance:get "minDamage" or 1
  local most = resistance:isSet "maxDamage" and resistance:get "maxDamage" or math.huge
  local damage = math.max(least, math.min(most, attack.damage - resistance:get "armor"))
  if attack.pierce <= resistance:get "pierce" then
    damage = 0
  end
  attack.damage = damage
end

local function take_damage(passing)
  passing.actor:takeDamage(passing.action.attack.damage)
end

local Attackable = { AttackSourceTypes = stat_types.attack_sources }

-- Mods for Dungeon Hopper find this global function here, too.
function Attackable.registerAttackSource(name)
  return stat_types.register_attack_source(loader.calling_mod "registerAttackSource", name)
end

function Attackable:getAttackableness(actor, attacker)
  if type(actor) ~= "table" or attacker ~= nil and type(attacker) ~= "table" then
    signatures.refuse("actions", "Attackable:getAttackableness", self, actor, attacker)
  end
  local chain = actor.chains.attackableness
  if chains.is_empty(chain) then
    return YES
  end
  local passing = event.new(actor)
  passing.attacker = attacker
  chains.pass(chain, passing, chains.check_propagate)
  return passing.result == nil and YES or passing.result
end

return decorator.define("Attackable", {
  {
    "defence",
    { { decorator.set_resistance(stat_types.types.AttackRes), HIGH }, { check_source, LOW }, { apply_armor, LOW } },
  },
  { "beHit", { take_damage, decorator.die } },
  { "attackableness", {} },
}, Attackable)
