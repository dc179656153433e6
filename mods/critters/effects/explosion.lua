local Effect = require "@action.effects.effect"

local Explosion = class("Explosion", Effect)
Explosion.modifier = { { "damage", 2 }, { "radius", 1 }, { "distance", 1 } }

return Explosion
