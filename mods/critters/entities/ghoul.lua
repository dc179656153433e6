-- Strikes hard enough to push, and needs a beat to draw breath after it has.

local Enemy = require ".bases.enemy"

return Enemy.make("Ghoul", {
  glyph = "g", colour = "red",
  baseModifiers = {
    hp = { amount = 6 },
    attack = { damage = 2, pierce = 1 },
    push = { distance = 1, power = 1 },
  },
  sequenceSteps = {
    { action = require "@action.actions.attackmove", movs = require "@sequence.movs.basic", success = 2, fail = 1 },
    { action = require "@action.actions.none", success = 1 },
  },
})
