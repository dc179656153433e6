-- InstancedMap: a map of squares, and what maps have in common with what lies on them.
return [==[
module "api.IEventEmitter": IEventEmitter

module "api.ILocation": ILocation

module "api.InstancedMap": InstancedMap

class IEventEmitter -- named
  What can emit events: maps, charas, items and feats.
  = InstancedMap:new(5, 5)

IEventEmitter:emit(id: string, params: table?, default: any): any, string?
  Emits an event from this: its own handlers hear it, and those that are registered for all.
  - default: the result, if no handler gives another
  - result: the result, and "blocked" if a handler ended it
  ! There must be an event of that id
  > local map = InstancedMap:new(5, 5)
  > map:connect_self("base.on_map_loaded", "count", function(_, params) return params.count + 1 end)
  > print((map:emit("base.on_map_loaded", { count = 2 }))) --> 3

record HandlerOptions
  How a handler of an event is registered.
  priority: number? = 100000, lower numbers run first

IEventEmitter:connect_self(id: string, name: string, fn: fun(source: any, params: table, result: any): any, options: HandlerOptions | number?)
  Lets a function handle an event of this one alone. Handlers are not saved; those in the data of the prototype come back.
  - name: what the handler does; it has one of that name for each event
  - options: the priority, or a table with it
  ! There must be an event of that id, and no other handler of that name
  > local map = InstancedMap:new(5, 5)
  > map:connect_self("base.on_map_entered", "greet", function(map) print("welcome to " .. map.name) end)
  > map.name = "the attic"
  > Map.set_map(map) --> welcome to the attic

IEventEmitter:disconnect_self(id: string, name: string)
  Takes a handler of this one's own away.
  ! It must have a handler of that name
  > local map = InstancedMap:new(5, 5)
  > map:connect_self("base.on_map_entered", "greet", print)
  > map:disconnect_self("base.on_map_entered", "greet")
  > print(#map:list_events()) --> 0

IEventEmitter:has_event_handler(id: string, name: string?): boolean
  Whether anybody handles an event of this one, be it a handler of its own or one that is registered for all.
  - name: the name of the handler; any if it is left out
  ! There must be an event of that id
  > local map = InstancedMap:new(5, 5)
  > print(map:has_event_handler("base.on_map_entered", "greet")) --> false

IEventEmitter:list_events(): string[]
  The ids of the events that this one has handlers of its own for.
  > local map = InstancedMap:new(5, 5)
  > map:connect_self("base.on_map_entered", "greet", print)
  > print(table.concat(map:list_events(), " ")) --> base.on_map_entered

class IModdable
  What has fields that last, and others that lie over them for a while: maps, charas, items and feats.
  = InstancedMap:new(5, 5)

IModdable:calc(key: any): any -- within
  What a field comes to: what lies over it for a while, or else the field.
  > local map = InstancedMap:new(5, 5)
  > map:mod("level", 2)
  > print(map:calc "level", map.level) --> 3 1

IModdable:mod(key: any, value: any, how: "add" | "set" | "merge"?): any
  Changes what a field comes to, until the next refresh; the answer is what it comes to then.
  - how: "add" adds a number, "set" puts the value in its place, "merge" joins two tables; "add" if it is left out
  ! Only numbers can be added, only tables merged
  > local map = InstancedMap:new(5, 5)
  > map:mod("name", "dusk", "set")
  > print(map:calc "name", map:mod("level", 4)) --> dusk 5

IModdable:mod_base(key: any, value: any, how: "add" | "set" | "merge"?): any
  Changes a field for good, in the same way; the answer is what it is then.
  ! Only numbers can be added, only tables merged
  > local map = InstancedMap:new(5, 5)
  > map:mod_base("level", 4)
  > print(map.level) --> 5

IModdable:reset(key: any, value: any)
  Sets a field, and takes away what lies over it.
  > local map = InstancedMap:new(5, 5)
  > map:mod("level", 4)
  > map:reset("level", 2)
  > print(map:calc "level") --> 2

IModdable:refresh()
  Takes away what lies over the fields, and emits base.on_refresh, whose handlers may lay it anew.
  > local map = InstancedMap:new(5, 5)
  > map:mod("level", 4)
  > map:refresh()
  > print(map:calc "level") --> 1

IModdable:on_refresh()
  Another name of refresh.
  > local map = InstancedMap:new(5, 5)
  > map:mod("level", 4)
  > map:on_refresh()
  > print(map:calc "level") --> 1

IModdable:get_mod_data(id: string): table
  A table for what a mod wants to keep with this one. It is saved; other mods can only read it.
  - id: that of the mod
  ! The mod must be loaded
  > local map = InstancedMap:new(5, 5)
  > map:get_mod_data(_MOD_ID).visits = 3
  > print(map:get_mod_data(_MOD_ID).visits) --> 3

class ILocation: IEventEmitter -- named
  Where objects can be: maps, charas that carry items, items that hold others.
  = InstancedMap:new(5, 5)

ILocation:take_object(object: IObject, x: number?, y: number?): IObject?
  Takes an object out of wherever it is, and puts it here: on a square of a map, or into what is carried.
  - x: 0 if both are left out; a carrier needs none
  - result: the object; nothing where it cannot go: outside the map, or into a carrier if it is no item
  ! A thing cannot carry itself
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > print(map:take_object(imp, 3, 4) == imp, imp.x, imp.y) --> true 3 4

ILocation:remove_object(object: IObject): IObject?
  Takes an object out of here; it is nowhere then. Nothing when it was not here.
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", 1, 1, {}, map)
  > map:remove_object(imp)
  > print(map:has_object(imp), imp:get_location()) --> false nil

ILocation:has_object(object: IObject | integer?): boolean
  Whether an object is here.
  - object: an object; maps also know uids
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", 1, 1, {}, map)
  > print(map:has_object(imp), map:has_object(imp.uid)) --> true true

ILocation:iter(): Iterator
  All objects that are here; those of a map by uid.
  > local map = InstancedMap:new(5, 5)
  > Chara.create("base.fallback", 1, 1, {}, map)
  > for _, object in map:iter() do print(object._id) end --> base.fallback

ILocation:iter_items(): Iterator
  The items that are here.
  > print(InstancedMap:new(5, 5):iter_items():length()) --> 0

class AnyMap
  Whatever stands for a map: an InstancedMap, or a level, a world or a dungeon of another dialect.
  = InstancedMap:new(5, 5)

class InstancedMap: AnyMap, ILocation, IModdable -- named
  A map of squares, which count from 0, with what is on it. Any field of your own can be set and is saved with it. A map is
  never there twice: its uid always stands for the same object.
  = InstancedMap:new(5, 5)

InstancedMap:new(width: number, height: number, tile: string | DataEntry?): InstancedMap -- within on_class
  A new map of one tile.
  - width: squares from left to right, 1 … 4000; fractions are cut off
  - height: squares from top to bottom
  - tile: its id, or itself; base.floor if it is left out
  ! There must be a base.map_tile of that id
  ! Not while mods load: the game has not started then
  > local map = InstancedMap:new(12, 8, "base.wall")
  > map:fill(1, 1, 10, 6, "base.floor")
  > print(map:is_floor(1, 1), map:is_floor(0, 0)) --> true false

InstancedMap[string]: any
  Fields of your own.

InstancedMap.uid: integer
  The number of the map, which no other has. Read only.

InstancedMap.area_uid: integer?
  The uid of the area of which it is a floor. Read only.

InstancedMap._archetype: string?
  The id of its base.map_archetype. Read only: map:set_archetype sets it.

InstancedMap.name: string
  What it is called; "" at first.

InstancedMap.level: integer
  How hard it is there; 1 at first.

InstancedMap.types: string[]
  What it is: "world_map", "town" …

InstancedMap.turn_cost: integer
  How long a turn takes: 10000 at first, which is five seconds.

InstancedMap.is_indoor: boolean
  Whether it lies under a roof.

InstancedMap.is_temporary: boolean
  Whether it is gone as soon as it is left.

InstancedMap.is_generated_every_time: boolean
  Whether it is made anew each time somebody comes by stairs or an entrance.

InstancedMap.is_not_renewable: boolean?
  Whether time changes nothing there.

InstancedMap.can_exit_from_edge: boolean
  Whether one leaves it by walking over its edge.

InstancedMap.has_anchored_npcs: boolean
  Whether charas remember where they stood first.

InstancedMap.crowd_density: integer
  How many living charas are there that do not belong to the player's party, when it was last counted.

InstancedMap.max_crowd_density: integer
  How many there may be for more to come in time; 0, and none come.

InstancedMap.player_start_pos: table?
  The square `{ x = …, y = … }` at which one arrives, if nothing else says where.

InstancedMap.item_on_floor_limit: integer?
  How many items it takes, for those who ask Map.can_drop_items.

InstancedMap.reveals_fog: boolean
  Whether all of it is known at once.

InstancedMap.renew_major_date: integer
  The hour of game time after which its next major renewal is due.

InstancedMap.renew_minor_date: integer
  The hour of game time after which its next minor renewal is due.

InstancedMap.visit_times: integer
  How often it has been entered.

InstancedMap.default_tile: string
  The tile that clear fills it with.

InstancedMap:width(): integer
  Squares from left to right.
  > print(InstancedMap:new(12, 8):width()) --> 12

InstancedMap:height(): integer
  Squares from top to bottom.
  > print(InstancedMap:new(12, 8):height()) --> 8

InstancedMap:is_in_bounds(x: number, y: number): boolean -- within
  Whether a square lies on the map.
  > local map = InstancedMap:new(12, 8)
  > print(map:is_in_bounds(0, 7), map:is_in_bounds(12, 0)) --> true false

InstancedMap:clear(tile: string | DataEntry?) -- within
  Sets all squares to one tile.
  - tile: its id, or itself; the `default_tile` if it is left out
  ! There must be a base.map_tile of that id
  > local map = InstancedMap:new(5, 5)
  > map:clear "base.wall"
  > print(map:is_floor(2, 2)) --> false

InstancedMap:set_tile(x: number, y: number, tile: string | DataEntry) -- within
  Sets the tile of a square; outside the map it does nothing.
  - tile: its id, or itself
  ! There must be a base.map_tile of that id
  > local map = InstancedMap:new(5, 5)
  > map:set_tile(2, 2, "base.wall")
  > print(map:tile(2, 2)._id) --> base.wall

InstancedMap:fill(x: number, y: number, width: number, height: number, tile: string | DataEntry) -- within
  Sets a rectangle of squares to one tile. What lies outside the map is left out, with a warning.
  - tile: its id, or itself
  ! There must be a base.map_tile of that id
  > local map = InstancedMap:new(9, 9, "base.wall")
  > map:fill(2, 2, 5, 5, "base.floor")
  > print(map:is_floor(2, 2), map:is_floor(7, 7)) --> true false

InstancedMap:tile(x: number, y: number): DataEntry? -- within
  The tile of a square; nothing outside the map. Of a tile that another dialect made it says whether it is solid and opaque.
  > print(InstancedMap:new(5, 5):tile(2, 2)._id) --> base.floor

InstancedMap:iter_tiles(): Iterator
  All squares, row by row: the index of each, x, y and the tile.
  > local walls = 0
  > for _, index, x, y, tile in InstancedMap:new(5, 5, "base.wall"):iter_tiles() do
  >   if tile.is_solid then walls = walls + 1 end
  > end
  > print(walls) --> 25

InstancedMap:is_floor(x: number, y: number): boolean -- within
  Whether the tile of a square can be walked on; nowhere outside the map.
  > print(InstancedMap:new(5, 5):is_floor(2, 2)) --> true

InstancedMap:can_access(x: number, y: number): boolean -- within
  Whether somebody can step on a square: its tile can be walked on, and nothing solid is there.
  > local map = InstancedMap:new(5, 5)
  > Chara.create("base.fallback", 2, 2, {}, map)
  > print(map:can_access(2, 2), map:can_access(1, 1)) --> false true

InstancedMap:can_see_through(x: number, y: number): boolean -- within
  Whether nothing on a square hides what lies behind it.
  > print(InstancedMap:new(5, 5):can_see_through(2, 2)) --> true

InstancedMap:has_los(x1: number, y1: number, x2: number, y2: number): boolean -- within
  Whether one can see from one square to another, along Bresenham's line; the last square can always be seen.
  > local map = InstancedMap:new(7, 1)
  > map:set_tile(3, 0, "base.wall")
  > print(map:has_los(0, 0, 3, 0), map:has_los(0, 0, 4, 0)) --> true false

InstancedMap:is_in_fov(x: number, y: number): boolean -- within
  Whether the player is on this map and sees a square: at most 15 squares away, with nothing between.
  > local map = InstancedMap:new(40, 5)
  > Chara.set_player(Chara.create("base.fallback", 0, 0, {}, map))
  > print(map:is_in_fov(15, 0), map:is_in_fov(16, 0)) --> true false

InstancedMap:memorize_tile(x: number, y: number) -- within
  Lets the player remember a square.
  > local map = InstancedMap:new(5, 5)
  > map:memorize_tile(2, 2)
  > print(map:is_memorized(2, 2)) --> true

InstancedMap:reveal_tile(x: number, y: number) -- within
  Another name of memorize_tile.
  > local map = InstancedMap:new(5, 5)
  > map:reveal_tile(2, 2)
  > print(map:is_memorized(2, 2)) --> true

InstancedMap:is_memorized(x: number, y: number): boolean -- within
  Whether the player remembers a square.
  > print(InstancedMap:new(5, 5):is_memorized(2, 2)) --> false

InstancedMap:refresh_tile(x: number?, y: number?)
  Has the map look at its tiles anew. It notices what set_tile, fill and clear change by itself.
  > local map = InstancedMap:new(5, 5)
  > map:refresh_tile(2, 2)
  > print(map:is_floor(2, 2)) --> true

InstancedMap:iter_type(kind: "base.chara" | "base.item" | "base.feat"): Iterator
  All objects of a type that are on the map.
  > local map = InstancedMap:new(5, 5)
  > Feat.create("base.stairs_up", 1, 1, {}, map)
  > print(map:iter_type("base.feat"):length()) --> 1

InstancedMap:iter_charas(): Iterator
  All charas on the map, the dead ones, too.
  > local map = InstancedMap:new(5, 5)
  > Chara.create("base.fallback", 1, 1, {}, map):kill()
  > print(map:iter_charas():length(), Chara.iter(map):length()) --> 1 0

InstancedMap:iter_feats(): Iterator
  All feats on the map.
  > local map = InstancedMap:new(5, 5)
  > Feat.create("base.stairs_up", 1, 2, {}, map)
  > for _, feat in map:iter_feats() do print(feat._id, feat.x, feat.y) end --> base.stairs_up 1 2

InstancedMap:objects_at_pos(x: number, y: number): Iterator -- within
  All objects on a square: feats, then items, then charas.
  > local map = InstancedMap:new(5, 5)
  > Feat.create("base.stairs_up", 1, 2, {}, map)
  > Chara.create("base.fallback", 1, 2, {}, map)
  > print(map:objects_at_pos(1, 2):extract("_id"):into_sorted():to_list()[1]) --> base.fallback

InstancedMap:iter_type_at_pos(kind: "base.chara" | "base.item" | "base.feat", x: number, y: number): Iterator
  The objects of a type on a square.
  > local map = InstancedMap:new(5, 5)
  > Feat.create("base.stairs_up", 1, 2, {}, map)
  > print(map:iter_type_at_pos("base.feat", 1, 2):length()) --> 1

InstancedMap:is_positional(): boolean
  Whether what is here has a square: always, on a map.
  > print(InstancedMap:new(5, 5):is_positional()) --> true

InstancedMap:has_type(kinds: string | string[]): boolean
  Whether a word, or one of a list of words, is one of its `types`.
  > local map = InstancedMap:new(5, 5)
  > map.types = { "town" }
  > print(map:has_type "town", map:has_type { "dungeon", "guild" }) --> true false

InstancedMap:can_take_object(object: any, x: number?, y: number?): boolean
  Whether something is an object that can be put on a square, or anywhere on the map.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > print(InstancedMap:new(5, 5):can_take_object(imp, 5, 0)) --> false

InstancedMap:move_object(object: IObject, x: number, y: number): IObject?
  Moves an object that is on the map to another square; nothing when it is not there, or the square is not.
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", 1, 1, {}, map)
  > map:move_object(imp, 2, 3)
  > print(imp.x, imp.y) --> 2 3

InstancedMap:get_object(uid: integer?): IObject?
  The object of a uid, if it is on the map.
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", 1, 1, {}, map)
  > print(map:get_object(imp.uid) == imp) --> true

InstancedMap:set_archetype(id: string | DataEntry?, options: ArchetypeOptions?)
  Lets a base.map_archetype say what the map does: its handlers and callbacks are those of the map from now on. Without an
  id, the former ones are taken away.
  ! There must be a base.map_archetype of that id
  > data:add { _type = "base.map_archetype", _id = "swamp", properties = { level = 7 } }
  > local map = InstancedMap:new(5, 5)
  > map:set_archetype("swamp", { set_properties = true })
  > print(map.level) --> 7

InstancedMap:archetype(): DataEntry?
  The base.map_archetype of the map; nothing when it has none.
  > print(InstancedMap:new(5, 5):archetype()) --> nil

InstancedMap:set_previous_map_and_location(map: AnyMap | integer, x: number, y: number)
  Says where one who leaves the map over its edge, or by stairs up that lead nowhere, comes out.
  ! The other map must last, and (x, y) lie on it
  > local field, hut = InstancedMap:new(9, 9), InstancedMap:new(5, 5)
  > hut:set_previous_map_and_location(field, 3, 4)
  > print(select(2, hut:previous_map_and_location())) --> 3 4

InstancedMap:previous_map_and_location(): integer?, integer?, integer?
  The way back: the uid of a map, x and y; nothing when there is none.
  > print((InstancedMap:new(5, 5):previous_map_and_location())) --> nil

InstancedMap:replace_with(other: InstancedMap)
  Takes over everything of another map but its uid; the other map is gone then.
  ! The other map must not be the current one, nor belong to an area
  > local map, other = InstancedMap:new(5, 5), InstancedMap:new(9, 9)
  > map:replace_with(other)
  > print(map:width(), Map.exists(other)) --> 9 false
]==]
