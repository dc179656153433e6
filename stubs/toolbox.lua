---@meta host.toolbox
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---A square.
---@class toolbox.Place
---@field x integer the left column is 0
---@field y integer the top row is 0

---How one walks.
---@class toolbox.WalkingOptions
---@field diagonal any whether one steps over corners, too. Default: false

---What toolbox.scatter takes.
---@class toolbox.ScatterOptions
---@field distance number the least between two places, at least 1
---@field most integer? how many there may be

---How toolbox.stamp lays a segment.
---@class toolbox.StampOptions
---@field turns integer? quarter turns clockwise, 0 to 3. Default: 0
---@field mirrored any whether it is mirrored first, left to right. Default: false

do
---What a generator made: which squares are what. It holds no tiles; `plan:map()` gives it some.
---@class toolbox.Plan
---@field width integer Columns.
---@field height integer Rows.
local Plan = {}

---What a square is; nil outside.
---@param x integer
---@param y integer
---@return ("edge" | "wall" | "hallway" | "room" | "door")?
function Plan:get(x, y) end

---Whether one can walk on a square.
---@param x integer
---@param y integer
---@return boolean
function Plan:is_open(x, y) end

---The rooms, without walls.
---@return toolbox.PlannedRoom[]
function Plan:get_rooms() end

---The numbers of rooms that are joined, two and two.
---@return integer[][]
function Plan:get_links() end

---The plan as text, a line a row.
---@return string
function Plan:text() end

---Make a map of the plan. The first becomes the map of the game when that has none yet.
---@param tiles? toolbox.PlanTiles for kinds of squares; the rest become the host's own
---@return toolbox.HostMap
function Plan:map(tiles) end

end

---A room of a plan, without walls.
---@class toolbox.PlannedRoom
---@field x integer its left column
---@field y integer its top row
---@field width integer columns
---@field height integer rows

---The tiles of each kind of square.
---@class toolbox.PlanTiles
---@field edge (kts.Tile | kts.Tile[])? solid ground that touches nothing
---@field wall (kts.Tile | kts.Tile[])?
---@field hallway (kts.Tile | kts.Tile[])?
---@field room (kts.Tile | kts.Tile[])?
---@field door (kts.Tile | kts.Tile[])?

---A map of the host that belongs to no dialect. All functions that take a map take it.
---@class toolbox.HostMap
---@field width integer Columns.
---@field height integer Rows.

do
---Which squares of a map can be walked.
---@class toolbox.OpenSquares
---@field width integer Columns.
---@field height integer Rows.
local OpenSquares = {}

---Whether one can walk on a square; false outside.
---@param x integer
---@param y integer
---@return boolean
function OpenSquares:get(x, y) end

end

do
---Steps to each square of a map.
---@class toolbox.Distances
---@field width integer Columns.
---@field height integer Rows.
local Distances = {}

---The number of steps to a square; nil where none leads, and outside.
---@param x integer
---@param y integer
---@return integer?
function Distances:get(x, y) end

---The square that is furthest of those that can be reached, and its distance; of several the first, row by row.
---@return toolbox.Place?
---@return integer?
function Distances:furthest() end

end

do
---The parts of a map between which one cannot walk.
---@class toolbox.Regions
---@field width integer Columns.
---@field height integer Rows.
---@field sizes integer[] How many squares each region has.
local Regions = {}

---The number of the region of a square, from 1; nil where one cannot walk, and outside.
---@param x integer
---@param y integer
---@return integer?
function Regions:get(x, y) end

end

---The options of toolbox.rooms; each may be left out.
---@class toolbox.RoomsOptions
---@field width integer? squares across (3 to 4000). Default: 85
---@field height integer? squares down (3 to 4000). Default: 64
---@field rooms integer? how many rooms (1 to 100000). Default: 12
---@field min_width integer? the least width of a room (1 to 4000). Default: 4
---@field max_width integer? the largest width of a room (1 to 4000). Default: 13
---@field min_height integer? the least height of a room (1 to 4000). Default: 4
---@field max_height integer? the largest height of a room (1 to 4000). Default: 12
---@field loops integer? hallways beyond those that join each room to the one before (0 to 100000). Default: 0
---@field doors number? the chance of a door where a hallway enters a room (0.0 to 1.0). Default: 0.0

---The options of toolbox.bsp; each may be left out.
---@class toolbox.BspOptions
---@field width integer? squares across (3 to 4000). Default: 85
---@field height integer? squares down (3 to 4000). Default: 64
---@field depth integer? how often parts are cut in two (0 to 20). Default: 5
---@field least integer? the least width and height of a part (3 to 1000). Default: 8
---@field min_room integer? the least width and height of a room (1 to 1000). Default: 4

---The options of toolbox.caves; each may be left out.
---@class toolbox.CavesOptions
---@field width integer? squares across (3 to 4000). Default: 85
---@field height integer? squares down (3 to 4000). Default: 64
---@field rock number? how much is rock at first (0.0 to 1.0). Default: 0.45
---@field rounds integer? how often each square follows most of its neighbours (0 to 100). Default: 5
---@field smallest integer? caves of fewer squares are filled up, but for the largest (1 to 100000). Default: 12

---The options of toolbox.walk; each may be left out.
---@class toolbox.WalkOptions
---@field width integer? squares across (3 to 4000). Default: 85
---@field height integer? squares down (3 to 4000). Default: 64
---@field open number? how much shall be open (0.0 to 1.0). Default: 0.35
---@field life integer? steps after which the walk begins anew somewhere it has been (1 to 1000000). Default: 400

---The options of toolbox.maze; each may be left out.
---@class toolbox.MazeOptions
---@field width integer? squares across (3 to 4000). Default: 85
---@field height integer? squares down (3 to 4000). Default: 64
---@field loops number? the chance of each dead end to be opened into a loop (0.0 to 1.0). Default: 0.0
---@field straight number? the chance to go straight on where one can (0.0 to 1.0). Default: 0.0

local toolbox = {}

---A plan of rooms at random places that do not touch, each joined to the one before it by a hallway.
---* refused: when the rooms do not fit, the error says how many did
---@param options? toolbox.RoomsOptions
---@return toolbox.Plan
function toolbox.rooms(options) end

---A plan of rooms in the parts of a map that is cut in two again and again.
---@param options? toolbox.BspOptions
---@return toolbox.Plan
function toolbox.bsp(options) end

---A plan of caves that hang together.
---@param options? toolbox.CavesOptions
---@return toolbox.Plan
function toolbox.caves(options) end

---A plan of caves as a drunkard would dig them.
---@param options? toolbox.WalkOptions
---@return toolbox.Plan
function toolbox.walk(options) end

---A plan of a maze of corridors, with loops.
---@param options? toolbox.MazeOptions
---@return toolbox.Plan
function toolbox.maze(options) end

---The states that a generator or a tool goes through, for a loop: plans, or what the tool gives, so far.
---* refused: only the latest runs go on, when there are many at once
---@param name "rooms" | "bsp" | "caves" | "walk" | "maze" | "distances" | "path" | "scatter" | "stamp"
---@param options? table those of the generator; what a tool is told otherwise one by one, with the map as `map`
---@param every? integer only each so many-th state, and the last
---@return fun(): any
function toolbox.steps(name, options, every) end

---What stands for a map in no dialect: something to return from a generator, with its width and height.
---* refused: a plan is no map yet: `plan:map()` makes one
---@param map? toolbox.Plan | toolbox.HostMap | table
---@return toolbox.HostMap
function toolbox.map(map) end

---Which squares can be walked.
---@param map? toolbox.Plan | toolbox.HostMap | table
---@return toolbox.OpenSquares
function toolbox.open(map) end

---The number of steps to each square from a place, or from the nearest of a list.
---* refused: each of the sources must lie on the map
---@param map? toolbox.Plan | toolbox.HostMap | table
---@param sources toolbox.Place | toolbox.Place[]
---@param options? toolbox.WalkingOptions
---@return toolbox.Distances
function toolbox.distances(map, sources, options) end

---A shortest way, with both ends, or nil when there is none.
---* refused: both must lie on the map
---@param map? toolbox.Plan | toolbox.HostMap | table
---@param from toolbox.Place
---@param to toolbox.Place
---@param options? toolbox.WalkingOptions
---@return toolbox.Place[]?
function toolbox.path(map, from, to, options) end

---The parts of a map between which one cannot walk.
---@param map? toolbox.Plan | toolbox.HostMap | table
---@param options? toolbox.WalkingOptions
---@return toolbox.Regions
function toolbox.regions(map, options) end

---Whether one can walk from every open square to every other.
---@param map? toolbox.Plan | toolbox.HostMap | table
---@return boolean
function toolbox.is_connected(map) end

---Random places on open squares, none nearer to another than a distance.
---@param map? toolbox.Plan | toolbox.HostMap | table
---@param options toolbox.ScatterOptions
---@return toolbox.Place[]
function toolbox.scatter(map, options) end

---Lay a kts segment on a map in place of what was there, with its items, monsters and homes: mirrored, then turned.
---* refused: it must fit; a plan holds no tiles, and cannot be stamped
---@param map? toolbox.HostMap | table
---@param segment kts.Segment
---@param x integer of its upper left square
---@param y integer of its upper left square
---@param options? toolbox.StampOptions
---@return integer # the width it has then
---@return integer # and the height
function toolbox.stamp(map, segment, x, y, options) end

return toolbox
