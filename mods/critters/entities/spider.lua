-- Goes diagonally, and spins whom it bites into a web.

local Enemy = require ".bases.enemy"

return Enemy.make("Spider", {
  glyph = "s", colour = "bright_magenta",
  baseModifiers = { hp = { amount = 2 }, attack = { damage = 1, pierce = 1 }, status = { web = 1 } },
  sequenceSteps = {
    { action = require "@action.actions.attackmove", movs = require "@sequence.movs.diagonal" },
    { action = require "@action.actions.none" },
  },
})
