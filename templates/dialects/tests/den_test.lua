describe("wolves", function()
  it("come nearer", function()
    local Hunted = class("Hunted", Entity)
    Hunted.layer = Layers.player
    Decorators.Start(Hunted)
    for _, name in ipairs { "Acting", "DynamicStats", "Moving", "Displaceable", "PlayerControl" } do
      decorate(Hunted, Decorators[name])
    end
    Hunted.baseModifiers = {}

    local world = World(12, 5)
    world:create(Hunted, Vec(2, 3))
    local wolf = world:create(Mods.my_mod.Entities.wolf, Vec(11, 3))
    for _ = 1, 3 do
      world:setPlayerActions(Vec(0, 0), 1)
      world:gameLoop()
    end
    assert.is_true(wolf.pos.x < 11)
  end)
end)
