-- Flutters: every other beat it goes any way it likes.

local Enemy = require ".bases.enemy"

local function anywhere()
  return table.shuffle { Vec(1, 0), Vec(0, 1), Vec(-1, 0), Vec(0, -1) }
end

local AttackMove = require "@action.actions.attackmove"

return Enemy.make("Bat", {
  glyph = "b", colour = "magenta",
  priority = 10,
  baseModifiers = { hp = { amount = 1 }, attack = { damage = 1, pierce = 1 } },
  sequenceSteps = {
    { action = AttackMove, movs = require "@sequence.movs.basic" },
    { action = AttackMove, movs = anywhere },
  },
})
