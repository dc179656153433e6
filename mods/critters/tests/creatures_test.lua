-- Each creature does what its file says it does.

local Knight = require ".entities.knight"
local NOWHERE = Vec(0, 0)

-- A bare world with a knight on a square.
local function arena(x, y)
  local world = World(9, 9)
  return world, world:createPlayer(Knight, Vec(x, y))
end

-- The knight waits while the others act.
local function wait(world, turns)
  for _ = 1, turns do
    world:setPlayerActions(NOWHERE)
    world:gameLoopIfSet()
  end
end

describe("a rat", function()
  it("runs at the player and bites", function()
    local world, knight = arena(1, 1)
    local rat = world:create(require ".entities.rat", Vec(6, 1))
    local health = knight.hp:get()
    wait(world, 8)
    assert.is_true((rat.pos - knight.pos):longest() <= 1)
    assert.is_true(knight.hp:get() < health)
  end)

  it("dies when it is hit often enough", function()
    local world, knight = arena(1, 1)
    local rat = world:create(require ".entities.rat", Vec(2, 1))
    for _ = 1, 6 do
      world:setPlayerActions(Vec(1, 0))
      world:gameLoopIfSet()
    end
    assert.is_true(rat.dead or knight.dead)
  end)
end)

describe("a bomb", function()
  it("stays quiet while nobody is near", function()
    local world = arena(1, 1)
    local bomb = world:create(require ".entities.bomb", Vec(9, 9))
    wait(world, 10)
    assert.is_falsy(bomb.dead)
  end)

  it("goes up three beats after somebody came", function()
    local world, knight = arena(3, 3)
    local bomb = world:create(require ".entities.bomb", Vec(4, 3))
    local health = knight.hp:get()
    wait(world, 10)
    assert.is_true(bomb.dead)
    assert.is_true(knight.dead or knight.hp:get() < health)
  end)
end)

describe("a bat", function()
  it("stays in the world wherever it flutters", function()
    local Bat = require ".entities.bat"
    forall(20, function()
      local world = arena(1, 1)
      local bat = world:create(Bat, Vec(5, 5))
      wait(world, 15)
      assert.is_true(bat.pos.x >= 1 and bat.pos.x <= 9 and bat.pos.y >= 1 and bat.pos.y <= 9)
    end)
  end)
end)

describe("every enemy", function()
  for _, name in ipairs { "bat", "ghoul", "rat", "slime", "spider", "spitter", "bomb" } do
    it("lives through a fight, or dies in it: " .. name, function()
      forall(5, function()
        local world = arena(4, 4)
        world:create(require(".entities." .. name), Vec(2, 4))
        wait(world, 20)
      end)
    end)
  end
end)
