-- Tile: a square of a level, or a tile that a mod made.
return [==[
class Tile: Object
  A square of a level, which always has the same tile; or a tile that a mod made and that belongs to no level.

Tile(x: number, y: number, kind: "room" | "wall" | "edge" | "hallway" | "door", runner: GameRunner | table | nil): Tile
  Make a tile that belongs to no level.
  > print(Tile(3, 4, "room"):isRoom()) --> true

record TileLike
  A Tile, or a table with its methods.
  addDeferredContents: function, adds an object

record Located
  A Tile, or a table with a position.
  pos: function, returns the position

Tile.x: number
  The column.

Tile.y: number
  The row.

Tile.kind: string
  The kind with which the tile was made. For the current kind of a tile of a level, call isRoom, isWall or isEdge.

Tile.runner: GameRunner?
  The runner whose player may stand on the tile.

Tile.contents: DeferredTable
  The objects on the tile. Maps show those in the table with which a tile of a level is made, and in no other.

Tile:room(x: number, y: number, runner: GameRunner | table | nil): Tile -- on_class
  Make a tile of a room that belongs to no level; call it on the class.
  > print(Tile:room(1, 1)) --> room (1, 1)

Tile:wall(x: number, y: number, runner: GameRunner | table | nil): Tile -- on_class
  Make a wall tile that belongs to no level; call it on the class.
  > print(Tile:wall(1, 1):isWall()) --> true

Tile:edge(x: number, y: number, runner: GameRunner | table | nil): Tile -- on_class
  Make an edge tile, which is solid ground, that belongs to no level; call it on the class.
  > print(Tile:edge(1, 1):isEdge()) --> true

Tile:pos(): vec2
  Return the position.
  > print(Tile:room(3, 4):pos()) --> (3, 4)

Tile:distance(other: Tile | Located): number
  Return the distance to another tile in a straight line.
  > print(Tile:room(0, 0):distance(Tile:room(3, 4))) --> 5.0

Tile:isRoom(): boolean
  Return whether the tile is walkable: a room, a hallway or a door.
  > print(Tile:wall(0, 0):isRoom()) --> false

Tile:isWall(): boolean
  Return whether the tile is a wall.
  > print(Tile:wall(0, 0):isWall()) --> true

Tile:isEdge(): boolean
  Return whether the tile is edge.
  > print(Tile:edge(0, 0):isEdge()) --> true

Tile:getRoom(): Room?
  Return the Room that contains the tile; nil for hallways, walls and edge.
  > local runner = GameRunner()
  > runner:createLevel(3)
  > print(runner.player.tile:getRoom() == runner.rooms[1]) --> true

Tile:contains(object: any): boolean
  Return whether an object is on the tile.
  > local tile, chest = Tile:room(1, 1), { title = "a chest" }
  > tile:addContents(chest)
  > print(tile:contains(chest)) --> true

Tile:addContents(object: any)
  Put an object on the tile. On a level it is drawn and exported with its `title`, `glyph`, `colour`, `sprite` and
  `material`.
  ! the object must not be nil
  > local runner = GameRunner()
  > runner:createLevel(3)
  > runner.rooms[2]:centerTile():addContents { title = "a chest", glyph = "=", colour = "yellow" }

Tile:addDeferredContents(object: any)
  The same as addContents, because contents always change after the iteration.
  > Tile:room(1, 1):addDeferredContents { title = "a chest" }

Tile:removeContents(object: any)
  Remove an object from the tile; nothing happens when it is not there.
  > local tile, chest = Tile:room(1, 1), {}
  > tile:addContents(chest)
  > tile:removeContents(chest)
  > print(tile:contains(chest)) --> false

Tile:attemptedEntranceBy(object: any, from: Tile): Tile
  Return the tile on which an object ends that comes from another tile: this one if it is walkable, else the other.
  > local here = Tile:room(1, 1)
  > print(Tile:wall(2, 1):attemptedEntranceBy(nil, here) == here) --> true

Tile:legalNeighbor(object: any, step: vec2): Tile
  Return the tile on which an object ends that makes a step from this tile.
  ! the tile must have a runner with a level
  > local runner = GameRunner()
  > runner:createLevel(3)
  > local tile = runner.player.tile
  > print(tile:legalNeighbor(runner.player, vec2(1, 0)) == runner:getTile(tile:pos() + vec2(1, 0))) --> true

Tile:getPlayerIfPresent(): Player?
  Return the living player on the tile, or nil.
  > local runner = GameRunner()
  > runner:createLevel(3)
  > print(runner.player.tile:getPlayerIfPresent() == runner.player) --> true
]==]
