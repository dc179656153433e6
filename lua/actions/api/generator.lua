-- Rooms and hallways.
return [==[
record GeneratorOptions
  What rooms and hallways are like.
  min_hallway_length: integer? = 0, squares from wall to wall at least
  max_hallway_length: integer? = 5, and at most
  min_hallway_width: integer? = 1, squares that one can walk beside each other at least
  max_hallway_width: integer? = 2, and at most
  enemy_density: number? = 0.1, the share of squares in rooms on which an enemy is placed
  max_iter: integer? = 50, how often it tries

class Generator
  = Generator(20, 20)
  Lays out rooms on a graph of ten by ten cells, joined by hallways. From each room one comes to all others but the secret
  ones.

Generator(width: integer, height: integer, options: GeneratorOptions?): Generator -- within
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
  The rooms that are laid out: each with `x`, `y`, `width`, `height`, `index` and `secret`.
  > local generator = Generator(20, 20)
  > generator:start(6, 6)
  > generator:generate()
  > print(#generator.rooms, generator.rooms[1].x, generator.rooms[1].y) --> 1 8 8

Generator.grid: table[][]
  The cells, by x and y: each with `type` ("w" for a wall, "t" in a room, "h" in a hallway, "e" for an enemy) and `node`, the
  number of the room.
  > local generator = Generator(20, 20)
  > generator:start(6, 6)
  > generator:generate()
  > print(generator.grid[8][8].type) --> w

Generator:start(width: integer?, height: integer?): integer
  The first room; gives its number, 1. Begins anew when it was started before.
  - width: with its walls; 6 when left out, from 3 to 1000
  - height: with its walls; 6 when left out, from 3 to 1000
  > print(Generator(50, 40):start(7, 5)) --> 1

Generator:addNode(parent: integer, direction: Vec?, width: integer?, height: integer?): integer?
  One more room beside another; gives its number, or nil when there is no free side.
  - direction: (1, 0), (0, 1), (-1, 0) or (0, -1); any when left out
  - width: with its walls; 7 to 9 when left out
  - height: with its walls; 7 to 9 when left out
  ! there must be a room of that number
  ! at most 100 rooms
  > local generator = Generator(50, 40)
  > print(generator:addNode(generator:start(), Vec(1, 0))) --> 2

Generator:generate(): boolean
  Lays out all rooms, the first one in the middle; whether that was possible.
  ! it must be started
  > local generator = Generator(50, 40)
  > generator:addNode(generator:start())
  > print(generator:generate(), #generator.rooms) --> true 2

Generator:secret(width: integer?, height: integer?): boolean
  One more room, beside as many others as possible and without a way in; whether there was a place for it.
  > local generator = Generator(50, 40)
  > generator:addNode(generator:start())
  > print(generator:generate() and generator:secret(5, 5)) --> true

Generator:prune()
  Cuts off what is empty all around.
  > local generator = Generator(50, 40)
  > generator:start(6, 6)
  > generator:generate()
  > generator:prune()
  > print(generator.width, generator.height) --> 6 6

Generator:typeAt(x: integer, y: integer): string?
  The type of a cell, nil when it is empty; "r" out of bounds.
  > print(Generator(50, 40):typeAt(1, 1), Generator(50, 40):typeAt(0, 1)) --> nil r
]==]
