-- Doors, chests and the warden do what they are there for.

local begin = require("undercroft").begin
local undercroft = Mods.Undercroft

-- A bare room with a delver on its first square.
local function room()
  local world = World(9, 9)
  world.zone, world.floor, world.rarity = "upper", "f1", "common"
  return world, world:createPlayer(undercroft.Entities.delver, Vec(1, 1))
end

local function go(world, x, y)
  world:setPlayerActions(Vec(x, y))
  world:gameLoopIfSet()
end

describe("a locked door", function()
  it("opens for a key, and keeps it", function()
    local world, delver = room()
    local door = world:create(undercroft.Entities.door, Vec(2, 1))
    go(world, 1, 0)
    assert.is_false(door.dead)
    world:createDroppedItem(undercroft.Items.key.id, Vec(1, 2))
    go(world, 0, 1)
    assert.are.equal(1, delver.keys)
    go(world, 0, -1)
    go(world, 1, 0)
    assert.is_true(door.dead)
    assert.are.equal(0, delver.keys)
  end)
end)

describe("a chest", function()
  it("leaves what a pool gave it", function()
    local world = room()
    local chest = world:create(undercroft.Entities.chest, Vec(2, 1))
    go(world, 1, 0)
    assert.is_true(chest.dead)
    assert.are.same({ chest.insides.itemId }, world.grid:getDroppedAt(Vec(2, 1)).state)
  end)
end)

describe("the warden", function()
  it("sleeps while nobody is near, and conquers nothing but by its death", function()
    begin()
    goto_floor("undercroft.undercroft", 8)
    local world, area = World.fromMap(Map.current()), Area.current()
    local delver = Chara.player()
    for _ = 1, 3 do
      go(world, 0, 0)
    end
    for _, one in ipairs(world:getEntities(Layers.real)) do
      if class.is(one, undercroft.Entities.warden) then
        assert.are.equal(32, one.hp:get())
        assert.is_nil(area.is_conquered)
        one:die()
      end
    end
    assert.is_true(area.is_conquered)
    assert.is_false(delver.dead)
    assert.printed "The warden falls, and the undercroft is quiet."
  end)
end)
