-- Waits until the player is in line, turns, and shoots.

local Enemy = require ".bases.enemy"
local handlers = require "modules.utils.handlers"

return Enemy.make("Spitter", {
  glyph = "p", colour = "bright_yellow",
  baseModifiers = { hp = { amount = 2 }, attack = { damage = 1, pierce = 1 } },
  sequenceSteps = {
    { action = require "@action.actions.none", checkSuccess = handlers.checkOrthogonal, success = 2, fail = 1 },
    {
      action = require ".actions.shoot",
      movs = require "@sequence.movs.straight",
      enter = handlers.turnToPlayer,
      success = 3,
      fail = 3,
    },
    { action = require "@action.actions.none", repet = 2, success = 1 },
  },
})
