-- Every floor can be played: what one needs lies where one can walk.

local begin = require("undercroft").begin
local toolbox = require "host.toolbox"
local things = require "mod.undercroft.things"

local function floor_map(floor)
  return (Area.get_or_create_map("undercroft.undercroft", floor))
end

local function squares_of(world, layer, name, item)
  local found = {}
  for _, entity in ipairs(world:getEntities(layer)) do
    if class.name(class.type(entity)) == name and (not item or entity.state[1] == item) then
      found[#found + 1] = { x = entity.pos.x - 1, y = entity.pos.y - 1 }
    end
  end
  return found
end

describe("each floor", function()
  for floor = 1, 8 do
    it("has a key before its door, and the way on behind it: floor " .. floor, function()
      forall(3, function()
        local map = floor_map(floor)
        local world = World.fromMap(map)
        local doors = squares_of(world, Layers.real, "Door")
        assert.are.equal(1, #doors)
        assert.are.equal(floor, map.level)
        -- The door shut, one comes to the key and the chests; open, to what is behind.
        local start, goal = map.player_start_pos, squares_of(world, Layers.real, "Warden")[1]
        for _, feat in Feat.iter(map) do
          goal = feat._id == "base.stairs_down" and feat or goal
        end
        local way = toolbox.path(world, start, { x = goal.x, y = goal.y })
        assert.is_true(#way > 20)
        local passes_door = false
        for _, place in ipairs(way) do
          passes_door = passes_door or place.x == doors[1].x and place.y == doors[1].y
        end
        assert.is_true(passes_door)
        -- Rooms of base bring things of their own, which may lie anywhere.
        local keys = squares_of(world, Layers.dropped, "DroppedItem", things.items.key.id)
        local steps = toolbox.distances(world, start)
        assert.are.equal(1, #keys)
        assert.is_true(steps:get(keys[1].x, keys[1].y) < steps:get(doors[1].x, doors[1].y))
      end)
    end)
  end

  it("draws from the pools of its depth", function()
    for floor, expected in pairs { [1] = { "upper", "f1", "common" }, [8] = { "lower", "f4", "rare" } } do
      local world = World.fromMap(floor_map(floor))
      assert.are.same(expected, { world.zone, world.floor, world.rarity })
    end
  end)
end)

describe("time", function()
  it("brings a chest after a day, and spikes after five", function()
    begin()
    goto_floor("undercroft.undercroft", 1)
    local map = Map.current()
    for _, case in ipairs { { Layers.real, "Chest", 25 }, { Layers.trap, "Spikes", 121 } } do
      local world = World.fromMap(map)
      for _, entity in ipairs(world:getEntities(case[1])) do
        if class.name(class.type(entity)) == case[2] then
          world:removeDead(entity)
        end
      end
      goto_floor("undercroft.undercroft", 2)
      World.pass_time_in_seconds(case[3] * 3600)
      goto_floor("undercroft.undercroft", 1)
      assert.is_true(#squares_of(World.fromMap(map), case[1], case[2]) > 0, case[2])
    end
  end)
end)
