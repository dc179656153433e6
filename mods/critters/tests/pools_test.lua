-- What the page on pools of the original world shows, with creatures and items of this mod.

local Pools = require 'game.pools'

local Rat = Mods.Critters.Entities.rat
local Sword = Mods.Critters.Items.sword

describe("the pools of a world", function()
  local world = World(9, 9)

  before_each(function()
    world = World(9, 9)
    world.rarity, world.zone, world.floor = 'common', 'z1', 'f2'
  end)

  it("give items, which can be dropped", function()
    local itemId = world:drawFromPool('i.~.weapon')
    local item = Items[itemId]
    local droppedItem = world:createDroppedItem(itemId, Vec(5, 5))
    assert.are.equal(itemId, item:getItemId())
    assert.are.same({ itemId }, droppedItem.state)
  end)

  it("give classes of entities, which can be created", function()
    local entityId = world:drawFromPool('e.z1.f1.enemy')
    local entityClass = Entities[entityId]
    local entity = world:create(entityClass, Vec(4, 4))
    assert.are.equal(entityId, entity.global_id)
    assert.is_true(class.is(entity, entityClass))
  end)

  it("take what is current for a tilda", function()
    assert.is_not_nil(Entities[world:drawFromPool('e.~.~.enemy')])
    world.zone = nil
    assert.is_not_nil(Entities[world:drawFromPool('e.~.~.enemy')])
    world.zone = "nowhere"
    assert.has_error(function() world:drawFromPool('e.~.~.enemy') end)
  end)

  it("draw from no star, and from a root", function()
    for _, path in ipairs { 'e.*.*.*', 'e.*', 'e.*.item', 'e.z2.*', 'e.z2.f1.*', '*' } do
      assert.has_error(function() world:drawFromPool(path) end)
    end
    assert.is_not_nil(Entities[world:drawFromPool('e')])
  end)

  it("give each item once in a cycle", function()
    local seen = {}
    for _ = 1, 3 do
      local id = world:drawFromPool('i.common.weapon')
      assert.is_nil(seen[id])
      seen[id] = true
    end
    assert.is_true(seen[world:drawFromPool('i.common.weapon')])
  end)
end)

describe("subpools", function()
  it("get what is added to them, and nothing above them does", function()
    Pools.registerSubpool('i.epic')
    Pools.registerSubpool('i.epic.relic')
    Pools.addToSubpool('i.epic.relic', Sword:getItemId())
    assert.are.equal(Sword.id, Pools.drawFromPool('i.epic.relic'))
    assert.has_error(function() Pools.drawFromPool('i.epic') end)
  end)

  it("get what stars give to all", function()
    Pools.registerSubpool('e.z3')
    Pools.registerSubpool('e.*.*.lair', { { id = Rat.global_id, mass = 5 } })
    Pools.addToSubpool('e.*', Rat.global_id)
    assert.are.equal(Rat.global_id, Pools.drawFromPool('e.z3'))
    assert.are.equal(Rat.global_id, Pools.drawFromPool('e.z3.f2.lair'))
  end)

  it("are not roots, to which nothing is added", function()
    assert.has_error(function() Pools.addToSubpool('e', Rat.global_id) end)
    assert.has_error(function() Pools.addToSubpool('e.~', Rat.global_id) end)
  end)
end)

describe("a pool of one's own", function()
  local Pool = require '@items.pool.pool'
  local Record = require '@items.pool.record'

  it("shares its records with its subpools", function()
    local config = {
      ids = { Record(1, 1, 1), Record(2, 2, 1) },
      subpools = {
        { ids = { 1 } },
        { ids = { { id = 2, mass = 2 } } },
      },
    }
    local pool = Pool(config.ids, config)
    assert.are.equal(1, pool.subpools[1]:getRandom())
    assert.are.equal(2, pool.totalMass)
    assert.are.equal(2, pool:getRandom())
    assert.is_true(pool:exhaust())
    assert.is_false(pool:exhaust())
    assert.are.equal(3, pool.totalMass)
  end)
end)
