-- What arrows do: hit what is ahead, or fly on, or break.

local utils = require "@action.handlers.utils"

local function fly(actor, action)
  local grid, ahead = actor.world.grid, actor.pos + action.direction
  local victim = grid:getRealAt(ahead)
  if victim then
    action.attack = actor:getStat(StatTypes.Attack)
    action.status = actor:getStat(StatTypes.Status)
    victim:beAttacked(action)
    if not victim.dead then
      victim:beStatused(action)
    end
    actor:die()
  elseif grid:hasBlockAt(ahead) then
    actor:die()
  else
    actor:executeMove(action)
  end
  return { success = true }
end

return Action.fromHandlers("Fly", utils.applyFunctionHandler(fly))
