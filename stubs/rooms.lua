---@meta
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

do
---What the instances of all classes have, those of the host's and those that `class` makes.
---@class rooms.Object
---@field _base table? Of a class: the one that it was made from.
local Object = {}

---Whether it is an instance of a class, or of one that inherits from it.
---@param class table
---@return boolean
function Object:is_a(class) end

end

---A point or a step on a plane. Two can be added, subtracted and compared; one can be multiplied and divided by a number.
---@class rooms.vec2: rooms.Object
---@field x number To the right.
---@field y number Down.
---@overload fun(x: number?, y: number?): rooms.vec2
vec2 = {}

---How far it is to another, in a straight line. A table with numbers x and y will do.
---@param other rooms.vec2
---@return number
function vec2:dist(other) end

---How far it is to (0, 0).
---@return number
function vec2:len() end


---A set that may be changed while it is walked: what changes takes effect when the walk has ended.
---@class rooms.DeferredTable: rooms.Object
---@overload fun(): rooms.DeferredTable
DeferredTable = {}

---Put a value under a key; without a value the key itself.
---* refused: the key must not be nil
---@param key any
---@param value any
function DeferredTable:add(key, value) end

---Take out what is under a key; nothing when there is nothing.
---* refused: the key must not be nil
---@param key any
function DeferredTable:remove(key) end

---Walk over keys and values, in the order in which they came.
---@return fun(): any
function DeferredTable:pairs() end

---Whether a value is there, by ==.
---@param value any
---@return boolean
function DeferredTable:contains(value) end


---A level. The functions that take a Dungeon as a map take its GameRunner, too.
---@class rooms.Dungeon: rooms.Object
---@field runner rooms.GameRunner? Who runs the game.
---@overload fun(runner: (rooms.GameRunner | table)?, width: integer?, height: integer?): rooms.Dungeon
Dungeon = {}

---Place rooms of random size at random places, where none touches another.
---* refused: when they do not fit, the error says how many did, and nothing has changed
---@param count integer
---@param sizes? rooms.RoomSizes
---@return rooms.Room[] # the new rooms
function Dungeon:createRandomRooms(count, sizes) end

---Carve a room of your own choosing.
---* refused: it must lie inside the level, with a square to spare on each side, and touch no other room
---@param x integer
---@param y integer
---@param width integer
---@param height integer
---@return rooms.Room
function Dungeon:addRoom(x, y, width, height) end

---Join each of the rooms to the one before it in the list, by a hallway.
---* refused: each must be a Room of this Dungeon
---@param rooms rooms.Room[]
---@param options? rooms.HallwayOptions
function Dungeon:connectRooms(rooms, options) end

---Make walls of all edge that touches what can be walked.
function Dungeon:convertEdgesToWalls() end

---The tile of a square; outside the level an edge tile, never nil.
---@param position rooms.vec2
---@return rooms.Tile
function Dungeon:getTile(position) end

---All rooms, in the order in which they came.
---@return rooms.Room[]
function Dungeon:getRooms() end

---A tile of a room, each as likely as any other, but none of room number `avoid`.
---* refused: there must be a room
---@param avoid? integer
---@return rooms.Tile
function Dungeon:randomRoomTile(avoid) end

---Of two tiles the one further from a third; `b` only when it is strictly further.
---@param target rooms.Tile
---@param a rooms.Tile
---@param b rooms.Tile
---@return rooms.Tile
function Dungeon:furthestFrom(target, a, b) end

---The furthest of 21 random tiles outside room 1.
---@param target rooms.Tile
---@return rooms.Tile
function Dungeon:farawayOpenRoomTile(target) end

---The room furthest from room number `from`, 1 by default: the one to which one walks the longest, or for which one crosses the most rooms.
---@param method "path" | "rooms"
---@param from? integer
---@return rooms.Room
function Dungeon:furthestRoom(method, from) end


---Bounds for the rooms of Dungeon:createRandomRooms.
---@class rooms.RoomSizes
---@field min_width integer? Default: 4
---@field max_width integer? Default: 13
---@field min_height integer? Default: 4
---@field max_height integer? Default: 12

---What Dungeon:connectRooms takes.
---@class rooms.HallwayOptions
---@field loops integer? how many more hallways there shall be. Default: 0
---@field doors number? the chance of a door where a hallway enters a room. Default: 0

---A rectangle of squares to walk on. Those of a level know its tiles; others are sums on paper.
---@class rooms.Room: rooms.Object
---@field x integer The left column.
---@field y integer The top row.
---@field width integer Columns.
---@field height integer Rows.
---@field runner rooms.GameRunner? Whose tiles the room lies on.
---@field number integer? Which room of its Dungeon it is, from 1; nil for one that a mod made by itself.
---@overload fun(x: integer, y: integer, width: integer, height: integer, runner: (rooms.GameRunner | table)?): rooms.Room
Room = {}

---The square in the middle, of two the left and upper one.
---@return integer
---@return integer
function Room:center() end

---The square in the middle as a vec2.
---@return rooms.vec2
function Room:centerPos() end

---The tile in the middle.
---* refused: the room must have a runner
---@return rooms.Tile
function Room:centerTile() end

---Left, top, right and bottom: the first and the last square.
---@return integer
---@return integer
---@return integer
---@return integer
function Room:corners() end

---Whether the two have a square in common.
---@param other rooms.Room
---@return boolean
function Room:intersects(other) end


---Who runs the game: the level that is played, its player, and what the player reads.
---@class rooms.GameRunner: rooms.Object
---@field width integer? Columns of each level.
---@field height integer? Rows of each level.
---@field level integer The number of the level; 0 before the first.
---@field rooms rooms.Room[] The rooms of the level in order.
---@field roomCount integer? How many rooms the next level shall have.
---@field dungeon rooms.Dungeon? The level that is played.
---@field player rooms.Player? The player, once there is a level.
---@field crawl string[] What the player has read.
---@overload fun(width: integer?, height: integer?): rooms.GameRunner
GameRunner = {}

---Make the next level: rooms (12, or as many as before), hallways, walls, the player in the middle of room 1, a way down.
---* refused: when the rooms do not fit, all is as it was
---@param count? integer
function GameRunner:createLevel(count) end

---The level that is played.
---* refused: there must be one
---@return rooms.Dungeon
function GameRunner:getDungeon() end

---Dungeon:createRandomRooms of the level that is played.
---@param count integer
---@param sizes? rooms.RoomSizes
---@return rooms.Room[]
function GameRunner:createRandomRooms(count, sizes) end

---Dungeon:connectRooms of the level that is played.
---@param rooms rooms.Room[]
---@param options? rooms.HallwayOptions
function GameRunner:connectRooms(rooms, options) end

---Dungeon:convertEdgesToWalls of the level that is played.
function GameRunner:convertEdgesToWalls() end

---The tile of a square of the level that is played; outside it an edge tile.
---@param position rooms.vec2
---@return rooms.Tile
function GameRunner:getTile(position) end

---Put the player in the middle of room 1, and make one where there is none.
function GameRunner:placePlayer() end

---Put a way down far from room 1.
---@param options? rooms.WayDownOptions | "tries" | "path" | "rooms"
---@return rooms.WayDown
function GameRunner:placeWayDown(options) end

---Put spikes on random tiles of rooms but the first.
---* refused: count must be between 0 and 10000
---@param count integer
---@return rooms.Spikes[]
function GameRunner:placeSpikes(count) end

---Carry out what a CombatRound lists: lines are read out, and damage is done.
---@param commands rooms.Command[]
function GameRunner:addToCrawl(commands) end


---What GameRunner:placeWayDown takes.
---@class rooms.WayDownOptions
---@field method ("tries" | "path" | "rooms")? the furthest of 21 random tiles, the room to which one walks the longest, or for which one crosses the most rooms. Default: "tries"

---One thing that happens in a round.
---@class rooms.Command
---@field text string? what the player reads
---@field damage integer? how much the receiver is hurt
---@field receiver table? who is hurt: what has a method damage

---The player of a GameRunner.
---@class rooms.Player: rooms.Object
---@field hitPoints integer How much damage they can take; at 0 they are dead.
---@field tile rooms.Tile Where they stand.
---@field runner rooms.GameRunner? Whose player they are.
---@field title string What they are called.
---@overload fun(tile: rooms.Tile | table, runner: (rooms.GameRunner | table)?): rooms.Player
Player = {}

---What they are called.
---@return string
function Player:name() end

---Whether they have hit points left.
---@return boolean
function Player:isAlive() end

---Hurt them; a negative amount heals.
---@param amount integer
function Player:damage(amount) end

---Put them on a tile, where nothing happens to them yet.
---@param tile rooms.Tile
function Player:putOn(tile) end

---Let them enter a tile, if it can be walked: what lies there acts on them.
---@param tile rooms.Tile
---@return boolean # whether they entered
function Player:moveTo(tile) end

---Let them take a step.
---@param dx integer
---@param dy integer
---@return boolean # whether they entered
function Player:moveBy(dx, dy) end


---Whoever enters its tile comes to the next level.
---@class rooms.WayDown: rooms.Object
---@field tile rooms.Tile Where it is.
---@field runner rooms.GameRunner Who makes the next level.
---@field title string What it is called.
---@overload fun(tile: rooms.Tile | table, runner: (rooms.GameRunner | table)?): rooms.WayDown
WayDown = {}

---Make the next level.
---@param player any
function WayDown:actionWith(player) end


---Spikes that move every 2 seconds, down at first. They do 1 damage when they are down and 4 to 7 when they are up.
---@class rooms.Spikes: rooms.Object
---@field state "up" | "down" Whether they are up.
---@field tile rooms.Tile Where they are.
---@field title string What they are called.
---@field delay function What calls a function later.
---@field damageTable table The least and the most damage, by state: `damageTable.up.lo`.
---@field assetTable table The names of pictures, by state.
---@overload fun(tile: rooms.Tile, delay: (fun(seconds: number, fn: function): any)?): rooms.Spikes
Spikes = {}

---Let them be up.
function Spikes:up() end

---Let them be down.
function Spikes:down() end

---The least damage they do now.
---@return integer
function Spikes:damageLo() end

---The most damage they do now.
---@return integer
function Spikes:damageHi() end

---Move them, hurt a player who stands on them when they come up, and move them again later.
function Spikes:toggleUpDown() end

---Hurt a player.
---@param player rooms.Player
function Spikes:actionWith(player) end


---What happens in a round of a fight, for GameRunner:addToCrawl.
---@class rooms.CombatRound: rooms.Object
---@field attacker any Who strikes.
---@field defender any Who is hurt.
---@field commandList rooms.Command[] What has been added.
---@overload fun(attacker: any, defender: any): rooms.CombatRound
CombatRound = {}

---Add a line for the player to read.
---@param text string
function CombatRound:appendText(text) end

---Add damage to the defender.
---@param amount integer
function CombatRound:applyDamage(amount) end

---What was added, in order.
---@return rooms.Command[]
function CombatRound:getCommandList() end


---A square of a level, always the same one for a square, or one that a mod made and that lies nowhere.
---@class rooms.Tile: rooms.Object
---@field x number Its column.
---@field y number Its row.
---@field kind string What it was made as; what a tile of a level is now, isRoom and its kin know.
---@field runner rooms.GameRunner? Whose player may stand on it.
---@field contents rooms.DeferredTable What stands on it.
---@overload fun(x: number, y: number, kind: "room" | "wall" | "edge" | "hallway" | "door", runner: (rooms.GameRunner | table)?): rooms.Tile
Tile = {}

---A tile of a room that lies nowhere; it is called on the class.
---@param x number
---@param y number
---@param runner? rooms.GameRunner | table
---@return rooms.Tile
function Tile:room(x, y, runner) end

---A tile of wall that lies nowhere.
---@param x number
---@param y number
---@param runner? rooms.GameRunner | table
---@return rooms.Tile
function Tile:wall(x, y, runner) end

---A tile of edge that lies nowhere: solid ground that touches nothing.
---@param x number
---@param y number
---@param runner? rooms.GameRunner | table
---@return rooms.Tile
function Tile:edge(x, y, runner) end

---Where it is.
---@return rooms.vec2
function Tile:pos() end

---How far it is to another tile, in a straight line.
---* refused: what is given must have a method pos
---@param other rooms.Tile
---@return number
function Tile:distance(other) end

---Whether one can walk on it: rooms, hallways and doors.
---@return boolean
function Tile:isRoom() end

---Whether it is wall.
---@return boolean
function Tile:isWall() end

---Whether it is edge.
---@return boolean
function Tile:isEdge() end

---The Room that holds it; nil for hallways, walls and edge.
---@return rooms.Room?
function Tile:getRoom() end

---Whether a thing stands on it.
---@param thing any
---@return boolean
function Tile:contains(thing) end

---Put a thing on it. On a level it is drawn and exported: its `title`, `glyph` and `colour` say how.
---* refused: the thing must not be nil
---@param thing any
function Tile:addContents(thing) end

---The same as addContents: contents always wait for the end of a walk.
---@param thing any
function Tile:addDeferredContents(thing) end

---Take a thing off it; nothing when it does not stand there.
---@param thing any
function Tile:removeContents(thing) end

---The living player who stands here, or nil.
---@return rooms.Player?
function Tile:getPlayerIfPresent() end


---A new class. It takes over what its base has when it is made; calling it makes an instance, which `init` is given.
---* refused: base must be a class
---@param base? table
---@return table
function class(base) end

tween = {}

---Call a function later, on the clock of the game, with what follows it. It cannot yield.
---* refused: seconds must be between 0 and 1e9
---* refused: time passes only in a game, and not while mods load
---@param seconds number
---@param fn fun()
---@param ... any
---@return integer # the number by which it can be stopped
function tween.delay(seconds, fn, ...) end

---Forget a delay; nothing when it is over.
---@param id any
function tween.stop(id) end

---Forget all delays of this mod.
function tween.stopAll() end

---The same as tween.stopAll.
function tween.resetAll() end

---Let game time pass, as tests do.
---* refused: seconds must be between 0 and 1e9
---@param seconds number
function tween.advance(seconds) end

---Names of pictures and sounds: any path, such as `asset.documents.trap_up`, is a name and nothing else.
---@type table
asset = nil
