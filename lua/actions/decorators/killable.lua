-- Killable: an entity that can die.

local import = ...
local class = import "actions/class"
local constants = import "actions/constants"
local decorator = import "actions/decorators/decorator"

local function die(passing)
  local actor = passing.actor
  actor.dead, actor.didAction = true, true
  actor.world:removeDead(actor)
end

local Killable = decorator.define("Killable", {
  { "checkDie", {} },
  { "die", { die, decorator.reg_change_func(constants.Changes.Dead) } },
}, decorator.check_apply_cycle("checkDie", "die"))
class.close(Killable)

return Killable
