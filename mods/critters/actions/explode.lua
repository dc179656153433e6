-- The actor goes up, and all around it is hit and pushed away.

local utils = require "@action.handlers.utils"
local AttackAction = require "@action.actions.attack"
local Attack = require "@action.effects.attack"
local Push = require "@action.effects.push"

local function explode(actor)
  local explosion = actor:getStat(StatTypes.Explosion)
  actor:die()
  for x = -explosion.radius, explosion.radius do
    for y = -explosion.radius, explosion.radius do
      local victim = actor.world.grid:getRealAt(actor.pos + Vec(x, y))
      if victim and victim ~= actor then
        local blow = AttackAction()
        blow.direction = Vec(x, y)
        blow.attack = Attack { damage = explosion.damage, pierce = 1, source = "explosion", power = 1 }
        blow.push = Push { distance = explosion.distance, power = 1, source = "explosion" }
        victim:beAttacked(blow)
        victim:bePushed(blow)
      end
    end
  end
  return { success = true }
end

return Action.fromHandlers("Explode", utils.applyFunctionHandler(explode))
