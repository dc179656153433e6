-- Dungeon: one level. Python plans it (host/generate/rooms.py) and keeps the map; here is a copy of its squares to read.

local import = ...
local errors = import "core/errors"
local budget = import "core/sandbox/budget"
local bytes = import "core/border/bytes"
local class = import "core/class"
local places = import "rooms/places"
local random = import "core/game/random"
local text = import "core/sandbox/text"
local vec2 = import "rooms/vec2"

local raise = errors.raise
local floor, ipairs, type = math.floor, ipairs, type

-- What Python does on a square of a level takes about as long as so many instructions of Lua.
local COST = 20
-- How often a tile is drawn beyond the first for one that is far away.
local MORE_TRIES = 20
local MOST_ROOMS = 100000

local function check_tile(tile, what)
  if type(tile) ~= "table" or tile.distance == nil then
    raise(what .. " is " .. text.shown(tile) .. ": must be a Tile")
  end
end

-- A class Dungeon of a mod's own. `names` are the others, `call(name)` a declared function of Python.
return function(names, call, mod)
  local Dungeon = class.new { name = "Dungeon", constructor = "init" }

  local new_level, place_rooms, add_room = call "new_level", call "place_rooms", call "add_room"
  local join_rooms, raise_walls, furthest_room = call "join_rooms", call "raise_walls", call "furthest_room"
  local stream = random.stream(mod.id, "rooms.tiles")

  -- Without a size 85 × 64 squares.
  function Dungeon:init(runner, width, height)
    local made = new_level(width, height)
    budget.charge(made[2] * made[3] * COST)
    places.bind_level(self, {
      number = made[1],
      width = made[2],
      height = made[3],
      cells = made[4],
      rooms = {},
      areas = { [0] = 0 },
      corners = {},
      tiles = {},
      runner = runner,
    })
    self.runner = runner
  end

  local function note_room(level, x, y, width, height)
    local n = #level.rooms + 1
    local room = names.find "Room"(x, y, width, height, level.runner)
    room.number = n
    level.rooms[n] = room
    level.areas[n] = level.areas[n - 1] + width * height
    level.corners[n] = { x = x, y = y, width = width }
    return room
  end

  -- Places rooms of random size where none touches another. `sizes` may have min_width, max_width, min_height and
  -- max_height. Returns the new rooms.
  function Dungeon:createRandomRooms(count, sizes)
    local level = places.check_level(self, "createRandomRooms")
    local answer = place_rooms(level.number, count, sizes)
    level.cells = answer[1]
    local corners, made = bytes.unpack(answer[2]), {}
    for i = 1, #corners, 4 do
      made[#made + 1] = note_room(level, corners[i], corners[i + 1], corners[i + 2], corners[i + 3])
    end
    return made
  end

  -- Carves a room of a mod's own choosing. Returns the Room.
  function Dungeon:addRoom(x, y, width, height)
    local level = places.check_level(self, "addRoom")
    local answer = add_room(level.number, x, y, width, height)
    level.cells = answer[1]
    return note_room(level, x, y, width, height)
  end

  -- Joins room n to room n-1, and so on down to 1, by hallways. `options` may have loops, how many more hallways there
  -- shall be, and doors, the chance of a door where a hallway enters a room.
  function Dungeon:connectRooms(rooms, options)
    local level = places.check_level(self, "connectRooms")
    if type(rooms) ~= "table" then
      raise("Dungeon:connectRooms: rooms is " .. text.shown(rooms) .. ": must be a list of Rooms")
    end
    local numbers = {}
    for i, room in ipairs(rooms) do
      if i > MOST_ROOMS then
        raise("Dungeon:connectRooms: rooms has no end: may have at most " .. MOST_ROOMS .. " Rooms")
      end
      local number = type(room) == "table" and room.number
      if level.rooms[number] ~= room then
        raise("Dungeon:connectRooms: rooms[" .. i .. "] is " .. text.shown(room) .. ": must be a Room of this Dungeon")
      end
      numbers[i] = number
    end
    level.cells = join_rooms(level.number, numbers, options)
  end

  -- Makes walls of all edge that touches what can be walked.
  function Dungeon:convertEdgesToWalls()
    local level = places.check_level(self, "convertEdgesToWalls")
    level.cells = raise_walls(level.number)
  end

  -- The tile at a vec2; outside the level an edge tile.
  function Dungeon:getTile(position)
    local level = places.check_level(self, "getTile")
    local x, y = vec2.parts(position, "Dungeon:getTile: its argument")
    if x >= 0 and y >= 0 and x < level.width and y < level.height then
      return names.tile_of(level, floor(y) * level.width + floor(x))
    end
    return names.find "Tile"(x, y, "edge", level.runner)
  end

  function Dungeon:getRooms()
    local list = {}
    for i, room in ipairs(places.check_level(self, "getRooms").rooms) do
      list[i] = room
    end
    return list
  end

  -- A tile of a room, each as likely as any other; of none with the number `avoid`.
  function Dungeon:randomRoomTile(avoid)
    local level = places.check_level(self, "randomRoomTile")
    local areas, n = level.areas, #level.rooms
    local known = avoid and math.tointeger(avoid)
    local first, left_out = 0, 0
    if known and known >= 1 and known <= n then
      first, left_out = areas[known - 1], areas[known] - areas[known - 1]
    end
    if areas[n] == left_out then
      raise("Dungeon:randomRoomTile: there is no room" .. (n > 0 and " but number " .. known or " yet"))
    end
    local at = random.below(stream, areas[n] - left_out)
    if left_out > 0 and at >= first then
      at = at + left_out
    end
    local low, high = 1, n
    while low < high do
      local middle = (low + high) // 2
      if at < areas[middle] then
        high = middle
      else
        low = middle + 1
      end
    end
    local room = level.corners[low]
    at = at - areas[low - 1]
    return names.tile_of(level, (room.y + at // room.width) * level.width + room.x + at % room.width)
  end

  -- Of two tiles the one further from `target`; the second only when it is strictly further.
  function Dungeon:furthestFrom(target, a, b)
    check_tile(target, "Dungeon:furthestFrom: target")
    check_tile(a, "Dungeon:furthestFrom: a")
    check_tile(b, "Dungeon:furthestFrom: b")
    return b:distance(target) > a:distance(target) and b or a
  end

  -- The furthest of a few random tiles of rooms but the first.
  function Dungeon:farawayOpenRoomTile(target)
    local avoid = #places.check_level(self, "farawayOpenRoomTile").rooms > 1 and 1 or nil
    check_tile(target, "Dungeon:farawayOpenRoomTile: target")
    local found = self:randomRoomTile(avoid)
    for _ = 1, MORE_TRIES do
      found = self:furthestFrom(target, found, self:randomRoomTile(avoid))
    end
    return found
  end

  -- The room that is furthest from room number `from`, 1 by default: by "path" the one to whose centre one walks the
  -- longest, by "rooms" the one for which one crosses the most rooms.
  function Dungeon:furthestRoom(method, from)
    local level = places.check_level(self, "furthestRoom")
    return level.rooms[furthest_room(level.number, from == nil and 1 or from, method)]
  end

  return Dungeon
end
