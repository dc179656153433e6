-- What each level holds, whatever its size. The rules of the problems are checked in the tests of the host.

-- The square of a tile.
local function find(map, tile)
  for y = 0, map.height - 1 do
    for x = 0, map.width - 1 do
      for _, name in ipairs(map:tiles(x, y)) do
        if name == tile then
          return { x = x, y = y }
        end
      end
    end
  end
  error("the map has no " .. tile)
end

describe("each level of key and door", function()
  it("has a player, a key, a door and enemies within reach of each other", function()
    forall(12, { width = { 4, 16 }, height = { 4, 16 }, enemies = { 0, 8 } }, function(_, options)
      local map = generate("trials.key_and_door", options)
      assert.are.same({ options.width + 2, options.height + 2 }, { map.width, map.height })
      assert.are.same({ 1, 1 }, { map:count "trials.way_in", map:count "trials.door" })
      assert.are.equal(1, map:items()["trials.key"])
      assert.are.equal(options.enemies, map:monsters()["trials.guard"] or 0)
      assert.connected(map)
    end)
  end)
end)

describe("each level of the mini dungeon", function()
  it("leads from a hero past enemies to an exit", function()
    forall(12, { width = { 6, 16 }, height = { 6, 16 }, enemies = { 0, 12 } }, function(_, options)
      local map = generate("trials.mini_dungeon", options)
      assert.are.same({ options.width + 2, options.height + 2 }, { map.width, map.height })
      assert.reachable(map, find(map, "trials.way_in"), find(map, "trials.way_out"))
      local monsters = map:monsters()
      assert.are.equal(options.enemies, (monsters["trials.goblin"] or 0) + (monsters["trials.ogre"] or 0))
      assert.connected(map)
    end)
  end)
end)

describe("what has no room", function()
  it("is an error that says how much has", function()
    assert.error_matches(function()
      generate("trials.key_and_door", { width = 4, height = 4, enemies = 14 })
    end, "4 × 4 squares have room for at most 13 enemies")
    assert.error_matches(function()
      generate("trials.mini_dungeon", { width = 4, height = 4 })
    end, "4 × 4 squares have room for at most 5 enemies")
  end)
end)
