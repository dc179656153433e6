-- Attacking: lets an entity attack: hit targets, push them and give them statuses.

local import = ...
local chains = import "actions/chain/chain"
local constants = import "actions/constants"
local decorator = import "actions/decorators/decorator"
local event = import "actions/chain/event"
local interactors = import "actions/action/interactors"
local stat_types = import "actions/stats/stat_types"
local stats = import "actions/stats/stats"

local type = type
local HIGH, types = chains.ranks.HIGH, stat_types.types

local function set_effects(passing)
  local actor, action = passing.actor, passing.action
  action.attack = actor:getStat(types.Attack)
  -- Most games register no status, and then the stat has no attributes.
  action.status = stat_types.statuses[1] and actor:getStat(types.Status) or stats.new({})
  action.push = actor:getStat(types.Push)
end

local function set_targets(passing)
  local actor, action = passing.actor, passing.action
  if passing.targetEntities then
    passing.targets = decorator.convert_to_targets(passing.targetEntities, action.direction, actor)
  elseif not passing.targets then
    passing.targets = actor:getTargets(action)
  end
end

-- The event shows what was applied: the effect and, for each target, the event of it.
local function apply(interact, effect, field)
  return function(passing)
    passing[effect], passing[field] = passing.action[effect], interact(passing.targets, passing.action)
  end
end

local Attacking = {}

-- `entities` are hit wherever they stand; without them, the weapon or the direction decides.
function Attacking:activate(actor, action, entities)
  decorator.check_actor(self, actor)
  if type(action) ~= "table" or entities ~= nil and type(entities) ~= "table" then
    decorator.check(self, "action", action, type(action) == "table")
    decorator.check(self, "entities", entities, false)
  end
  local passing = event.new(actor, action)
  passing.targetEntities = entities
  return decorator.run(actor, "getAttack", "attack", passing)
end

return decorator.define("Attacking", {
  { "getAttack", { { set_effects, HIGH }, { set_targets, HIGH } } },
  {
    "attack",
    {
      apply(interactors.attack, "attack", "attackEvents"), apply(interactors.push, "push", "pushEvents"),
      apply(interactors.status, "status", "statusEvents"), decorator.reg_change_func(constants.Changes.Hits),
    },
  },
}, Attacking)
