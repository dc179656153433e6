-- The module Dungeon: floors of rooms and corridors, and the dungeons whose entrances lie on a map.

local import, py = ...
local arguments = import "areas/arguments"
local creation = import "areas/object/creation"
local dungeons = import "areas/area/dungeons"
local instanced_map = import "areas/map/instanced_map"
local iterators = import "areas/iterator/creation"
local maps = import "areas/map/map_states"
local random = import "core/game/random"
local session = import "areas/session"

local between = random.between

local Dungeon = {}

local ATTEMPTS_PER_ROOM = 60

-- A whole number of the params of a floor, or its default.
local function read_option(value, default)
  return value == nil and default or value // 1 | 0
end

local function overlaps(room, rooms)
  for _, other in ipairs(rooms) do
    if room.x <= other.x + other.width and other.x <= room.x + room.width
      and room.y <= other.y + other.height and other.y <= room.y + room.height then
      return true
    end
  end
  return false
end

-- Draws up to `count` rooms that do not touch, and fills them with the ground tile.
local function dig_rooms(map, stream, count, ground)
  local width, height = map:width(), map:height()
  local max_width, max_height = width // 3 < 9 and width // 3 or 9, height // 3 < 7 and height // 3 or 7
  local rooms = {}
  for _ = 1, count * ATTEMPTS_PER_ROOM do
    if #rooms == count then
      break
    end
    local room = { width = between(stream, 3, max_width), height = between(stream, 3, max_height) }
    room.x = between(stream, 1, width - room.width - 1)
    room.y = between(stream, 1, height - room.height - 1)
    if not overlaps(room, rooms) then
      rooms[#rooms + 1] = room
      room.mid_x, room.mid_y = room.x + room.width // 2, room.y + room.height // 2
      map:fill(room.x, room.y, room.width, room.height, ground)
    end
  end
  return rooms
end

-- Connects each room to the one before it by a corridor with one corner.
local function dig_corridors(map, stream, rooms, ground)
  for i = 2, #rooms do
    local a, b = rooms[i - 1], rooms[i]
    local left, right = math.min(a.mid_x, b.mid_x), math.max(a.mid_x, b.mid_x)
    local top, bottom = math.min(a.mid_y, b.mid_y), math.max(a.mid_y, b.mid_y)
    local is_horizontal_first = random.below(stream, 2) == 0
    map:fill(left, is_horizontal_first and a.mid_y or b.mid_y, right - left + 1, 1, ground)
    map:fill(is_horizontal_first and b.mid_x or a.mid_x, top, 1, bottom - top + 1, ground)
  end
end

-- Sends the rooms to Python, walls included.
local function register_rooms(map, rooms)
  local rectangles = {}
  for i, room in ipairs(rooms) do
    rectangles[i] = string.pack("<i4i4i4i4", room.x - 1, room.y - 1, room.width + 2, room.height + 2)
  end
  py.map_rooms(maps.states[map].number, table.concat(rectangles))
end

function Dungeon.generate_floor(floor, params)
  params = params or {}
  floor = floor == nil and 1 or arguments.read_integer(floor, "Dungeon.generate_floor: floor")
  local stream = session.stream "Dungeon"
  local width = read_option(params.width, between(stream, 34, 48))
  local height = read_option(params.height, between(stream, 22, 36))
  local room_count = read_option(params.room_count, width * height // 130 + 3)
  local map = instanced_map.new(width, height, params.wall == nil and "base.wall" or params.wall)
  local ground = params.floor == nil and "base.floor" or params.floor
  map.default_tile = map:tile(0, 0)._id
  map.level = read_option(params.level, floor)
  map.is_indoor = true
  map.max_crowd_density = width * height // 100
  local rooms = dig_rooms(map, stream, room_count, ground)
  dig_corridors(map, stream, rooms, ground)
  register_rooms(map, rooms)
  local first, last = rooms[1], rooms[#rooms]
  creation.create("base.feat", "Dungeon", "base.stairs_up", first.mid_x, first.mid_y, { force = true }, map)
  local x, y = last.mid_x, last.mid_y
  if rawequal(first, last) then
    x, y = last.x, last.y
  end
  creation.create("base.feat", "Dungeon", "base.stairs_down", x, y, { force = true }, map)
  map.player_start_pos = { x = first.mid_x, y = first.mid_y }
  return map
end

function Dungeon.iter(map)
  return iterators.of_list(dungeons.entrances(map))
end

function Dungeon.regenerate_all_in(map)
  for _, feat in ipairs(dungeons.entrances(map)) do
    dungeons.forget_floors(dungeons.area_of(feat))
  end
end

function Dungeon.regenerate_absolutely_everything()
  local game = session.game
  for _, uid in ipairs(arguments.sorted_keys(game.maps)) do
    -- A floor of a dungeon may hold the entrance of another one, and be deleted by now.
    if game.maps[uid] then
      Dungeon.regenerate_all_in(game.maps[uid])
    end
  end
end

return Dungeon
