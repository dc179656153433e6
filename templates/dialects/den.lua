-- actions: entities that act in turns. Run `dungeon-host simulate ./my_mod --set layout=den`.

local Wolf = class("Wolf", Entity)
Wolf.layer = Layers.real
Wolf.glyph, Wolf.colour = "w", "grey"

Decorators.Start(Wolf)
for _, name in ipairs {
  "Acting", "Ticking", "Attackable", "Attacking", "Sequential", "DynamicStats", "WithHP", "Killable", "Moving",
  "Displaceable",
} do
  decorate(Wolf, Decorators[name])
end
Retouchers.Algos.general(Wolf)
Retouchers.Skip.emptyAttack(Wolf)
Retouchers.Skip.noPlayer(Wolf)
Retouchers.Skip.blockedMove(Wolf)

Wolf.baseModifiers = { hp = { amount = 3 }, move = { distance = 1 }, attack = { damage = 1, pierce = 1 } }
Wolf.sequenceSteps = {
  { action = require "@action.actions.attackmove", movs = require "@sequence.movs.basic" },
}

registerEntity(Wolf, "wolf")

local Floor, Wall = class("Floor", Entity), class("Wall", Entity)
Floor.layer, Wall.layer = Layers.floor, Layers.wall

local function lay_out()
  local world = World(24, 12)
  for x = 1, 24 do
    for y = 1, 12 do
      local edge = x == 1 or x == 24 or y == 1 or y == 12
      world:create(edge and Wall or Floor, Vec(x, y))
    end
  end
  for _ = 1, 4 do
    world:create(Wolf, Vec(math.random(10, 23), math.random(2, 11)))
  end
  return world
end

return { lay_out = lay_out }
