-- Killable: an entity that can die.

local import = ...
local constants = import "actions/constants"
local decorator = import "actions/decorators/decorator"

local function die(passing)
  local actor = passing.actor
  actor.dead, actor.didAction = true, true
  actor.world:removeDead(actor)
end

return decorator.define("Killable", {
  { "checkDie", {} },
  { "die", { die, decorator.reg_change_func(constants.Changes.Dead) } },
})
