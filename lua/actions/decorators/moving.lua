-- Moving: an entity that moves.

local import = ...
local constants = import "actions/constants"
local decorator = import "actions/decorators/decorator"
local effects = import "actions/action/effects"
local ranks = import("actions/chain/chain").ranks
local stat_types = import("actions/stats/stat_types").types

local function get_move(passing)
  local move = passing.actor:getStat(stat_types.Move) or effects.Move()
  move.direction = passing.action.direction
  passing.move = move
end

local function displace(passing)
  passing.displaceEvent = passing.actor:displace(passing.move)
end

return decorator.define("Moving", {
  { "getMove", { { get_move, ranks.HIGH } } },
  { "move", { displace, decorator.reg_change_func(constants.Changes.Move) } },
})
