-- The vale: whoever begins there can walk to all that it has.

local begin = require("overworld").begin

describe("the vale", function()
  it("is where the game begins, with three loaves of bread", function()
    local player = begin()
    assert.are.equal("overworld.world", Area.current()._id)
    local bread = player:iter_items():to_list()
    assert.are.equal(1, #bread)
    assert.are.equal("overworld.bread", bread[1]._id)
    assert.are.equal(3, bread[1].amount)
  end)

  it("leads to the town and both dungeons", function()
    local player = begin()
    local world, count = Map.current(), 0
    for _, feat in world:iter_feats() do
      assert.reachable(world, player, feat)
      count = count + 1
    end
    assert.are.equal(3, count)
  end)

  it("cannot be left on foot", function()
    begin()
    local world = Map.current()
    for _, x, y in world:iter_tiles() do
      local is_border = x == 0 or y == 0 or x == world:width() - 1 or y == world:height() - 1
      assert.is_false(is_border and world:is_floor(x, y), x .. ", " .. y)
    end
  end)
end)
