-- Pushable: an entity that attacks can push.

local import = ...
local constants = import "actions/constants"
local decorator = import "actions/decorators/decorator"
local ranks = import("actions/chain/chain").ranks
local stat_types = import("actions/stats/stat_types").types

local function check_push(passing)
  local push, resistance = passing.action.push, passing.resistance
  passing.propagate = push ~= nil and (not resistance or resistance:get(push.source) <= push.power)
end

local function execute_push(passing)
  local actor, action = passing.actor, passing.action
  passing.displaceEvent = actor:displace(action.push:toMove(action.direction))
end

return decorator.define("Pushable", {
  { "checkPush", { { decorator.set_resistance(stat_types.PushRes), ranks.HIGH }, { check_push, ranks.LOW } } },
  { "executePush", { execute_push, decorator.reg_change_func(constants.Changes.Pushed) } },
})
