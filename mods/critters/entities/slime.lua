-- Slow, comes from all eight sides, and poisons.

local Enemy = require ".bases.enemy"
local None = require "@action.actions.none"

return Enemy.make("Slime", {
  glyph = "j", colour = "bright_cyan",
  baseModifiers = {
    hp = { amount = 4 }, attack = { damage = 1, pierce = 1 }, status = { poison = 1 }, resistance = { armor = 1 },
  },
  sequenceSteps = {
    { action = None, repet = 2 },
    { action = require "@action.actions.attackmove", movs = require "@sequence.movs.adjacent" },
  },
})
