-- What arrows do: hit what is ahead, or fly on, or break.

local utils = require "@action.handlers.utils"
local Attack = require "@action.effects.attack"

local function fly(actor, action)
  local grid, ahead = actor.world.grid, actor.pos + action.direction
  local victim = grid:getRealAt(ahead)
  if victim then
    action.attack = Attack(actor:getStat(StatTypes.Attack))
    victim:beAttacked(action)
    actor:die()
  elseif grid:hasBlockAt(ahead) then
    actor:die()
  else
    actor:executeMove(action)
  end
  return { success = true }
end

return Action.fromHandlers("Fly", utils.applyFunctionHandler(fly))
