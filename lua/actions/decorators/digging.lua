-- Digging: an entity that digs.

local import = ...
local constants = import "actions/constants"
local decorator = import "actions/decorators/decorator"
local dig_targets = import("actions/action/interactors").dig
local ranks = import("actions/chain/chain").ranks
local stat_types = import("actions/stats/stat_types").types

local function set_dig(passing)
  local actor, action = passing.actor, passing.action
  action.dig = actor:getStat(stat_types.Dig)
  passing.targets = passing.targets or actor:getDigTargets(action)
end

local function dig(passing)
  passing.digEvents = dig_targets(passing.targets, passing.action)
end

return decorator.define("Digging", {
  { "getDig", { { set_dig, ranks.HIGH } } },
  { "dig", { dig, decorator.reg_change_func(constants.Changes.Digs) } },
})
