-- COUNT turns of a player that walks about and ENEMIES that come for it, on a floor of SIZE × SIZE squares.
local function being(name, layer, decorators)
  local made = class(name, Entity)
  made.layer = layer
  Decorators.Start(made)
  for _, decorator in ipairs {
    "Acting", "Ticking", "DynamicStats", "Attackable", "Attacking", "Moving", "Displaceable", "Pushable", "WithHP",
    "Killable", "Statused", table.unpack(decorators),
  } do
    decorate(made, Decorators[decorator])
  end
  Retouchers.Skip.blockedMove(made)
  Retouchers.Skip.emptyAttack(made)
  Retouchers.Reorient.onActionSuccess(made)
  made.baseModifiers = { hp = { amount = 1000000 }, attack = { damage = 1, pierce = 1 } }
  return made
end
local Enemy = being("Enemy", Layers.real, { "Sequential" })
Retouchers.Algos.general(Enemy)
Retouchers.Skip.noPlayer(Enemy)
Enemy.sequenceSteps = { { action = require "@action.actions.attackmove", movs = require "@sequence.movs.basic" } }
local Player = being("Player", Layers.player, { "PlayerControl", "Digging", "Interacting" })
Retouchers.Algos.simple(Player)
Retouchers.Skip.emptyDig(Player)
local Stone = class("Stone", Entity)
Stone.layer = Layers.floor

local world = World(SIZE, SIZE)
world:createFloors(Stone)
world:create(Player, Vec(15, 15))
local placed = 0
for square = 0, 899 do
  local x, y = square % 30 + 1, square // 30 + 1
  if placed < ENEMIES and (x * 7 + y * 13) % 8 == 0 and not (x == 15 and y == 15) then
    placed = placed + 1
    world:create(Enemy, Vec(x, y))
  end
end
local ways = { Vec(1, 0), Vec(0, 1), Vec(-1, 0), Vec(0, -1) }
for turn = 1, COUNT do
  world:setPlayerActions(ways[turn // 3 % 4 + 1], 1)
  world:gameLoop()
end
