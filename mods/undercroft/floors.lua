-- The floors. Where they come from differs from floor to floor; what is put on them is the same for all.

local base = require "base"
local toolbox = require "host.toolbox"
local things = require ".things"

local floors = {}

local tiles = {
  base.wall_brick, base.floor_stone, base.floor_flags, { base.pillar, base.floor_stone }, { base.bones, base.floor_stone },
}
local stamps = kts.LoadSegments(tiles, "segments/stamps.txt")
local landing, lair = stamps[1], stamps[2]
local vaults = kts.LoadSegments(tiles, "segments/vaults.txt")
table.move(base.standard_segments, 1, #base.standard_segments, #vaults + 1, vaults)

local Floor, Wall = class("Floor", Entity), class("Wall", Entity)
Floor.layer, Wall.layer = Layers.floor, Layers.wall

-- Each source lays out the map of the game in the words of its dialect, or answers false when that fails.
local sources = {}

-- Segments of base and our own, with a corner of rock left over.
function sources.vaults()
  local data = {}
  for i, kind in ipairs(Rand.shuffle { "block", "block", "block", "none" }) do
    data[i] = { type = kind }
  end
  kts.LayoutDungeon {
    layout = { width = 2, height = 2, data = data },
    wall = base.wall_stone,
    horiz_door = { base.door_wood_h, base.floor_stone },
    vert_door = { base.door_wood_v, base.floor_stone },
    segments = vaults, entry_type = "none", allow_rotate = true,
  }
end

function sources.hallways()
  local dungeon = Dungeon(GameRunner(50, 34), 50, 34)
  dungeon:connectRooms(dungeon:createRandomRooms(7, { max_width = 9, max_height = 8 }), { loops = 2, doors = 0.3 })
  dungeon:convertEdgesToWalls()
end

function sources.caves()
  toolbox.caves { width = 46, height = 32 }:map()
end

function sources.partitions()
  toolbox.bsp { width = 48, height = 34 }:map()
end

function sources.halls()
  local generator = Generator(50, 40, { enemy_density = 0 })
  local rooms = { generator:start(7, 7) } ---@type integer[]
  for _ = 1, 6 do
    rooms[#rooms + 1] = generator:addNode(rooms[math.random(#rooms)])
  end
  if not generator:generate() then
    return false
  end
  generator:prune()
  World(generator.width, generator.height):materializeGenerator(generator, Floor, Wall)
end

local plan = { "vaults", "hallways", "caves", "partitions", "halls", "vaults", "caves", "partitions" }
floors.deepest = #plan

-- Lets what is drawn from pools be that of the floor.
function floors.attune(map)
  local floor, world = map.level, World.fromMap(map)
  world.zone, world.floor = floor > 4 and "lower" or "upper", "f" .. (floor - 1) % 4 + 1
  world.rarity = floor > 4 and "rare" or "common"
  return world
end

local function vec(place)
  return Vec(place.x + 1, place.y + 1)
end

function floors.add_enemy(world, place)
  return world:create(Entities[world:drawFromPool "e.~.~.enemy"], vec(place))
end

function floors.add_chest(world, place)
  return world:create(things.chest, vec(place))
end

function floors.add_spikes(world, place)
  return world:create(Mods.Critters.Entities.spikes, vec(place))
end

-- A place in the rock, the way up far from there, and how far that is.
local function find_niche(world, size)
  for _, niche in ipairs(toolbox.niches(world, size)) do
    local start, far = toolbox.distances(world, niche.front):furthest()
    if far >= 20 then
      return niche, start, far
    end
  end
end

-- Stairs, the locked room with what is behind its door, the key, creatures, chests and spikes.
local function furnish(map, floor)
  local is_deepest = floor == floors.deepest
  local world = floors.attune(map)
  local niche, start, far = find_niche(world, is_deepest and 9 or 5)
  if not niche or not start then
    return false
  end
  toolbox.stamp(map, is_deepest and lair or landing, niche.x, niche.y, { turns = niche.turns })
  Feat.create("base.stairs_up", start.x, start.y, {}, map)
  map.player_start_pos = start
  if not is_deepest then
    Feat.create("base.stairs_down", niche.centre.x, niche.centre.y, {}, map)
  end

  for _, pos in ipairs(world:takeCreatures()) do
    world:create(Entities[world:drawFromPool "e.~.~.enemy"], pos)
  end
  world:create(things.door, vec(niche.door))
  if is_deepest then
    world:create(Mods.Undercroft.Entities.warden, vec(niche.centre))
  end
  local steps = toolbox.distances(world, start)
  local places = {}
  for _, place in ipairs(toolbox.scatter(world, { distance = 3 })) do
    local there = steps:get(place.x, place.y)
    if there and there > 4 and there < far and not world.grid:hasBlockAt(vec(place)) then
      places[#places + 1] = place
    end
  end
  Rand.shuffle(places)
  local function put(count, add)
    for _ = 1, count do
      local place = table.remove(places)
      if place then
        add(world, place)
      end
    end
  end
  put(1, function(_, place) world:createDroppedItem(things.items.key.id, vec(place)) end)
  put(1, function(_, place) world:createDroppedItem(world:drawFromPool "i.~.weapon", vec(place)) end)
  put(2, floors.add_chest)
  put(4, floors.add_spikes)
  put(5 + floor, floors.add_enemy)
  return true
end

-- The map of a floor, at the first attempt that fits together.
function floors.make(floor)
  return toolbox.attempt(20, function()
    if sources[plan[floor]]() == false then
      return nil, "the rooms do not fit"
    end
    local map = Map.from_dungeon()
    map.level = floor
    if furnish(map, floor) then
      return map
    end
    kts.WipeDungeon()
    return nil, "no locked room fits into the rock far from the way up"
  end)
end

return floors
