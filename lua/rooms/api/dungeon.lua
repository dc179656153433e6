-- Dungeon: one level.
return [==[
class Dungeon: Object
  = Dungeon(nil, 20, 20)
  A level. The functions that take a Dungeon as a map take its GameRunner, too.

Dungeon(runner: GameRunner | table | nil, width: integer?, height: integer?): Dungeon
  A level that is all edge, to be built step by step; without a size 85 × 64 squares. It becomes the map of the game.
  ! the game must have begun
  > local dungeon = Dungeon(nil, 40, 20)
  > dungeon:connectRooms(dungeon:createRandomRooms(4))
  > dungeon:convertEdgesToWalls()

Dungeon.runner: GameRunner?
  Who runs the game.

Dungeon:createRandomRooms(count: integer, sizes: RoomSizes?): Room[] -- within
  Place rooms of random size at random places, where none touches another.
  - result: the new rooms
  ! when they do not fit, the error says how many did, and nothing has changed
  > local dungeon = Dungeon(nil, 40, 20)
  > print(#dungeon:createRandomRooms(3, { max_width = 6 })) --> 3

record RoomSizes -- strict
  Bounds for the rooms of Dungeon:createRandomRooms.
  min_width: integer? = 4
  max_width: integer? = 13
  min_height: integer? = 4
  max_height: integer? = 12

Dungeon:addRoom(x: integer, y: integer, width: integer, height: integer): Room -- within
  Carve a room of your own choosing.
  ! it must lie inside the level, with a square to spare on each side, and touch no other room
  > local room = Dungeon(nil, 20, 20):addRoom(2, 2, 5, 5)
  > print(room:center()) --> 4 4

Dungeon:connectRooms(rooms: Room[], options: HallwayOptions?) -- within
  Join each of the rooms to the one before it in the list, by a hallway.
  ! each must be a Room of this Dungeon
  > local dungeon = Dungeon(nil, 40, 20)
  > dungeon:connectRooms(dungeon:createRandomRooms(4), { loops = 1, doors = 0.5 })

record HallwayOptions -- strict
  What Dungeon:connectRooms takes.
  loops: integer? = 0, how many more hallways there shall be
  doors: number? = 0, the chance of a door where a hallway enters a room

Dungeon:convertEdgesToWalls() -- within
  Make walls of all edge that touches what can be walked.
  > local dungeon = Dungeon(nil, 20, 20)
  > dungeon:addRoom(2, 2, 5, 5)
  > dungeon:convertEdgesToWalls()
  > print(dungeon:getTile(vec2(1, 1)):isWall()) --> true

Dungeon:getTile(position: vec2): Tile -- within
  The tile of a square; outside the level an edge tile, never nil.
  > print(Dungeon(nil, 20, 20):getTile(vec2(-1, 5)):isEdge()) --> true

Dungeon:getRooms(): Room[] -- within
  All rooms, in the order in which they came.
  > local dungeon = Dungeon(nil, 20, 20)
  > dungeon:addRoom(2, 2, 5, 5)
  > print(#dungeon:getRooms()) --> 1

Dungeon:randomRoomTile(avoid: integer?): Tile
  A tile of a room, each as likely as any other, but none of room number `avoid`.
  ! there must be a room
  > local runner = GameRunner()
  > runner:createLevel(5)
  > Spikes(runner:getDungeon():randomRoomTile(1))

Dungeon:furthestFrom(target: Tile, a: Tile, b: Tile): Tile -- within
  Of two tiles the one further from a third; `b` only when it is strictly further.
  > local here, near, far = Tile:room(0, 0), Tile:room(1, 0), Tile:room(9, 0)
  > print(Dungeon(nil, 20, 20):furthestFrom(here, near, far)) --> room (9, 0)

Dungeon:farawayOpenRoomTile(target: Tile): Tile -- within
  The furthest of 21 random tiles outside room 1.
  > local runner = GameRunner()
  > runner:createLevel(5)
  > print(runner:getDungeon():farawayOpenRoomTile(runner.player.tile):isRoom()) --> true

Dungeon:furthestRoom(method: "path" | "rooms", from: integer?): Room -- within
  The room furthest from room number `from`, 1 by default: the one to which one walks the longest, or for which one
  crosses the most rooms.
  > local runner = GameRunner()
  > runner:createLevel(5)
  > print(runner:getDungeon():furthestRoom("path").number > 1) --> true
]==]
