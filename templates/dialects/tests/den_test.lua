describe("wolves", function()
  local Hunted = class("Hunted", Entity)
  Hunted.layer = Layers.player
  Decorators.Start(Hunted)
  for _, name in ipairs {
    "Acting", "Attackable", "DynamicStats", "WithHP", "Killable", "Moving", "Displaceable", "PlayerControl",
  } do
    decorate(Hunted, Decorators[name])
  end
  Hunted.baseModifiers = { hp = { amount = 9 } }

  local function pass(world, turns)
    for _ = 1, turns do
      world:setPlayerActions(Vec(0, 0), 1)
      world:gameLoop()
    end
  end

  it("move towards their prey", function()
    local world = World(12, 5)
    world:create(Hunted, Vec(2, 3))
    local wolf = world:create(Mods.my_mod.Entities.wolf, Vec(11, 3))
    pass(world, 3)
    assert.is_true(wolf.pos.x < 11)
  end)

  it("attack their prey, and not each other", function()
    local world = World(12, 1)
    local hunted = world:create(Hunted, Vec(2, 1))
    local first = world:create(Mods.my_mod.Entities.wolf, Vec(3, 1))
    local second = world:create(Mods.my_mod.Entities.wolf, Vec(4, 1))
    pass(world, 3)
    assert.is_true(hunted.hp:get() < 9)
    assert.are.equal(3, first.hp:get())
    assert.are.equal(3, second.hp:get())
  end)
end)
