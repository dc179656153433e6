-- Runs at the player and bites.

local Enemy = require ".bases.enemy"

return Enemy.make("Rat", {
  glyph = "r", colour = "yellow",
  baseModifiers = { hp = { amount = 2 }, attack = { damage = 1, pierce = 1 } },
  sequenceSteps = { { action = require "@action.actions.attackmove", movs = require "@sequence.movs.basic" } },
})
