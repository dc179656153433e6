-- The floors. Where they come from differs from floor to floor; what is put on them is the same for all.

local base = require "base"
local toolbox = require "host.toolbox"
local things = require ".things"

local floors = {}

local tiles = {
  base.wall_brick, base.floor_stone, base.floor_flags, { base.pillar, base.floor_stone }, { base.bones, base.floor_stone },
}
local landing, lair = table.unpack(kts.LoadSegments(tiles, "segments/stamps.txt"))
local vaults = kts.LoadSegments(tiles, "segments/vaults.txt")
for _, segment in ipairs(base.standard_segments) do
  vaults[#vaults + 1] = segment
end

local Floor, Wall = class("Floor", Entity), class("Wall", Entity)
Floor.layer, Wall.layer = Layers.floor, Layers.wall

-- Each source lays out the map of the game in the words of its dialect.
local sources = {}

-- Segments of base and our own, with a corner of rock left over.
function sources.vaults()
  local cells = Rand.shuffle { "block", "block", "block", "none" }
  local data = {}
  for i, kind in ipairs(cells) do
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
  for _ = 1, 20 do
    local generator = Generator(50, 40, { enemy_density = 0 })
    local rooms = { generator:start(7, 7) }
    for _ = 1, 6 do
      rooms[#rooms + 1] = generator:addNode(rooms[math.random(#rooms)])
    end
    if generator:generate() then
      generator:prune()
      World(generator.width, generator.height):materializeGenerator(generator, Floor, Wall)
      return
    end
  end
  error "the halls do not fit"
end

local plan = { "vaults", "hallways", "caves", "partitions", "halls", "vaults", "caves", "partitions" }
floors.deepest = #plan

local directions = { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } }

-- Whether a square of so many squares a side is all rock.
local function is_rock(world, open, left, top, size)
  if left < 0 or top < 0 or left + size > world.width or top + size > world.height then
    return false
  end
  for at = 0, size * size - 1 do
    if open:get(left + at % size, top + at // size) then
      return false
    end
  end
  return true
end

-- Where a square segment can be laid into the rock so that only its door meets open ground; and the way up, far from there.
local function find_rock(world, size)
  local open, reach = toolbox.open(world), (size + 1) // 2
  for _, place in ipairs(toolbox.scatter(world, { distance = 1.5 })) do
    for turns, way in ipairs(directions) do
      local x, y = place.x + way[1] * reach, place.y + way[2] * reach
      if is_rock(world, open, x - size // 2, y - size // 2, size) then
        local start, far = toolbox.distances(world, place):furthest()
        if far >= 20 then
          return {
            left = x - size // 2, top = y - size // 2, turns = turns - 1, centre = { x = x, y = y },
            door = { x = place.x + way[1], y = place.y + way[2] }, start = start, far = far,
          }
        end
      end
    end
  end
end

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

-- Stairs, the locked room with what is behind its door, the key, creatures, chests and spikes.
local function furnish(map, floor)
  local is_deepest = floor == floors.deepest
  local world = floors.attune(map)
  local rock = find_rock(world, is_deepest and 9 or 5)
  if not rock then
    return false
  end
  local start = rock.start
  toolbox.stamp(map, is_deepest and lair or landing, rock.left, rock.top, { turns = rock.turns })
  Feat.create("base.stairs_up", start.x, start.y, {}, map)
  map.player_start_pos = start
  if not is_deepest then
    Feat.create("base.stairs_down", rock.centre.x, rock.centre.y, {}, map)
  end

  for _, pos in ipairs(world:takeCreatures()) do
    world:create(Entities[world:drawFromPool "e.~.~.enemy"], pos)
  end
  world:create(things.door, vec(rock.door))
  if is_deepest then
    world:create(Mods.Undercroft.Entities.warden, vec(rock.centre))
  end
  local steps = toolbox.distances(world, start)
  local places = {}
  for _, place in ipairs(toolbox.scatter(world, { distance = 3 })) do
    local far = steps:get(place.x, place.y)
    if far and far > 4 and far < rock.far and not world.grid:hasBlockAt(vec(place)) then
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

-- The map of a floor.
function floors.make(floor)
  for _ = 1, 20 do
    sources[plan[floor]]()
    local map = Map.from_dungeon()
    map.level = floor
    if furnish(map, floor) then
      return map
    end
    kts.WipeDungeon()
  end
  error("floor " .. floor .. " does not fit together")
end

return floors
