"""The entities that tests of the actions dialect share, as Lua for the start of a script."""

from __future__ import annotations

# Being(name, fields): a class of reals that decide by `sequenceSteps`; Hero: a player. `play(world, n, x, y)` plays
# turns in which the player goes one way.
CAST = """
local function Being(name, fields)
  local made = class(name, Entity)
  made.layer = Layers.real
  Decorators.Start(made)
  for _, decorator in ipairs {
    "Acting", "Ticking", "Sequential", "DynamicStats", "Attackable", "Attacking", "Moving", "Displaceable", "Pushable",
    "WithHP", "Killable", "Statused",
  } do
    decorate(made, Decorators[decorator])
  end
  Retouchers.Algos.general(made)
  made.baseModifiers = { hp = { amount = 10 }, attack = { damage = 1, pierce = 1 } }
  made.sequenceSteps = { { action = require "@action.actions.none" } }
  for key, value in pairs(fields or {}) do made[key] = value end
  return made
end
local Hero = class("Hero", Entity)
Hero.layer = Layers.player
Decorators.Start(Hero)
for _, decorator in ipairs {
  "Acting", "Ticking", "DynamicStats", "Attackable", "Attacking", "Moving", "Displaceable", "Pushable", "WithHP",
  "Killable", "Statused", "PlayerControl", "Inventory", "Interacting", "Digging",
} do
  decorate(Hero, Decorators[decorator])
end
Retouchers.Algos.simple(Hero)
Retouchers.Skip.emptyAttack(Hero)
Retouchers.Skip.emptyDig(Hero)
Retouchers.Skip.blockedMove(Hero)
Retouchers.Reorient.onActionSuccess(Hero)
Hero.baseModifiers = { hp = { amount = 20 }, attack = { damage = 2, pierce = 1 } }
local Block = class("Block", Entity)
Block.layer = Layers.wall
local Stone = class("Stone", Entity)
Stone.layer = Layers.floor
local function play(world, n, x, y)
  for _ = 1, n do
    world:setPlayerActions(Vec(x or 0, y or 0), 1)
    world:gameLoop()
  end
end
local Move, None = require "@action.actions.move", require "@action.actions.none"
local AttackMove = require "@action.actions.attackmove"
local basic = require "@sequence.movs.basic"
local function at(entity) return entity.pos.x .. "," .. entity.pos.y end
""".lstrip()
