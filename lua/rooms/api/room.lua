-- Room: a rectangle of squares to walk on.
return [==[
class Room: Object
  A rectangle of squares to walk on. Those of a level know its tiles; others are sums on paper.
  > local room = Room(2, 3, 5, 4)
  > print(room:center()) --> 4 4

Room(x: integer, y: integer, width: integer, height: integer, runner: GameRunner | table | nil): Room
  A room whose upper left square is (x, y).
  - runner: whose tiles `centerTile` looks for
  ! width and height must be at least 1
  > local room = Room(2, 3, 5, 4)
  > print(room.width * room.height) --> 20

Room.x: integer
  The left column.

Room.y: integer
  The top row.

Room.width: integer
  Columns.

Room.height: integer
  Rows.

Room.runner: GameRunner?
  Whose tiles the room lies on.

Room.number: integer?
  Which room of its Dungeon it is, from 1; nil for one that a mod made by itself.

Room:center(): integer, integer
  The square in the middle, of two the left and upper one.
  > print(Room(0, 0, 4, 3):center()) --> 1 1

Room:centerPos(): vec2
  The square in the middle as a vec2.
  > print(Room(0, 0, 4, 3):centerPos()) --> (1, 1)

Room:centerTile(): Tile
  The tile in the middle.
  ! the room must have a runner
  > local runner = GameRunner()
  > runner:createLevel(3)
  > print(runner.rooms[1]:centerTile():isRoom()) --> true

Room:corners(): integer, integer, integer, integer
  Left, top, right and bottom: the first and the last square.
  > print(Room(2, 3, 5, 4):corners()) --> 2 3 6 6

Room:intersects(other: Room): boolean
  Whether the two have a square in common.
  > print(Room(0, 0, 3, 3):intersects(Room(2, 2, 3, 3))) --> true
]==]
