-- Lets an arrow fly where the actor looks.

local utils = require "@action.handlers.utils"

local function shoot(actor, action)
  local at = actor.pos + action.direction
  if actor.world.grid:hasBlockAt(at) and not actor.world.grid:getPlayerAt(at) then
    return { success = false }
  end
  actor:reorient(action.direction)
  local Arrow = require ".entities.arrow"
  local arrow = actor.world:create(Arrow, actor.pos)
  arrow.orientation = action.direction:copy()
  return { success = true, arrow = arrow }
end

return Action.fromHandlers("Shoot", utils.applyFunctionHandler(shoot))
