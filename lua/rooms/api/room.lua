-- Room: a rectangle of walkable squares.
return [==[
class Room: Object
  A rectangle of walkable squares. A room of a level has its tiles; a room that a mod made is only a rectangle.
  > local room = Room(2, 3, 5, 4)
  > print(room:center()) --> 4 4

Room(x: integer, y: integer, width: integer 1.., height: integer 1.., runner: GameRunner | table | nil): Room
  Make a room whose upper left square is (x, y).
  - runner: source of the tiles of `centerTile`
  > local room = Room(2, 3, 5, 4)
  > print(room.width * room.height) --> 20

Room.x: integer
  The left column.

Room.y: integer
  The top row.

Room.width: integer
  Number of columns.

Room.height: integer
  Number of rows.

Room.runner: GameRunner?
  The runner whose tiles the room covers.

Room.number: integer?
  The number of the room in its Dungeon, from 1; nil for a room that a mod made.

Room:center(): integer, integer
  Return x and y of the square in the middle; of several middle squares, the upper left one.
  > print(Room(0, 0, 4, 3):center()) --> 1 1

Room:centerPos(): vec2
  Return the square in the middle as a vec2.
  > print(Room(0, 0, 4, 3):centerPos()) --> (1, 1)

Room:centerTile(): Tile
  Return the tile in the middle.
  ! the room must have a runner
  > local runner = GameRunner()
  > runner:createLevel(3)
  > print(runner.rooms[1]:centerTile():isRoom()) --> true

Room:corners(): integer, integer, integer, integer
  Return the left column, top row, right column and bottom row.
  > print(Room(2, 3, 5, 4):corners()) --> 2 3 6 6

Room:intersects(other: Room): boolean
  Return whether two rooms have a square in common.
  > print(Room(0, 0, 3, 3):intersects(Room(2, 2, 3, 3))) --> true
]==]
