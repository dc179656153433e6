-- Flies straight on until it meets something, and stuns it.

local Arrow = class("Arrow", Entity)
Arrow.layer = Layers.projectile
Arrow.glyph, Arrow.colour = "*", "bright_white"
Arrow.baseModifiers = { attack = { damage = 1, pierce = 1 }, status = { stun = 1 }, move = { distance = 1 } }
Arrow.sequenceSteps = { { action = require ".actions.fly", movs = require "@sequence.movs.straight" } }

Decorators.Start(Arrow)
for _, name in ipairs { "Acting", "Ticking", "Sequential", "DynamicStats", "Moving", "Displaceable", "Killable" } do
  decorate(Arrow, Decorators[name])
end
Retouchers.Algos.general(Arrow)

return Arrow
