-- The toolbox: generators, paths, scatter and stamping, for mods of any dialect.
return [==[
examples
  Examples run at the start of a game, with `toolbox = require "host.toolbox"`. No function works while mods load,
  because there is no game then. A map is a Plan, the HostMap of `plan:map()`, a map of a dialect (a Dungeon, an
  InstancedMap, a World), or nil for the map of the game. Squares count from 0.
  > base = require "base"

toolbox.rooms(options: RoomsOptions?): Plan -- within
  Make a plan of rooms at random positions that do not touch, each connected to the one before it by a hallway.
  ! when the rooms do not fit, the error says how many did
  > local plan = toolbox.rooms { rooms = 5, width = 40, height = 20 }
  > print(#plan:get_rooms()) --> 5

toolbox.bsp(options: BspOptions?): Plan -- within
  Make a plan by binary space partition: cut the map in two again and again, and put a room into each part.
  > print(toolbox.bsp { width = 40, height = 20 }) --> plan of 40 × 20

toolbox.caves(options: CavesOptions?): Plan -- within
  Make a plan of connected caves.
  > print(toolbox.is_connected(toolbox.caves { width = 40, height = 20 })) --> true

toolbox.walk(options: WalkOptions?): Plan -- within
  Make a plan of caves by a random walk.
  > local map = toolbox.walk({ width = 40, height = 20 }):map()

toolbox.maze(options: MazeOptions?): Plan -- within
  Make a plan of a maze of corridors, with loops.
  > print(toolbox.maze({ width = 11, height = 11 }):get(0, 0)) --> wall

toolbox.corridor(options: CorridorOptions?): Plan -- within
  Make a plan of a single corridor that winds and never touches itself: only squares that follow each other in it are
  side by side. Its ends are the first and the second room of the plan, of one square each.
  ! a length that may not fit into the map is an error that says the greatest length
  > local plan = toolbox.corridor { width = 12, height = 12, length = 20 }
  > local start, goal = table.unpack(plan:get_rooms())
  > print(#toolbox.path(plan, start, goal)) --> 20

toolbox.mission(options: MissionOptions?): Plan -- within
  Make a plan whose rooms and ways are those of a graph, and no others: given as text, or grown by rules.
  ! a graph that cannot be read, solved or laid out is an error that names the statement
  > local plan = toolbox.mission { graph = "start: a; goal: c; a - b; b - c: lock red; key red: b" }
  > print(#plan:get_rooms(), plan:get_rooms()[3].name) --> 3 c

toolbox.wfc(options: WfcOptions?): Plan -- within
  Make a plan of which each window of squares, turned or mirrored, occurs in an example: wave function collapse. The
  example wraps around. Water is a wall of the plan with a mark.
  ! an example that cannot be read, fixed squares that it has no windows for, and a map that was not found are errors
  > local plan = toolbox.wfc { width = 20, height = 12 }
  > print(toolbox.is_connected(plan)) --> true

toolbox.tiled(options: TiledOptions): HostMap -- within
  Make a map of tiles or segments that lie side by side where their edges fit: wave function collapse. The first map
  becomes the map of the game when the game has none.
  ! an edge that fits nothing, fixed tiles or a border that contradict each other, and a map that was not found are
  ! errors; they name the tile, and the place where nothing fits
  > local map = toolbox.tiled { width = 3, height = 2, tiles = {
  >   { tile = base.floor_grass, edges = "any" }, { tile = base.floor_dirt, edges = "any", weight = 0.5 },
  > } }
  > print(map.width, map.height) --> 3 2

toolbox.rewrite(options: RewriteOptions): Letters -- within
  Rewrite a grid of letters by rules such as "WBB=WAW": where the left side is found, in any direction, turned or
  mirrored, the right side takes its place. Each rule is applied until it holds nowhere, or for its steps; then comes
  the next one. A step of { one = "…" } applies a rule at a random place; of { all = "…" }, at all places at once, but
  where another one changed a square in this step; of { markov = { "…", "…" } }, the first that holds. `*` stands for
  any letter on the left, and for no change on the right; `/` separates rows.
  ! a rule that cannot be read, and rules that never end, are errors that name the rule
  > local grid = toolbox.rewrite { width = 5, height = 1, rules = { { one = "B=W", steps = 1 }, "WB=WW" } }
  > print(grid:text()) --> WWWWW

toolbox.map(map: Plan | HostMap | table | nil): HostMap
  Return the HostMap of any map, such as a generator can return.
  ! the argument must not be a plan: `plan:map()` makes a map of it
  > local dungeon = toolbox.map(toolbox.maze({ width = 11, height = 11 }):map())
  > print(dungeon.width, dungeon.height) --> 11 11

toolbox.open(map: Plan | HostMap | table | nil): OpenSquares
  Return which squares are walkable.
  > print(toolbox.open(toolbox.maze { width = 11, height = 11 }):get(1, 1)) --> true

toolbox.distances(map: Plan | HostMap | table | nil, sources: Place | Place[],
    options: WalkingOptions?): Distances
  Return the number of steps to each square from a source, or from the nearest of a list of sources.
  ! each source must lie on the map
  > local plan = toolbox.rooms { rooms = 4, width = 40, height = 20 }
  > local room = plan:get_rooms()[1]
  > print(toolbox.distances(plan, room):get(room.x, room.y)) --> 0

toolbox.path(map: Plan | HostMap | table | nil, from: Place, to: Place, options: WalkingOptions?): Place[]? -- present
  Return a shortest path, both ends included, or nil when there is none.
  ! both ends must lie on the map
  > local plan = toolbox.rooms { rooms = 4, width = 40, height = 20 }
  > local rooms = plan:get_rooms()
  > print(#toolbox.path(plan, rooms[1], rooms[4]) > 1) --> true

toolbox.regions(map: Plan | HostMap | table | nil, options: WalkingOptions?): Regions
  Return the connected parts of a map.
  > print(#toolbox.regions(toolbox.caves { width = 40, height = 20 }).sizes) --> 1

toolbox.is_connected(map: Plan | HostMap | table | nil): boolean
  Return whether every walkable square can be reached from every other.
  > print(toolbox.is_connected(toolbox.maze { width = 11, height = 11 })) --> true

toolbox.scatter(map: Plan | HostMap | table | nil, options: ScatterOptions): Place[]
  Return random walkable squares, no two of them closer than a distance.
  > for _, place in ipairs(toolbox.scatter(toolbox.caves { width = 40, height = 20 }, { distance = 6, most = 3 })) do
  >   print(place.x >= 0) --> true
  > end

toolbox.place_reachable(map: Plan | HostMap | table | nil, options: PlacingOptions): Place[]?, string? -- present
  Return random walkable squares that are least to most steps from a square. When there are fewer than count, return nil
  and the reason: toolbox.attempt may try again.
  ! each square of the options must lie on the map
  > local plan = toolbox.maze { width = 21, height = 21, loops = 0.5 }
  > local door = toolbox.place_reachable(plan, { from = { x = 1, y = 1 }, least = 10 })[1]
  > local keys = toolbox.place_reachable(plan, { from = { x = 1, y = 1 }, avoid = door, count = 2 })
  > print(#keys) --> 2
  > print(toolbox.place_reachable(plan, { from = door, least = 500 }))
  > --> nil no square can be reached in at least 500 steps

toolbox.attempt(times: integer 1..1000000, try: function): any, any
  Call a function until its first result is neither nil nor false, and return its results. A function that fails may
  return nil and a reason. Random numbers continue from one attempt to the next.
  - try: receives the number of the attempt, from 1; its errors are not caught
  ! when all attempts fail, the error names their number and the most frequent reason
  > local plan = toolbox.attempt(100, function()
  >   local plan = toolbox.caves { width = 40, height = 20 }
  >   local _, steps = toolbox.distances(plan, toolbox.scatter(plan, { distance = 1, most = 1 })):furthest()
  >   if steps < 20 then return nil, "the caves are too small" end
  >   return plan
  > end)
  > print(plan) --> plan of 40 × 20

toolbox.niches(map: Plan | HostMap | table | nil, size: integer): Niche[] -- within
  Return all positions for a square segment in solid rock, where only its door meets open ground, in random order.
  The door is in the middle of the south side of the segment, before it is turned.
  - size: squares per side, 3 to 99
  ! the size must be odd
  > local plan = toolbox.caves { width = 60, height = 40 }
  > local niche = toolbox.niches(plan, 5)[1]
  > print(plan:is_open(niche.front.x, niche.front.y), plan:is_open(niche.centre.x, niche.centre.y)) --> true false

toolbox.stamp(map: HostMap | table | nil, segment: kts.Segment, x: integer, y: integer,
    options: StampOptions?): integer, integer -- within
  Put a kts segment on a map, with its items, monsters and homes. It replaces tiles, items and creatures of kts that
  were there. Entities and characters stay; monsters find no room on their squares.
  - x: column of its upper left square
  - y: row of its upper left square
  - result: the width of the turned segment
  - result2: the height of the turned segment
  ! the segment must fit; the map must not be a plan, which has no tiles
  > local map = toolbox.caves({ width = 60, height = 40 }):map()
  > print(toolbox.stamp(map, base.standard_segments[1], 10, 10, { turns = 1 })) --> 12 12

record TiledOptions
  The options of toolbox.tiled.
  width: integer, tiles across
  height: integer, tiles down
  tiles: TiledPiece[], what the map consists of; all have the same size
  border: string | string[] | nil, a label, or a list of labels, of edges that may lie at the sides of the map; else all
  fixed: TiledPlace[]?, tiles that are fixed
  connected: boolean | string | nil, true to connect all squares that can be walked on; or a label, to connect all tiles
      that have it by edges that have it

record TiledPiece
  A tile of toolbox.tiled: either tile or segment is there.
  tile: kts.Tile | kts.Tile[] | nil, a tile, or a list of tiles for one square
  segment: kts.Segment?, squares with their items, monsters and homes
  edges: string | (string | string[])[] | nil, a label for all edges, or a list: north, east, south, west. An edge may
      be a list of labels; two edges fit when they share a label. Parts of a label such as `grass/water`, and the
      letters of a segment without edges (`.` where one can walk, else `#`), go from left to right or from top to
      bottom
  weight: number? = 1, how often it occurs, to other tiles
  turns: truth = false, whether it may be turned; edges turn with it
  mirrored: truth = false, whether it may be mirrored

record TiledPlace -- position
  A fixed tile.
  x: integer, the left column of tiles is 0
  y: integer, the top row of tiles is 0
  tile: integer, its number in `tiles`

record RewriteOptions
  The options of toolbox.rewrite.
  width: integer, squares across
  height: integer, squares down
  rules: (string | table)[]?, the rules, in the order in which they run
  fill: string? = "B", the letter of all squares at first
  origin: string?, the letter of the square in the middle at first
  kinds: table?, as in a file; ignored here
  file: string?, a file of the mod in TOML, with the same fields; fields of the table win

record Place -- position
  The position of a square.
  x: integer, the left column is 0
  y: integer, the top row is 0

record Niche
  A position for a segment; toolbox.stamp takes its x, y and turns.
  x: integer, column of the upper left square
  y: integer, row of the upper left square
  turns: integer, quarter turns clockwise, 0 to 3
  door: Place, the square of the door
  front: Place, the open square before the door
  centre: Place, the square in the middle

record WalkingOptions -- strict
  Options of searches.
  diagonal: truth = false, whether steps in the four diagonal directions are allowed

record ScatterOptions -- strict
  The options of toolbox.scatter.
  distance: number, the least distance between two squares, at least 1
  most: integer?, the maximum number of squares

record PlacingOptions -- strict
  The options of toolbox.place_reachable.
  from: Place | Place[], the square from which steps are counted, or a list: then from the nearest
  least: integer? = 1, the least number of steps
  most: integer?, the greatest number of steps
  count: integer? = 1, how many squares
  distance: number? = 1, the least distance between two of the squares in a straight line, at least 1
  avoid: Place | Place[] | nil, squares that paths do not cross, and that are not chosen
  taken: Place | Place[] | nil, squares that are not chosen
  diagonal: truth = false, whether steps in the four diagonal directions are allowed

record StampOptions -- strict
  The options of toolbox.stamp. A segment is first mirrored, then turned.
  turns: integer? = 0, quarter turns clockwise, 0 to 3
  mirrored: truth = false, whether to mirror the segment left to right

class Plan
  = toolbox.maze { width = 11, height = 11 }
  The result of a generator: the kind of each square. A plan has no tiles; `plan:map()` makes a map with tiles.

Plan.width: integer
  Number of columns.

Plan.height: integer
  Number of rows.

Plan:get(x: integer, y: integer): "edge" | "wall" | "hallway" | "room" | "door" | nil
  Return the kind of a square; nil outside.
  > print(toolbox.maze({ width = 11, height = 11 }):get(-1, 0)) --> nil

Plan:is_open(x: integer, y: integer): boolean
  Return whether a square is walkable.
  > print(toolbox.maze({ width = 11, height = 11 }):is_open(0, 0)) --> false

Plan:get_rooms(): PlannedRoom[]
  Return the rooms, without walls.
  > local room = toolbox.rooms({ rooms = 2, width = 30, height = 20 }):get_rooms()[1]
  > print(room.width >= 3) --> true

record PlannedRoom -- position
  A room of a plan, without walls.
  x: integer, its left column
  y: integer, its top row
  width: integer, number of columns
  height: integer, number of rows
  name: string?, its name in the graph of a mission

Plan:get_marks(): PlanMark[]
  Return what lies on squares of a mission besides their kind; `plan:map()` puts it on the map.
  > local plan = toolbox.mission { graph = "start: a; goal: c; a - b; b - c: lock red; key red: b" }
  > for _, mark in ipairs(plan:get_marks()) do
  >   if mark.kind == "lock" then print(plan:get(mark.x, mark.y), mark.key) end --> door 1
  > end

record PlanMark -- position
  Something on a square of a plan.
  x: integer, its column
  y: integer, its row
  kind: "lock" | "secret" | "one_way" | "key" | "entrance" | "exit" | "water"
  key: integer?, the number of the lock, or of the key that lies here
  direction: "north" | "east" | "south" | "west" | nil, where a door in one direction leads

Plan:get_links(): integer[][]
  Return pairs of numbers of connected rooms.
  > print(#toolbox.rooms({ rooms = 3, width = 40, height = 20 }):get_links()) --> 2

Plan:text(): string
  Return the plan as text, one line per row.
  > print(toolbox.maze({ width = 5, height = 3 }):text())

Plan:map(tiles: PlanTiles?): HostMap -- within
  Make a map of the plan. It becomes the map of the game when the game has none.
  - tiles: tiles by kind of square; the default is a tile of the host
  > local map = toolbox.maze({ width = 11, height = 11 }):map()
  > print(map) --> map of 11 × 11

record PlanTiles -- strict
  The tiles of each kind of square.
  edge: kts.Tile | kts.Tile[] | nil, solid ground that touches nothing
  wall: kts.Tile | kts.Tile[] | nil
  hallway: kts.Tile | kts.Tile[] | nil
  room: kts.Tile | kts.Tile[] | nil
  door: kts.Tile | kts.Tile[] | nil

class Letters
  = toolbox.rewrite { width = 5, height = 5, origin = "W", rules = { "WB=WW" } }
  The result of toolbox.rewrite: a letter for each square.

Letters.width: integer
  Number of columns.

Letters.height: integer
  Number of rows.

Letters:get(x: integer, y: integer): string?
  Return the letter of a square; nil outside.
  > print(toolbox.rewrite({ width = 3, height = 3, origin = "W", rules = { "WB=WW" } }):get(0, 0)) --> W

Letters:count(letter: string): integer
  Return how many squares have a letter.
  > print(toolbox.rewrite({ width = 3, height = 3, origin = "W", rules = { "WB=WW" } }):count("W")) --> 9

Letters:text(): string
  Return the letters as text, one line per row.
  > print(toolbox.rewrite({ width = 3, height = 1, origin = "W", rules = { "WB=WA" } }):text()) --> AWA

Letters:plan(kinds: table?): Plan -- within
  Make a plan: the letter that filled the grid becomes rock, and other letters hallways.
  - kinds: kinds of squares by letter, such as { W = "room", D = "door" }
  ! each kind must be one of the kinds of squares of a plan
  > local grid = toolbox.rewrite { width = 21, height = 11, origin = "W", rules = { "WBB=WAW" } }
  > print(grid:plan({ W = "room" }):get(10, 5)) --> room

class HostMap
  = toolbox.maze({ width = 11, height = 11 }):map()
  A map of the host that belongs to no dialect. Every function that takes a map accepts it.

HostMap.width: integer
  Number of columns.

HostMap.height: integer
  Number of rows.

class OpenSquares
  = toolbox.open(toolbox.maze { width = 11, height = 11 })
  The walkable squares of a map.

OpenSquares.width: integer
  Number of columns.

OpenSquares.height: integer
  Number of rows.

OpenSquares:get(x: integer, y: integer): boolean
  Return whether a square is walkable; false outside.
  > print(toolbox.open(toolbox.maze { width = 11, height = 11 }):get(-1, 0)) --> false

class Distances
  = toolbox.distances(toolbox.maze { width = 11, height = 11 }, { x = 1, y = 1 })
  The number of steps to each square of a map.

Distances.width: integer
  Number of columns.

Distances.height: integer
  Number of rows.

Distances:get(x: integer, y: integer): integer?
  Return the number of steps to a square; nil for a square that no path reaches, and outside.
  > print(toolbox.distances(toolbox.maze { width = 11, height = 11 }, { x = 1, y = 1 }):get(0, 0)) --> nil

Distances:furthest(): Place?, integer? -- present
  Return the furthest square that a path reaches, and its distance; of several the first, row by row.
  > local place, steps = toolbox.distances(toolbox.maze { width = 11, height = 11 }, { x = 1, y = 1 }):furthest()
  > print(steps > 0) --> true

class Regions
  = toolbox.regions(toolbox.maze { width = 11, height = 11 })
  The connected parts of a map.

Regions.width: integer
  Number of columns.

Regions.height: integer
  Number of rows.

Regions.sizes: integer[]
  The number of squares of each region.

Regions:get(x: integer, y: integer): integer?
  Return the number of the region of a square, from 1; nil for a square that is not walkable, and outside.
  > print(toolbox.regions(toolbox.maze { width = 11, height = 11 }):get(1, 1)) --> 1
]==]
