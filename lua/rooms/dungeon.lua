-- Dungeon: one level, its rooms and the hallways between them. Python generates it (host/generate/plans/rooms.py) and
-- owns the map; Lua reads a copy of its squares.

local import, py = ...
local errors = import "core/errors"
local budget = import "core/sandbox/budget"
local bytes = import "core/border/bytes"
local check_gaps = import "core/border/check_gaps"
local class = import "core/class"
local inherited = import "core/border/inherited"
local levels = import "rooms/levels"
local random = import "core/game/random"
local text = import "core/sandbox/text"
local vec2 = import "rooms/vec2"

local raise = errors.raise

-- Instructions of Lua that take as long as the work of Python on one square.
local COST = 20
-- Number of random tiles, after the first, from which farawayOpenRoomTile chooses.
local MORE_TRIES = 20

-- Makes the class Dungeon of a mod. `names` are the names of its dialect.
return function(names, mod)
  local Dungeon = class.new { name = "Dungeon", constructor = "init" }

  local stream = random.stream(mod.id, "rooms.tiles")

  -- The default size is in host/generate/options.py.
  function Dungeon:init(runner, width, height)
    local number, cells
    number, width, height, cells = py.rooms_new_level(mod.number, width, height)
    budget.charge(width * height, COST)
    levels.bind_level(self, {
      number = number,
      width = width,
      height = height,
      cells = cells,
      rooms = {},
      areas = { [0] = 0 },
      corners = {},
      tiles = {},
      dungeon = self,
    })
    self.runner = runner
  end

  local function add_room_to(level, x, y, width, height)
    local n = #level.rooms + 1
    local room = names.find "Room"(x, y, width, height, level.dungeon.runner)
    room.number = n
    level.rooms[n] = room
    level.areas[n] = level.areas[n - 1] + width * height
    level.corners[n] = { x = x, y = y, width = width }
    return room
  end

  -- Places rooms of random size at random positions, where none touches another. Returns the new rooms.
  function Dungeon:createRandomRooms(count, sizes)
    local level = levels.check_level(self, "createRandomRooms")
    local cells, packed = py.rooms_place_rooms(mod.number, level.number, count, inherited(sizes))
    level.cells = cells
    local corners, rooms = bytes.unpack(packed), {}
    for i = 1, #corners, 4 do
      rooms[#rooms + 1] = add_room_to(level, corners[i], corners[i + 1], corners[i + 2], corners[i + 3])
    end
    return rooms
  end

  -- Carves a room at a position that the mod chooses.
  function Dungeon:addRoom(x, y, width, height)
    local level = levels.check_level(self, "addRoom")
    level.cells = py.rooms_add_room(mod.number, level.number, x, y, width, height)
    return add_room_to(level, x, y, width, height)
  end

  -- Connects room n to room n-1, and so on down to 1, by hallways.
  function Dungeon:connectRooms(rooms, options)
    local level = levels.check_level(self, "connectRooms")
    check_gaps(rooms, "Dungeon:connectRooms: rooms")
    local numbers = {}
    for i, room in ipairs(rooms) do
      local number = room.number
      if level.rooms[number] ~= room then
        raise("Dungeon:connectRooms: rooms[" .. i .. "] is " .. text.shown(room) .. ": must be a Room of this Dungeon")
      end
      numbers[i] = number
    end
    level.cells = py.rooms_join_rooms(mod.number, level.number, numbers, inherited(options))
  end

  -- Turns every edge square that touches a walkable square into a wall.
  function Dungeon:convertEdgesToWalls()
    local level = levels.check_level(self, "convertEdgesToWalls")
    level.cells = py.rooms_raise_walls(mod.number, level.number)
  end

  -- The tile at a position; outside the level an edge tile.
  function Dungeon:getTile(position)
    local level = levels.check_level(self, "getTile")
    local x, y = vec2.parts(position, "Dungeon:getTile: its argument")
    if x >= 0 and y >= 0 and x < level.width and y < level.height then
      return names.tile_of(level, math.floor(y) * level.width + math.floor(x))
    end
    return names.find "Tile"(x, y, "edge", self.runner)
  end

  function Dungeon:getRooms()
    local rooms = levels.check_level(self, "getRooms").rooms
    return table.move(rooms, 1, #rooms, 1, {})
  end

  -- A random tile of a room, uniformly; never of the room with the number `avoid`.
  function Dungeon:randomRoomTile(avoid)
    local level = levels.check_level(self, "randomRoomTile")
    local areas, n = level.areas, #level.rooms
    local number = avoid and math.tointeger(avoid)
    local first, left_out = 0, 0
    if number and number >= 1 and number <= n then
      first, left_out = areas[number - 1], areas[number] - areas[number - 1]
    end
    if areas[n] == left_out then
      raise("Dungeon:randomRoomTile: there is no room" .. (n > 0 and " but number " .. number or " yet"))
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

  -- The tile that is further from `target`; `a` when both are equally far.
  function Dungeon:furthestFrom(target, a, b)
    return b:distance(target) > a:distance(target) and b or a
  end

  -- The furthest of a few random tiles outside room 1.
  function Dungeon:farawayOpenRoomTile(target)
    local avoid = #levels.check_level(self, "farawayOpenRoomTile").rooms > 1 and 1 or nil
    local furthest = self:randomRoomTile(avoid)
    for _ = 1, MORE_TRIES do
      furthest = self:furthestFrom(target, furthest, self:randomRoomTile(avoid))
    end
    return furthest
  end

  -- The room that is furthest from room number `from`, 1 by default. Method "path" compares path lengths to the centres
  -- of rooms, method "rooms" the number of rooms on the way.
  function Dungeon:furthestRoom(method, from)
    local level = levels.check_level(self, "furthestRoom")
    return level.rooms[py.rooms_furthest_room(mod.number, level.number, from == nil and 1 or from, method)]
  end

  return Dungeon
end
