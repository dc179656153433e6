-- The town and the dungeons, walked as players walk them.

local begin = require("overworld").begin

-- Goes to a feat for which `fits` holds, and through it; whether there is one.
local function pass(fits)
  local player = Chara.player()
  for _, feat in Feat.iter() do
    if fits(feat) then
      assert.reachable(Map.current(), player, feat)
      player:set_pos(feat.x, feat.y)
      assert.is_true(feat:activate())
      return true
    end
  end
  return false
end

local function take(stairs)
  return pass(function(feat) return feat._id == "base.stairs_" .. stairs end)
end

local function enter(id)
  local uid = Area.get_or_create(id).uid
  assert.is_true(pass(function(feat) return not feat._id:find "stairs" and feat.params.area_uid == uid end), id)
end

local function count(iterator, id)
  return iterator:filter(function(one) return one._id == id end):length()
end

describe("Bridgeham", function()
  before_each(function()
    begin()
    enter "overworld.bridgeham"
  end)

  it("greets whoever comes, and knows them again", function()
    assert.printed "A bell rings. This is Bridgeham."
    assert.has_no.printed "has you back"
    Map.leave_by_edge()
    enter "overworld.bridgeham"
    assert.printed "Bridgeham has you back."
  end)

  it("has its people on floors, and each can be reached", function()
    for _, id in ipairs { "baker", "smith", "guard", "cat" } do
      assert.is_true(count(Chara.iter(), "overworld." .. id) >= 1, id)
    end
    for _, chara in Chara.iter_others() do
      assert.reachable(Map.current(), Chara.player(), chara)
    end
  end)

  it("fills its shelves again after a day, and not twice", function()
    local function bread()
      return Item.iter():filter(function(item) return item._id == "overworld.bread" end):to_list()
    end
    assert.are.equal(1, #bread())
    bread()[1]:remove()
    assert.are.equal(0, #bread())
    for _ = 1, 2 do
      Map.leave_by_edge()
      World.pass_time_in_seconds(25 * 3600)
      enter "overworld.bridgeham"
      assert.are.equal(1, #bread())
    end
  end)

  it("puts back its walls after five days, and not before", function()
    local town = Map.current()
    local whole = town:tile(4, 1)._id
    town:set_tile(4, 1, "overworld.grass")
    for _, case in ipairs { { 30, "overworld.grass" }, { 121, whole } } do
      Map.leave_by_edge()
      World.pass_time_in_seconds(case[1] * 3600)
      enter "overworld.bridgeham"
      assert.are.equal(case[2], town:tile(4, 1)._id)
    end
  end)
end)

describe("a dungeon", function()
  local function go_down(id, floors, tag)
    begin()
    enter(id)
    for floor = 1, floors do
      assert.are.equal(floor, Area.current_floor())
      assert.is_true(Chara.iter_others():length() > 0)
      for _, chara in Chara.iter_others() do
        assert.is_true(chara:has_category(tag), chara._id)
      end
      assert.are.equal(floor < floors, take "down")
    end
  end

  it("has stairs to its fourth floor, and blobs on the way: the burrow", function()
    forall(5, function()
      go_down("overworld.burrow", 4, "overworld.blob")
      assert.connected(Map.current())
    end)
  end)

  it("has stairs to its third floor, and the dead on the way: the crypt", function()
    forall(5, function()
      go_down("overworld.crypt", 3, "overworld.dead")
    end)
  end)

  it("leads back to where it was entered", function()
    begin()
    enter "overworld.burrow"
    assert.is_true(take "up")
    local player = Chara.player()
    assert.are.same({ "the vale", 22, 6 }, { Map.current().name, player.x, player.y })
  end)
end)

describe("the vault", function()
  it("holds four treasures, new ones for each visit", function()
    forall(5, function()
      begin()
      enter "overworld.crypt"
      take "down"
      for _ = 1, 2 do
        enter "overworld.vault"
        local items = Item.iter():to_list()
        assert.are.equal(4, #items)
        for _, item in ipairs(items) do
          assert.is_true(item:has_category "overworld.treasure")
          item:remove()
        end
        assert.is_true(take "up")
      end
    end)
  end)
end)
