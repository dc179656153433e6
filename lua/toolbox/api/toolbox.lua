-- The toolbox: generators, walking, scatter and stamping, for mods of any dialect.
return [==[
examples
  Examples run at the start of a game, with `toolbox = require "host.toolbox"`. While mods load there is no game, and nothing
  is made. A map is a Plan, what `plan:map()` gives, whatever stands for a map in a dialect (a Dungeon, an InstancedMap, a World), or nil
  for the map of the game. Squares count from 0.
  > base = require "base"

toolbox.rooms(options: RoomsOptions?): Plan -- within
  A plan of rooms at random places that do not touch, each joined to the one before it by a hallway.
  ! when the rooms do not fit, the error says how many did
  > local plan = toolbox.rooms { rooms = 5, width = 40, height = 20 }
  > print(#plan:get_rooms()) --> 5

toolbox.bsp(options: BspOptions?): Plan -- within
  A plan of rooms in the parts of a map that is cut in two again and again.
  > print(toolbox.bsp { width = 40, height = 20 }) --> plan of 40 × 20

toolbox.caves(options: CavesOptions?): Plan -- within
  A plan of caves that hang together.
  > print(toolbox.is_connected(toolbox.caves { width = 40, height = 20 })) --> true

toolbox.walk(options: WalkOptions?): Plan -- within
  A plan of caves as a drunkard would dig them.
  > local map = toolbox.walk({ width = 40, height = 20 }):map()

toolbox.maze(options: MazeOptions?): Plan -- within
  A plan of a maze of corridors, with loops.
  > print(toolbox.maze({ width = 11, height = 11 }):get(0, 0)) --> wall

toolbox.steps(name: "rooms" | "bsp" | "caves" | "walk" | "maze" | "distances" | "path" | "scatter" | "stamp", options: table?, every: integer?): fun(): any -- within
  The states that a generator or a tool goes through, for a loop: plans, or what the tool gives, so far.
  - options: those of the generator; what a tool is told otherwise one by one, with the map as `map`
  - every: only each so many-th state, and the last
  ! only the latest runs go on, when there are many at once
  > local states = 0
  > for plan in toolbox.steps("caves", { width = 20, height = 10, rounds = 2 }) do states = states + 1 end
  > print(states > 1) --> true

toolbox.map(map: Plan | HostMap | table | nil): HostMap -- within
  What stands for a map in no dialect: something to return from a generator, with its width and height.
  ! a plan is no map yet: `plan:map()` makes one
  > local dungeon = toolbox.map(toolbox.maze({ width = 11, height = 11 }):map())
  > print(dungeon.width, dungeon.height) --> 11 11

toolbox.open(map: Plan | HostMap | table | nil): OpenSquares -- within
  Which squares can be walked.
  > print(toolbox.open(toolbox.maze { width = 11, height = 11 }):get(1, 1)) --> true

toolbox.distances(map: Plan | HostMap | table | nil, sources: Place | Place[], options: WalkingOptions?): Distances -- within
  The number of steps to each square from a place, or from the nearest of a list.
  ! each of the sources must lie on the map
  > local plan = toolbox.rooms { rooms = 4, width = 40, height = 20 }
  > local room = plan:get_rooms()[1]
  > print(toolbox.distances(plan, room):get(room.x, room.y)) --> 0

toolbox.path(map: Plan | HostMap | table | nil, from: Place, to: Place, options: WalkingOptions?): Place[]? -- within
  A shortest way, with both ends, or nil when there is none.
  ! both must lie on the map
  > local plan = toolbox.rooms { rooms = 4, width = 40, height = 20 }
  > local rooms = plan:get_rooms()
  > print(#toolbox.path(plan, rooms[1], rooms[4]) > 1) --> true

toolbox.regions(map: Plan | HostMap | table | nil, options: WalkingOptions?): Regions -- within
  The parts of a map between which one cannot walk.
  > print(#toolbox.regions(toolbox.caves { width = 40, height = 20 }).sizes) --> 1

toolbox.is_connected(map: Plan | HostMap | table | nil): boolean -- within
  Whether one can walk from every open square to every other.
  > print(toolbox.is_connected(toolbox.maze { width = 11, height = 11 })) --> true

toolbox.scatter(map: Plan | HostMap | table | nil, options: ScatterOptions): Place[] -- within
  Random places on open squares, none nearer to another than a distance.
  > for _, place in ipairs(toolbox.scatter(toolbox.caves { width = 40, height = 20 }, { distance = 6, most = 3 })) do
  >   print(place.x >= 0) --> true
  > end

toolbox.stamp(map: HostMap | table | nil, segment: kts.Segment, x: integer, y: integer, options: StampOptions?): integer, integer -- within
  Lay a kts segment on a map in place of what was there, with its items, monsters and homes: mirrored, then turned.
  - x: of its upper left square
  - y: of its upper left square
  - result: the width it has then
  - result2: and the height
  ! it must fit; a plan holds no tiles, and cannot be stamped
  > local map = toolbox.caves({ width = 60, height = 40 }):map()
  > print(toolbox.stamp(map, base.standard_segments[1], 10, 10, { turns = 1 })) --> 12 12

record Place
  A square.
  x: integer, the left column is 0
  y: integer, the top row is 0

record WalkingOptions -- strict
  How one walks.
  diagonal: truth = false, whether one steps over corners, too

record ScatterOptions -- strict
  What toolbox.scatter takes.
  distance: number, the least between two places, at least 1
  most: integer?, how many there may be

record StampOptions -- strict
  How toolbox.stamp lays a segment.
  turns: integer? = 0, quarter turns clockwise, 0 to 3
  mirrored: truth = false, whether it is mirrored first, left to right

class Plan
  = toolbox.maze { width = 11, height = 11 }
  What a generator made: which squares are what. It holds no tiles; `plan:map()` gives it some.

Plan.width: integer
  Columns.

Plan.height: integer
  Rows.

Plan:get(x: integer, y: integer): "edge" | "wall" | "hallway" | "room" | "door" | nil -- within
  What a square is; nil outside.
  > print(toolbox.maze({ width = 11, height = 11 }):get(-1, 0)) --> nil

Plan:is_open(x: integer, y: integer): boolean -- within
  Whether one can walk on a square.
  > print(toolbox.maze({ width = 11, height = 11 }):is_open(0, 0)) --> false

Plan:get_rooms(): PlannedRoom[] -- within
  The rooms, without walls.
  > local room = toolbox.rooms({ rooms = 2, width = 30, height = 20 }):get_rooms()[1]
  > print(room.width >= 3) --> true

record PlannedRoom
  A room of a plan, without walls.
  x: integer, its left column
  y: integer, its top row
  width: integer, columns
  height: integer, rows

Plan:get_links(): integer[][] -- within
  The numbers of rooms that are joined, two and two.
  > print(#toolbox.rooms({ rooms = 3, width = 40, height = 20 }):get_links()) --> 2

Plan:text(): string -- within
  The plan as text, a line a row.
  > print(toolbox.maze({ width = 5, height = 3 }):text())

Plan:map(tiles: PlanTiles?): HostMap -- within
  Make a map of the plan. The first becomes the map of the game when that has none yet.
  - tiles: for kinds of squares; the rest become the host's own
  > local map = toolbox.maze({ width = 11, height = 11 }):map()
  > print(map) --> map of 11 × 11

record PlanTiles -- strict
  The tiles of each kind of square.
  edge: kts.Tile | kts.Tile[] | nil, solid ground that touches nothing
  wall: kts.Tile | kts.Tile[] | nil
  hallway: kts.Tile | kts.Tile[] | nil
  room: kts.Tile | kts.Tile[] | nil
  door: kts.Tile | kts.Tile[] | nil

class HostMap
  = toolbox.maze({ width = 11, height = 11 }):map()
  A map of the host that belongs to no dialect. All functions that take a map take it.

HostMap.width: integer
  Columns.

HostMap.height: integer
  Rows.

class OpenSquares
  = toolbox.open(toolbox.maze { width = 11, height = 11 })
  Which squares of a map can be walked.

OpenSquares.width: integer
  Columns.

OpenSquares.height: integer
  Rows.

OpenSquares:get(x: integer, y: integer): boolean -- within
  Whether one can walk on a square; false outside.
  > print(toolbox.open(toolbox.maze { width = 11, height = 11 }):get(-1, 0)) --> false

class Distances
  = toolbox.distances(toolbox.maze { width = 11, height = 11 }, { x = 1, y = 1 })
  Steps to each square of a map.

Distances.width: integer
  Columns.

Distances.height: integer
  Rows.

Distances:get(x: integer, y: integer): integer? -- within
  The number of steps to a square; nil where none leads, and outside.
  > print(toolbox.distances(toolbox.maze { width = 11, height = 11 }, { x = 1, y = 1 }):get(0, 0)) --> nil

Distances:furthest(): Place?, integer? -- within
  The square that is furthest of those that can be reached, and its distance; of several the first, row by row.
  > local place, steps = toolbox.distances(toolbox.maze { width = 11, height = 11 }, { x = 1, y = 1 }):furthest()
  > print(steps > 0) --> true

class Regions
  = toolbox.regions(toolbox.maze { width = 11, height = 11 })
  The parts of a map between which one cannot walk.

Regions.width: integer
  Columns.

Regions.height: integer
  Rows.

Regions.sizes: integer[]
  How many squares each region has.

Regions:get(x: integer, y: integer): integer? -- within
  The number of the region of a square, from 1; nil where one cannot walk, and outside.
  > print(toolbox.regions(toolbox.maze { width = 11, height = 11 }):get(1, 1)) --> 1
]==]
