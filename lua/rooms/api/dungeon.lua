-- Dungeon: one level, its rooms and the hallways between them.
return [==[
class Dungeon: Object
  = Dungeon(nil, 20, 20)
  One level. Functions that take a Dungeon as a map also take its GameRunner.

Dungeon(runner: GameRunner | table | nil, width: integer?, height: integer?): Dungeon
  Make a level that is all edge; the default size is 85 × 64 squares. It becomes the map of the game.
  ! the game must have begun
  > local dungeon = Dungeon(nil, 40, 20)
  > dungeon:connectRooms(dungeon:createRandomRooms(4))
  > dungeon:convertEdgesToWalls()

Dungeon.runner: GameRunner?
  The runner of the level.

Dungeon:createRandomRooms(count: integer, sizes: RoomSizes?): Room[] -- within
  Place rooms of random size at random positions, where none touches another.
  - result: the new rooms
  ! when the rooms do not fit, the error says how many did, and nothing changes
  > local dungeon = Dungeon(nil, 40, 20)
  > print(#dungeon:createRandomRooms(3, { max_width = 6 })) --> 3

record RoomSizes -- strict
  Bounds for the rooms of Dungeon:createRandomRooms.
  min_width: integer? = 4
  max_width: integer? = 13
  min_height: integer? = 4
  max_height: integer? = 12

Dungeon:addRoom(x: integer, y: integer, width: integer, height: integer): Room -- within
  Carve a room.
  ! the room must lie inside the level, at least one square from each side, and must not touch another room
  > local room = Dungeon(nil, 20, 20):addRoom(2, 2, 5, 5)
  > print(room:center()) --> 4 4

Dungeon:connectRooms(rooms: (Room | table)[], options: HallwayOptions?)
  Connect each room to the one before it in the list, by a hallway.
  ! each must be a Room of this Dungeon
  > local dungeon = Dungeon(nil, 40, 20)
  > dungeon:connectRooms(dungeon:createRandomRooms(4), { loops = 1, doors = 0.5 })

record HallwayOptions -- strict
  The options of Dungeon:connectRooms.
  loops: integer? = 0, number of further hallways
  doors: number? = 0, the chance of a door where a hallway enters a room

Dungeon:convertEdgesToWalls() -- within
  Turn every edge square that touches a walkable square into a wall.
  > local dungeon = Dungeon(nil, 20, 20)
  > dungeon:addRoom(2, 2, 5, 5)
  > dungeon:convertEdgesToWalls()
  > print(dungeon:getTile(vec2(1, 1)):isWall()) --> true

Dungeon:getTile(position: vec2): Tile -- within
  Return the tile of a square; outside the level an edge tile, never nil.
  > print(Dungeon(nil, 20, 20):getTile(vec2(-1, 5)):isEdge()) --> true

Dungeon:getRooms(): Room[] -- within
  Return all rooms, in the order of creation.
  > local dungeon = Dungeon(nil, 20, 20)
  > dungeon:addRoom(2, 2, 5, 5)
  > print(#dungeon:getRooms()) --> 1

Dungeon:randomRoomTile(avoid: integer?): Tile
  Return a random tile of a room, uniformly, but never of room number `avoid`.
  ! the level must have a room
  > local runner = GameRunner()
  > runner:createLevel(5)
  > Spikes(runner:getDungeon():randomRoomTile(1))

Dungeon:furthestFrom(target: Tile | Located, a: Tile | table, b: Tile | table): Tile
  Return the tile that is further from a third; `a` when both are equally far.
  > local here, near, far = Tile:room(0, 0), Tile:room(1, 0), Tile:room(9, 0)
  > print(Dungeon(nil, 20, 20):furthestFrom(here, near, far)) --> room (9, 0)

Dungeon:farawayOpenRoomTile(target: Tile | Located): Tile
  Return the furthest of 21 random tiles outside room 1.
  > local runner = GameRunner()
  > runner:createLevel(5)
  > print(runner:getDungeon():farawayOpenRoomTile(runner.player.tile):isRoom()) --> true

Dungeon:furthestRoom(method: "path" | "rooms", from: integer?): Room -- within
  Return the room furthest from room number `from`, 1 by default.
  - method: "path" compares path lengths, "rooms" the number of rooms on the way
  > local runner = GameRunner()
  > runner:createLevel(5)
  > print(runner:getDungeon():furthestRoom("path").number > 1) --> true
]==]
