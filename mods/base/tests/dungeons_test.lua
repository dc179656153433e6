-- What holds for every dungeon, whatever was asked for.

local function sum(counts)
  local total = 0
  for _, count in pairs(counts) do
    total = total + count
  end
  return total
end

describe("every dungeon", function()
  it("lets somebody in, and nobody into a wall", function()
    forall(8, { dungeon = { "tiny", "small", "basic", "snake" }, players = { 1, 4 } }, function(_, options)
      local map = generate("base", options)
      game.play(0)
      -- Who shares a home waits until it is free.
      assert.is_table(game.player(1))
      for number = 1, options.players do
        local knight = game.player(number)
        assert.is_true(knight == nil or map:walkable(knight.x, knight.y))
      end
    end)
  end)

  it("lets players who have all keys get to each other", function()
    forall(8, { dungeon = { "small", "basic", "snake" }, keys = { 0, 3 } }, function(_, options)
      options.entry = "away"
      local map = generate("base", options)
      game.play(0)
      assert.reachable(map, game.player(1), game.player(2))
    end)
  end)

  it("holds as many gems as are wanted, and a few more", function()
    forall(8, { gems = { 1, 12 } }, function(_, options)
      local lying = generate("base", options):items()["base.gem"]
      assert.is_true(lying >= options.gems + 1)
    end)
  end)

  it("can be played for a while", function()
    forall(4, { monsters = { "none", "some", "horde" }, traps = { false, true } }, function(_, options)
      generate("base", options)
      game.play(20)
    end)
  end)
end)

describe("what is asked for", function()
  it("sets how many monsters there are", function()
    local few = sum(generate("base", { monsters = "few" }):monsters())
    local horde = sum(generate("base", { monsters = "horde" }):monsters())
    assert.is_true(few < horde, few .. " and " .. horde)
    assert.are.equal(0, sum(generate("base", { monsters = "none", zombies = "none" }):monsters()))
  end)

  it("sets how much lies about", function()
    assert.is_true(sum(generate("base", { stuff = "none" }):items()) < sum(generate("base", { stuff = "loads" }):items()))
  end)

  it("sets the size", function()
    local last = 0
    for _, size in ipairs { "tiny", "small", "basic", "huge" } do
      local map = generate("base", { dungeon = size })
      assert.is_true(map.width * map.height > last)
      last = map.width * map.height
    end
  end)

  it("does not change what another seed gives", function()
    local first = generate("base", { seed = 5 }):text()
    generate("base", { seed = 6, dungeon = "huge" })
    assert.are.equal(first, generate("base", { seed = 5 }):text())
  end)
end)
