-- Ticks for three beats, and goes up.

local Thing = require ".bases.thing"
local None = require "@action.actions.none"

local Bomb = class("Bomb", Thing)
copyChains(Thing, Bomb)
for _, name in ipairs { "Acting", "Ticking", "Sequential" } do
  decorate(Bomb, Decorators[name])
end
Retouchers.Algos.simple(Bomb)
Bomb.glyph, Bomb.colour = "o", "bright_red"
Bomb.baseModifiers = { hp = { amount = 1 }, explosion = { damage = 3, radius = 1 } }

---@param event { actor: actions.Entity, success: boolean }
local function is_near(event)
  local player = event.actor.world.grid:getClosestPlayer(event.actor.pos)
  event.success = player ~= nil and (player.pos - event.actor.pos):longest() <= 1
end

Bomb.sequenceSteps = {
  { action = None, checkSuccess = is_near, success = 2, fail = 1 },
  { action = None, repet = 3 },
  { action = require ".actions.explode" },
}

return Bomb
