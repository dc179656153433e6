-- Generator: rooms and hallways.
return [==[
record GeneratorOptions
  Sizes of rooms and hallways.
  min_hallway_length: integer? = 0, the least number of squares from wall to wall
  max_hallway_length: integer? = 5, the greatest number
  min_hallway_width: integer? = 1, the least number of squares side by side
  max_hallway_width: integer? = 2, the greatest number
  enemy_density: number? = 0.1, the share of squares in rooms that get an enemy
  max_iter: integer? = 50, the number of attempts

class Generator
  = Generator(20, 20)
  Lays out rooms on a graph of ten by ten nodes, joined by hallways. All rooms but the secret ones can be reached from
  each other.

Generator(width: integer, height: integer, options: GeneratorOptions?): Generator
  A generator without rooms.
  ! each side from 3 to 1000
  > local generator = Generator(50, 40, { max_hallway_width = 1 })
  > print(generator.width, generator.height) --> 50 40

Generator.width: integer
  Squares from left to right.

Generator.height: integer
  Squares from top to bottom.

Generator.options: GeneratorOptions
  Its options, with the defaults.
  > print(Generator(50, 40).options.max_iter) --> 50

Generator.rooms: table[]
  The generated rooms: each has `x`, `y`, `width`, `height`, `index` and `secret`.
  > local generator = Generator(20, 20)
  > generator:start(6, 6)
  > generator:generate()
  > print(#generator.rooms, generator.rooms[1].x, generator.rooms[1].y) --> 1 8 8

Generator.grid: table[][]
  The cells, by x and y: each with `type` ("w" for a wall, "t" in a room, "h" in a hallway, "e" for an enemy) and
  `node`, the number of the room.
  > local generator = Generator(20, 20)
  > generator:start(6, 6)
  > generator:generate()
  > print(generator.grid[8][8].type) --> w

Generator:start(width: integer?, height: integer?): integer
  Adds the first room and gives its number, 1. Removes all rooms of an earlier start.
  - width: with its walls; 6 when left out, from 3 to 1000
  - height: with its walls; 6 when left out, from 3 to 1000
  > print(Generator(50, 40):start(7, 5)) --> 1

Generator:addNode(parent: integer, direction: Vec?, width: integer?, height: integer?): integer? -- present
  Adds a room beside another one. Returns its number, or nil when no side is free.
  - direction: (1, 0), (0, 1), (-1, 0) or (0, -1); a random one when left out
  - width: with its walls; 7 to 9 when left out
  - height: with its walls; 7 to 9 when left out
  ! a room must have that number
  ! at most 100 rooms
  > local generator = Generator(50, 40)
  > print(generator:addNode(generator:start(), Vec(1, 0))) --> 2

Generator:generate(): boolean
  Lays out all rooms around the first one, which is in the middle. Returns whether all of them found a place.
  ! `start` must be called first
  > local generator = Generator(50, 40)
  > generator:addNode(generator:start())
  > print(generator:generate(), #generator.rooms) --> true 2

Generator:secret(width: integer?, height: integer?): boolean
  Adds a room without a way in, beside as many rooms as possible. Returns whether there was a place for it.
  > local generator = Generator(50, 40)
  > generator:addNode(generator:start())
  > print(generator:generate() and generator:secret(5, 5)) --> true

Generator:prune()
  Removes the empty columns and rows at the edges.
  > local generator = Generator(50, 40)
  > generator:start(6, 6)
  > generator:generate()
  > generator:prune()
  > print(generator.width, generator.height) --> 6 6

Generator:typeAt(x: integer, y: integer): string?
  The type of a cell, nil when it is empty; "r" out of bounds.
  > print(Generator(50, 40):typeAt(1, 1), Generator(50, 40):typeAt(0, 1)) --> nil r

generation.types.WALL: string
  The type of cells with a wall.
  > print(require("world.generation.types").WALL) --> w

generation.types.TILE: string
  The type of cells in rooms.
  > print(require("world.generation.types").TILE) --> t

generation.types.HALLWAY: string
  The type of cells in hallways.
  > print(require("world.generation.types").HALLWAY) --> h

generation.types.RESTRICTED: string
  The type of cells out of bounds.
  > print(require("world.generation.types").RESTRICTED) --> r

generation.types.ENEMY: string
  The type of cells with an enemy.
  > print(require("world.generation.types").ENEMY) --> e

generation.dir(x: number, y: number): table
  A direction: a table with `x` and `y`.
  > print(require "world.generation.dir"(1, 0).x) --> 1

generation.dirsmap: table[]
  The four directions: left, up, right, down.
  > print(#require "world.generation.dirsmap") --> 4

generation.cell(type: any, room: any): table
  A cell: a table with `type` and `room`.
  > print(require "world.generation.cell"("w", 1).type) --> w

generation.node(x: number, y: number, w: number?, h: number?): GeneratorNode
  A node of a graph of rooms.
  > print(require "world.generation.node"(5, 5, 7, 9).h) --> 9

class GeneratorNode -- local
  = require "world.generation.node"(5, 5)
  A room on the graph of rooms.

GeneratorNode.x: number
  Its column.

GeneratorNode.y: number
  Its row.

GeneratorNode.w: number?
  The width of the room.

GeneratorNode.h: number?
  The height of the room.

GeneratorNode.neighbors: table<string, GeneratorNode>
  The nodes beside it, by their directions as text.

GeneratorNode:setNeighbor(direction: table, node: any)
  Sets the node in a direction.
  > local new_node, dir = require "world.generation.node", require "world.generation.dir"
  > local node = new_node(5, 5)
  > node:setNeighbor(dir(1, 0), new_node(6, 5))
  > print(node:getNeighbor(dir(1, 0)).x) --> 6

GeneratorNode:getNeighbor(direction: table): any
  The node in a direction.
  > print(require "world.generation.node"(5, 5):getNeighbor { x = 1, y = 0 }) --> nil

GeneratorNode:clearNeighbor(direction: table)
  Removes the node in a direction.
  > require "world.generation.node"(5, 5):clearNeighbor { x = 1, y = 0 }

GeneratorNode:getOccupiedDirections(): table[]
  The directions in which there is a node.
  > print(#require "world.generation.node"(5, 5):getOccupiedDirections()) --> 0
]==]
