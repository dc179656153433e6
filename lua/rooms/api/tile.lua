-- Tile: a square of a level, or one that a mod made by itself.
return [==[
class Tile: Object
  A square of a level, always the same one for a square, or one that a mod made and that lies nowhere.

Tile(x: number, y: number, kind: "room" | "wall" | "edge" | "hallway" | "door", runner: GameRunner | table | nil): Tile
  A tile that lies nowhere.
  > print(Tile(3, 4, "room"):isRoom()) --> true

Tile.x: number
  Its column.

Tile.y: number
  Its row.

Tile.kind: string
  What it was made as; what a tile of a level is now, isRoom and its kin know.

Tile.runner: GameRunner?
  Whose player may stand on it.

Tile.contents: DeferredTable
  What stands on it.

Tile:room(x: number, y: number, runner: GameRunner | table | nil): Tile -- on_class
  A tile of a room that lies nowhere; it is called on the class.
  > print(Tile:room(1, 1)) --> room (1, 1)

Tile:wall(x: number, y: number, runner: GameRunner | table | nil): Tile -- on_class
  A tile of wall that lies nowhere.
  > print(Tile:wall(1, 1):isWall()) --> true

Tile:edge(x: number, y: number, runner: GameRunner | table | nil): Tile -- on_class
  A tile of edge that lies nowhere: solid ground that touches nothing.
  > print(Tile:edge(1, 1):isEdge()) --> true

Tile:pos(): vec2
  Where it is.
  > print(Tile:room(3, 4):pos()) --> (3, 4)

Tile:distance(other: Tile): number -- within
  How far it is to another tile, in a straight line.
  ! what is given must have a method pos
  > print(Tile:room(0, 0):distance(Tile:room(3, 4))) --> 5.0

Tile:isRoom(): boolean
  Whether one can walk on it: rooms, hallways and doors.
  > print(Tile:wall(0, 0):isRoom()) --> false

Tile:isWall(): boolean
  Whether it is wall.
  > print(Tile:wall(0, 0):isWall()) --> true

Tile:isEdge(): boolean
  Whether it is edge.
  > print(Tile:edge(0, 0):isEdge()) --> true

Tile:getRoom(): Room?
  The Room that holds it; nil for hallways, walls and edge.
  > local runner = GameRunner()
  > runner:createLevel(3)
  > print(runner.player.tile:getRoom() == runner.rooms[1]) --> true

Tile:contains(thing: any): boolean
  Whether a thing stands on it.
  > local tile, chest = Tile:room(1, 1), { title = "a chest" }
  > tile:addContents(chest)
  > print(tile:contains(chest)) --> true

Tile:addContents(thing: any)
  Put a thing on it. On a level it is drawn and exported: its `title`, `glyph` and `colour` say how.
  ! the thing must not be nil
  > local runner = GameRunner()
  > runner:createLevel(3)
  > runner.rooms[2]:centerTile():addContents { title = "a chest", glyph = "=", colour = "yellow" }

Tile:addDeferredContents(thing: any)
  The same as addContents: contents always wait for the end of a walk.
  > Tile:room(1, 1):addDeferredContents { title = "a chest" }

Tile:removeContents(thing: any)
  Take a thing off it; nothing when it does not stand there.
  > local tile, chest = Tile:room(1, 1), {}
  > tile:addContents(chest)
  > tile:removeContents(chest)
  > print(tile:contains(chest)) --> false

Tile:getPlayerIfPresent(): Player?
  The living player who stands here, or nil.
  > local runner = GameRunner()
  > runner:createLevel(3)
  > print(runner.player.tile:getPlayerIfPresent() == runner.player) --> true
]==]
