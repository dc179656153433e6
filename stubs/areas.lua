---@meta
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---Where an area is registered.
---@class areas.AreaPlace
---@field parent (areas.InstancedArea | "root")? the area in which it lies. Default: "root"

do
---A class of a mod, as class.class makes it. Methods are functions in it; `init(self, …)` is called for each new instance.
---@class areas.Class
local Class = {}

---A new instance; what it is given goes to `init`.
---* refused: It must have all that its interfaces ask for
---@param ... any
---@return any
function Class:new(...) end

---Lets methods of instances be those of one of their fields.
---@param field string
---@param names string[]
function Class:delegate(field, names) end

end

---An interface of a mod, as class.interface makes it. Its functions become methods of the classes that name it.
---@class areas.Interface

---An entry of data: a table with its fields, `_type` and `_id`. Those of other mods can only be read.
---@class areas.DataEntry
---@field [string] any The fields that its type declares.
---@field _id string Its full id: `my_mod.name`.
---@field _type string Its type: `base.item`.

---What there is, as mods say it. `data["base.item"]` are the entries of a type.
---@class areas.data
---@field [string] areas.DataType The entries of a type.
data = {}

---Adds an entry. Its full id is that of the mod and its own: `my_mod.name`.
---* refused: There must be a type of that name, and no other entry of that id
---* refused: When all mods have loaded, all entries are checked, and all faults told
---@param entry table its `_type`, its `_id`, and the fields of the type; also `_ext` for extensions and `_ordering`, a number
---@return areas.DataEntry # the same table
function data:add(entry) end

---Adds many entries of one type.
---* refused: There must be a type of that name, and no other entry of those ids
---@param name string
---@param list table[]
---@return areas.DataEntry[]
function data:add_multi(name, list) end

---Puts an entry in the place of one that this mod has added under the same id.
---* refused: This mod must have added one of that type and id
---@param entry table
---@return areas.DataEntry
function data:replace(entry) end

---Adds a type of data, of which mods add entries.
---* refused: There must be no other type of that name, and no two fields of one name
---* refused: The default of a field must be of its type
---@param given areas.DataTypeOptions
function data:add_type(given) end

---Whether there is a type of a name.
---@param name string
---@return boolean
function data:has_type(name) end

---The names of all types.
---@return string[]
function data:types() end

---All types: the name of each, and the type.
---@return areas.Iterator
function data:iter() end

---Sorts the entries of all types anew.
function data:sort_all() end

---Whether all entries are right, and what is wrong with those that are not.
---@return boolean
---@return string[]
function data:validate_all() end


---A field of a type of data.
---@class areas.DataField
---@field name string what it is called
---@field type areas.Type? what it may be, such as types.number; anything if it is left out
---@field default any what it is where an entry leaves it out
---@field indexed boolean? whether find_by finds entries by it; it is another for each entry then
---@field doc string? what it means
---@field template any for tools
---@field no_fallback any for tools

---A type of data.
---@class areas.DataTypeOptions
---@field name string a name of small letters; the type is called `my_mod.name`
---@field fields areas.DataField[]? the fields that entries have
---@field validation ("strict" | "permissive")? whether entries may have other fields, too. Default: "strict"
---@field on_validate function? called with each entry: raises, or answers a text, when something is wrong with it
---@field fallbacks table? for tools
---@field doc string? what it is for

do
---The entries of a type. An entry is found by its full id: `data["base.item"]["my_mod.lamp"]`; nothing when there is none.
---@class areas.DataType
---@field [string] areas.DataEntry? The entry of an id.
local DataType = {}

---The entry of an id.
---* refused: There must be an entry of that id
---@param id string | areas.DataEntry
---@return areas.DataEntry
function DataType:ensure(id) end

---All entries of the type, in their order.
---@return areas.Iterator
function DataType:iter() end

---The entry that has a value in an indexed field.
---* refused: The field must be indexed
---@param field string
---@param value any
---@return areas.DataEntry?
function DataType:find_by(field, value) end

---Whether a table would be right as an entry; if not, all that is wrong with it.
---@param entry any
---@return boolean
---@return string?
function DataType:validate(entry) end

---What an entry has of an extension, a base.data_ext: its own, or the defaults.
---* refused: There must be an entry of that id, and an extension
---@param id string | areas.DataEntry
---@param ext string
---@return table
function DataType:ext(id, ext) end

---The name of the type.
---@return string
function DataType:type() end

---The ids of all entries, a line each.
---@return string
function DataType:print() end

---Changes every entry of the type, those of other mods, too, once all mods have loaded.
---* refused: Only while mods load
---@param descriptor string what the edit does; a mod has one edit of that name for each type
---@param fn fun(entry: table): any gets a copy of each entry, and changes it, or answers another
function DataType:edit(descriptor, fn) end

end

---What Dungeon.generate_floor makes.
---@class areas.DungeonFloor
---@field width integer? squares from left to right, 12 … 400; drawn between 34 and 48 if it is left out
---@field height integer? squares from top to bottom, 12 … 400; drawn between 22 and 36 if it is left out
---@field room_count integer? how many rooms to try, 1 … 500
---@field level integer? the level of the map; the floor if it is left out
---@field wall (string | areas.DataEntry)? the tile between the rooms. Default: "base.wall"
---@field floor (string | areas.DataEntry)? the tile of the rooms. Default: "base.floor"

---A handler of an event, as Event.list tells of it.
---@class areas.EventHandler
---@field name string what it does
---@field priority number lower numbers run first
---@field mod string whose it is
---@field enabled boolean whether it works

---How advice is added.
---@class areas.AdviceOptions
---@field priority number? the highest is outermost. Default: 100000
---@field enabled boolean? whether it works from the start. Default: true

---A town, a dungeon, a world: floors that belong together, of which each is a map. Any field of your own can be set and is saved with it.
---@class areas.InstancedArea
---@field [string] any Fields of your own.
---@field uid integer The number of the area, which no other has. Read only.
---@field _id string? The id of a unique area; nothing for others. Read only.
---@field maps table<integer, table> Floor by floor `{ uid = … }` of its map, for the floors that are made. Read only.
---@field parent_area (integer | string)? The uid of the area around it, or "root". Read only.
---@field metadata table What a mod wants to keep with it.
---@field types string[] What it is: "dungeon", "town" …
---@field name string? What it is called.
---@field image any What entrances to it show.
---@field color any The colour of entrances to it.
---@field is_conquered boolean? Whether it has been conquered: a mod sets this, and it is taken back when the floors are made anew.
---@field deepest_floor_visited integer The deepest floor that the player has seen; 0 at first.
---@field generator string? The id of the base.area_generator that makes its floors.
---@field floor_generator string? Another name of `generator`.
---@field area_generator string? Another name of `generator`.
InstancedArea = {}

---A new area without floors.
---* refused: There must be data of these ids
---@param archetype? string the id of a base.area_archetype, which makes its floors
---@param generator? string the id of a base.area_generator, which makes its floors
---@return areas.InstancedArea
function InstancedArea:new(archetype, generator) end

---The deepest floor there can be; where nobody says how deep it goes, the deepest that is made. Assign a number, and the name stands for that number.
---@return integer
function InstancedArea:deepest_floor() end

---The first floor. Assign a number, and the name stands for that number.
---@return integer
function InstancedArea:starting_floor() end

---Makes a map a floor of the area; the answer is the uid of the map.
---* refused: The map must be a floor of no area, and the floor must not be taken
---@param map areas.AnyMap
---@param floor? integer the one after the last, from 1, if it is left out
---@return integer
function InstancedArea:add_floor(map, floor) end

---The same as add_floor, with the floor in a table.
---* refused: The map must be a floor of no area, and the floor must not be taken
---@param map areas.AnyMap
---@param options? areas.FloorOptions
---@return integer
function InstancedArea:add_map(map, options) end

---The floors that are made, from the first to the last: the number of each and `{ uid = … }` of its map.
---@return areas.Iterator
function InstancedArea:iter_maps() end

---Which floor a map, or the map of a uid, is; nothing when it is none of this area.
---@param map areas.AnyMap | integer
---@return integer?
function InstancedArea:floor_of_map(map) end

---Whether a floor is made: true and `{ uid = … }` of its map; or false and "missing_floor".
---@param floor integer
---@return boolean
---@return table | string
function InstancedArea:get_floor(floor) end

---The map of a floor: true and the map; or false, and why there is none.
---@param floor integer
---@return boolean
---@return areas.InstancedMap | string
function InstancedArea:load_floor(floor) end

---The map of a floor, made if it is not there yet: true, the map, and whether it was made; or false, and why there is none.
---* refused: There must be a base.map_archetype of that id
---* refused: What makes the floor must give a map on which one can walk from stairs to stairs
---@param floor number
---@param archetype? string the id of a base.map_archetype that makes it, instead of the generator or archetype of the area
---@return boolean
---@return areas.InstancedMap | string
---@return boolean
function InstancedArea:load_or_generate_floor(floor, archetype) end

---Makes the map of a floor without adding it: true and the map; or false, and why there is none.
---* refused: There must be a base.map_archetype of that id
---@param floor number
---@param archetype? string the id of a base.map_archetype that makes it
---@return boolean
---@return areas.InstancedMap | string
function InstancedArea:generate_map_for_floor(floor, archetype) end

---The map of the first floor, made if it is not there yet: as load_or_generate_floor.
---@return boolean
---@return areas.InstancedMap | string
---@return boolean
function InstancedArea:load_or_generate_starting_floor() end

---The map of the first floor: true and the map; or false, and why there is none.
---@return boolean
---@return areas.InstancedMap | string
function InstancedArea:load_starting_floor() end

---Lets another area lie in this one.
---* refused: An area lies in one other at most, and not in itself
---@param child areas.InstancedArea
function InstancedArea:add_child_area(child) end

---Lets an area lie in this one no more.
---@param child areas.InstancedArea
function InstancedArea:remove_child_area(child) end

---Whether an area lies in this one.
---@param child areas.InstancedArea
---@return boolean
function InstancedArea:has_child_area(child) end

---Where an area lies in this one: x, y and the floor; nothing when that is not known.
---@param child areas.InstancedArea
---@return integer?
---@return integer?
---@return integer?
function InstancedArea:child_area_position(child) end

---Says where an area lies in this one, or, without x, y and floor, that it lies nowhere.
---* refused: The area must lie in this one
---@param child areas.InstancedArea
---@param x? number
---@param y? number
---@param floor? number
function InstancedArea:set_child_area_position(child, x, y, floor) end

---The areas that lie in this one, or on one of its floors, by uid.
---@param floor? integer
---@return areas.Iterator
function InstancedArea:iter_child_areas(floor) end

---Whether a word is one of its `types`.
---@param kind string
---@return boolean
function InstancedArea:has_type(kind) end

---Lets a base.area_archetype make the floors; without an id nothing does.
---* refused: There must be a base.area_archetype of that id
---@param id? string
---@param options? areas.ArchetypeOptions
function InstancedArea:set_archetype(id, options) end

---The base.area_archetype that makes its floors; nothing when there is none.
---@return areas.DataEntry?
function InstancedArea:archetype() end


---What InstancedArea:add_map takes.
---@class areas.FloorOptions
---@field floor integer? which floor it is to be; the one after the last if it is left out

---What set_archetype of maps and areas takes.
---@class areas.ArchetypeOptions
---@field set_properties boolean? copy what the archetype declares over its fields. Default: false

---What can emit events: maps, charas, items and feats.
---@class areas.IEventEmitter
IEventEmitter = {}

---Emits an event from this: its own handlers hear it, and those that are registered for all.
---* refused: There must be an event of that id
---@param id string
---@param params? table
---@param default any the result, if no handler gives another
---@return any # the result, and "blocked" if a handler ended it
---@return string?
function IEventEmitter:emit(id, params, default) end

---Lets a function handle an event of this one alone. Handlers are not saved; those in the data of the prototype come back.
---* refused: There must be an event of that id, and no other handler of that name
---@param id string
---@param name string what the handler does; it has one of that name for each event
---@param fn fun(source: any, params: table, result: any): any
---@param options? areas.HandlerOptions | number the priority, or a table with it
function IEventEmitter:connect_self(id, name, fn, options) end

---Takes a handler of this one's own away.
---* refused: It must have a handler of that name
---@param id string
---@param name string
function IEventEmitter:disconnect_self(id, name) end

---Whether anybody handles an event of this one, be it a handler of its own or one that is registered for all.
---* refused: There must be an event of that id
---@param id string
---@param name? string the name of the handler; any if it is left out
---@return boolean
function IEventEmitter:has_event_handler(id, name) end

---The ids of the events that this one has handlers of its own for.
---@return string[]
function IEventEmitter:list_events() end


---How a handler of an event is registered.
---@class areas.HandlerOptions
---@field priority number? lower numbers run first. Default: 100000

do
---What has fields that last, and others that lie over them for a while: maps, charas, items and feats.
---@class areas.IModdable
local IModdable = {}

---What a field comes to: what lies over it for a while, or else the field.
---@param key any
---@return any
function IModdable:calc(key) end

---Changes what a field comes to, until the next refresh; the answer is what it comes to then.
---* refused: Only numbers can be added, only tables merged
---@param key any
---@param value any
---@param how? "add" | "set" | "merge" "add" adds a number, "set" puts the value in its place, "merge" joins two tables; "add" if it is left out
---@return any
function IModdable:mod(key, value, how) end

---Changes a field for good, in the same way; the answer is what it is then.
---* refused: Only numbers can be added, only tables merged
---@param key any
---@param value any
---@param how? "add" | "set" | "merge"
---@return any
function IModdable:mod_base(key, value, how) end

---Sets a field, and takes away what lies over it.
---@param key any
---@param value any
function IModdable:reset(key, value) end

---Takes away what lies over the fields, and emits base.on_refresh, whose handlers may lay it anew.
function IModdable:refresh() end

---Another name of refresh.
function IModdable:on_refresh() end

---A table for what a mod wants to keep with this one. It is saved; other mods can only read it.
---* refused: The mod must be loaded
---@param id string that of the mod
---@return table
function IModdable:get_mod_data(id) end

end

---Where objects can be: maps, charas that carry items, items that hold others.
---@class areas.ILocation: areas.IEventEmitter
ILocation = {}

---Takes an object out of wherever it is, and puts it here: on a square of a map, or into what is carried.
---* refused: A thing cannot carry itself
---@param object areas.IObject
---@param x? number 0 if both are left out; a carrier needs none
---@param y? number
---@return areas.IObject? # the object; nothing where it cannot go: outside the map, or into a carrier if it is no item
function ILocation:take_object(object, x, y) end

---Takes an object out of here; it is nowhere then. Nothing when it was not here.
---@param object areas.IObject
---@return areas.IObject?
function ILocation:remove_object(object) end

---Whether an object is here.
---@param object? areas.IObject | integer an object; maps also know uids
---@return boolean
function ILocation:has_object(object) end

---All objects that are here; those of a map by uid.
---@return areas.Iterator
function ILocation:iter() end

---The items that are here.
---@return areas.Iterator
function ILocation:iter_items() end


---Whatever stands for a map: an InstancedMap, or a level, a world or a dungeon of another dialect.
---@class areas.AnyMap

---A map of squares, which count from 0, with what is on it. Any field of your own can be set and is saved with it. A map is never there twice: its uid always stands for the same object.
---@class areas.InstancedMap: areas.AnyMap, areas.ILocation, areas.IModdable
---@field [string] any Fields of your own.
---@field uid integer The number of the map, which no other has. Read only.
---@field area_uid integer? The uid of the area of which it is a floor. Read only.
---@field _archetype string? The id of its base.map_archetype. Read only: map:set_archetype sets it.
---@field name string What it is called; "" at first.
---@field level integer How hard it is there; 1 at first.
---@field types string[] What it is: "world_map", "town" …
---@field turn_cost integer How long a turn takes: 10000 at first, which is five seconds.
---@field is_indoor boolean Whether it lies under a roof.
---@field is_temporary boolean Whether it is gone as soon as it is left.
---@field is_generated_every_time boolean Whether it is made anew each time somebody comes by stairs or an entrance.
---@field is_not_renewable boolean? Whether time changes nothing there.
---@field can_exit_from_edge boolean Whether one leaves it by walking over its edge.
---@field has_anchored_npcs boolean Whether charas remember where they stood first.
---@field crowd_density integer How many living charas are there that do not belong to the player's party, when it was last counted.
---@field max_crowd_density integer How many there may be for more to come in time; 0, and none come.
---@field player_start_pos table? The square `{ x = …, y = … }` at which one arrives, if nothing else says where.
---@field item_on_floor_limit integer? How many items it takes, for those who ask Map.can_drop_items.
---@field reveals_fog boolean Whether all of it is known at once.
---@field renew_major_date integer The hour of game time after which its next major renewal is due.
---@field renew_minor_date integer The hour of game time after which its next minor renewal is due.
---@field visit_times integer How often it has been entered.
---@field default_tile string The tile that clear fills it with.
InstancedMap = {}

---A new map of one tile.
---* refused: There must be a base.map_tile of that id
---* refused: Not while mods load: the game has not started then
---@param width number squares from left to right, 1 … 4000; fractions are cut off
---@param height number squares from top to bottom
---@param tile? string | areas.DataEntry its id, or itself; base.floor if it is left out
---@return areas.InstancedMap
function InstancedMap:new(width, height, tile) end

---Squares from left to right.
---@return integer
function InstancedMap:width() end

---Squares from top to bottom.
---@return integer
function InstancedMap:height() end

---Whether a square lies on the map.
---@param x number
---@param y number
---@return boolean
function InstancedMap:is_in_bounds(x, y) end

---Sets all squares to one tile.
---* refused: There must be a base.map_tile of that id
---@param tile? string | areas.DataEntry its id, or itself; the `default_tile` if it is left out
function InstancedMap:clear(tile) end

---Sets the tile of a square; outside the map it does nothing.
---* refused: There must be a base.map_tile of that id
---@param x number
---@param y number
---@param tile string | areas.DataEntry its id, or itself
function InstancedMap:set_tile(x, y, tile) end

---Sets a rectangle of squares to one tile. What lies outside the map is left out, with a warning.
---* refused: There must be a base.map_tile of that id
---@param x number
---@param y number
---@param width number
---@param height number
---@param tile string | areas.DataEntry its id, or itself
function InstancedMap:fill(x, y, width, height, tile) end

---The tile of a square; nothing outside the map. Of a tile that another dialect made it says whether it is solid and opaque.
---@param x number
---@param y number
---@return areas.DataEntry?
function InstancedMap:tile(x, y) end

---All squares, row by row: the index of each, x, y and the tile.
---@return areas.Iterator
function InstancedMap:iter_tiles() end

---Whether the tile of a square can be walked on; nowhere outside the map.
---@param x number
---@param y number
---@return boolean
function InstancedMap:is_floor(x, y) end

---Whether somebody can step on a square: its tile can be walked on, and nothing solid is there.
---@param x number
---@param y number
---@return boolean
function InstancedMap:can_access(x, y) end

---Whether nothing on a square hides what lies behind it.
---@param x number
---@param y number
---@return boolean
function InstancedMap:can_see_through(x, y) end

---Whether one can see from one square to another, along Bresenham's line; the last square can always be seen.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@return boolean
function InstancedMap:has_los(x1, y1, x2, y2) end

---Whether the player is on this map and sees a square: at most 15 squares away, with nothing between.
---@param x number
---@param y number
---@return boolean
function InstancedMap:is_in_fov(x, y) end

---Lets the player remember a square.
---@param x number
---@param y number
function InstancedMap:memorize_tile(x, y) end

---Another name of memorize_tile.
---@param x number
---@param y number
function InstancedMap:reveal_tile(x, y) end

---Whether the player remembers a square.
---@param x number
---@param y number
---@return boolean
function InstancedMap:is_memorized(x, y) end

---Has the map look at its tiles anew. It notices what set_tile, fill and clear change by itself.
---@param x? number
---@param y? number
function InstancedMap:refresh_tile(x, y) end

---All objects of a type that are on the map.
---@param kind "base.chara" | "base.item" | "base.feat"
---@return areas.Iterator
function InstancedMap:iter_type(kind) end

---All charas on the map, the dead ones, too.
---@return areas.Iterator
function InstancedMap:iter_charas() end

---All feats on the map.
---@return areas.Iterator
function InstancedMap:iter_feats() end

---All objects on a square: feats, then items, then charas.
---@param x number
---@param y number
---@return areas.Iterator
function InstancedMap:objects_at_pos(x, y) end

---The objects of a type on a square.
---@param kind "base.chara" | "base.item" | "base.feat"
---@param x number
---@param y number
---@return areas.Iterator
function InstancedMap:iter_type_at_pos(kind, x, y) end

---Whether what is here has a square: always, on a map.
---@return boolean
function InstancedMap:is_positional() end

---Whether a word, or one of a list of words, is one of its `types`.
---@param kinds string | string[]
---@return boolean
function InstancedMap:has_type(kinds) end

---Whether something is an object that can be put on a square, or anywhere on the map.
---@param object any
---@param x? number
---@param y? number
---@return boolean
function InstancedMap:can_take_object(object, x, y) end

---Moves an object that is on the map to another square; nothing when it is not there, or the square is not.
---@param object areas.IObject
---@param x number
---@param y number
---@return areas.IObject?
function InstancedMap:move_object(object, x, y) end

---The object of a uid, if it is on the map.
---@param uid? integer
---@return areas.IObject?
function InstancedMap:get_object(uid) end

---Lets a base.map_archetype say what the map does: its handlers and callbacks are those of the map from now on. Without an id, the former ones are taken away.
---* refused: There must be a base.map_archetype of that id
---@param id? string | areas.DataEntry
---@param options? areas.ArchetypeOptions
function InstancedMap:set_archetype(id, options) end

---The base.map_archetype of the map; nothing when it has none.
---@return areas.DataEntry?
function InstancedMap:archetype() end

---Says where one who leaves the map over its edge, or by stairs up that lead nowhere, comes out.
---* refused: The other map must last, and (x, y) lie on it
---@param map areas.AnyMap | integer
---@param x number
---@param y number
function InstancedMap:set_previous_map_and_location(map, x, y) end

---The way back: the uid of a map, x and y; nothing when there is none.
---@return integer?
---@return integer?
---@return integer?
function InstancedMap:previous_map_and_location() end

---Takes over everything of another map but its uid; the other map is gone then.
---* refused: The other map must not be the current one, nor belong to an area
---@param other areas.InstancedMap
function InstancedMap:replace_with(other) end


do
---What a loop can walk: `for _, value in it do`. The state of the loop comes first, and then the values.
---@class areas.Iterator
local Iterator = {}

---What a function makes of each element.
---@param fn function
---@return areas.Iterator
function Iterator:map(fn) end

---The elements of which a function says that they fit.
---@param fn function
---@return areas.Iterator
function Iterator:filter(fn) end

---Calls a function with each element.
---@param fn function
function Iterator:each(fn) end

---Another name of each.
---@param fn function
function Iterator:for_each(fn) end

---How many elements there are.
---@return integer
function Iterator:length() end

---The element at a place, counted from 1; nothing when there are fewer.
---@param n integer
---@return any
function Iterator:nth(n) end

---The first element; nothing when there is none.
---@return any
function Iterator:head() end

---The elements as a list.
---@return any[]
function Iterator:to_list() end

---Another name of to_list.
---@return any[]
function Iterator:totable() end

---A table of keys and values, for iterators that give two.
---@return table
function Iterator:to_map() end

---Another name of to_map.
---@return table
function Iterator:tomap() end

---Whether an element fits.
---@param fn function
---@return boolean
function Iterator:any(fn) end

---Another name of any.
---@param fn function
---@return boolean
function Iterator:some(fn) end

---Whether all elements fit.
---@param fn function
---@return boolean
function Iterator:all(fn) end

---Another name of all.
---@param fn function
---@return boolean
function Iterator:every(fn) end

---A field of each element.
---@param field any
---@return areas.Iterator
function Iterator:extract(field) end

---The greatest element; nothing when there is none.
---@return any
function Iterator:max() end

---The least element; nothing when there is none.
---@return any
function Iterator:min() end

---What a function makes of a start and the first element, of that and the second, and so on.
---@param fn function
---@param start any
---@return any
function Iterator:foldl(fn, start) end

---Another name of foldl.
---@param fn function
---@param start any
---@return any
function Iterator:reduce(fn, start) end

---The sum of the elements.
---@return number
function Iterator:sum() end

---The elements in order.
---@param comes_first? function says of two elements whether the first comes before the second; less comes first if it is left out
---@return areas.Iterator
function Iterator:into_sorted(comes_first) end

---Lists of elements that are alike.
---@param by any what makes them alike: a function of an element, or the name of a field
---@return table<any, any[]>
function Iterator:group_by(by) end

---The first n elements, or those before the first that does not fit.
---@param n integer | function
---@return areas.Iterator
function Iterator:take(n) end

---Another name of take.
---@param n integer | function
---@return areas.Iterator
function Iterator:take_n(n) end

---The elements before the first that does not fit.
---@param fn function
---@return areas.Iterator
function Iterator:take_while(fn) end

---The elements after the first n.
---@param n integer
---@return areas.Iterator
function Iterator:drop(n) end

---Another name of drop.
---@param n integer
---@return areas.Iterator
function Iterator:drop_n(n) end

---The elements, and then those of others.
---@param ... any
---@return areas.Iterator
function Iterator:chain(...) end

---The elements side by side with those of others, until one of them ends.
---@param ... any
---@return areas.Iterator
function Iterator:zip(...) end

---The elements, each after its number from 1.
---@return areas.Iterator
function Iterator:enumerate() end

---The three values of a generic for.
---@return function
---@return any
---@return any
function Iterator:unwrap() end

---Whether there is no element.
---@return boolean
function Iterator:is_null() end

end

---How one travels to a map.
---@class areas.Travel
---@field start_x number? where the player arrives; what the map says if it is left out
---@field start_y number? the same for y
---@field feat areas.IFeat? the stairs or the entrance that was used, for those who handle base.calc_map_starting_pos

---How Map.find_free_position looks.
---@class areas.FreePosition
---@field allow_stacking boolean? take (x, y) itself if its tile can be walked on, whoever stands there. Default: false

---What is made of data: a chara, an item or a feat. Its fields are copies of those of its entry; any field of your own can be set and is saved with it.
---@class areas.IObject: areas.IEventEmitter, areas.IModdable
---@field [string] any Those of its entry, and fields of your own.
---@field _id string The id of the entry that it is made of. Read only.
---@field _type string "base.chara", "base.item" or "base.feat". Read only.
---@field uid integer The number of the object, which no other has. Read only.
---@field x integer? Its square on the map; nothing when it lies on none. Read only: set_pos moves it.
---@field y integer? Its square on the map; nothing when it lies on none. Read only: set_pos moves it.
---@field location areas.ILocation? The map on which it lies, or who carries it. Read only.
---@field proto areas.DataEntry The entry that it is made of. Read only.
IObject = {}

---The map on which it lies, or who carries it; nothing when it is nowhere.
---@return areas.ILocation?
function IObject:get_location() end

---The map on which it lies itself; nothing when it is carried.
---@return areas.InstancedMap?
function IObject:current_map() end

---The map on which it is, though others may carry it; the outermost of these, and its x and y.
---@return areas.InstancedMap?
---@return areas.IObject?
---@return integer?
---@return integer?
function IObject:containing_map() end

---Moves it to another square of its map: whether there is one.
---@param x number
---@param y number
---@return boolean
function IObject:set_pos(x, y) end

---Takes it out of wherever it is.
---@return areas.IObject
function IObject:remove_ownership() end

---Whether it is of a type.
---@param kind string
---@return boolean
function IObject:is_a(kind) end

---Whether a word is one of its `categories`.
---@param category string
---@return boolean
function IObject:has_category(category) end

---Whether a word is one of its `tags`.
---@param tag string
---@return boolean
function IObject:has_tag(tag) end

---One that is like it, with a uid of its own.
---@param owned? any whether it lies where the other does; nowhere if it is left out
---@return areas.IObject
function IObject:clone(owned) end

---Makes it of another entry of its type: fields and handlers of the old one go, those of the new one come.
---* refused: There must be an entry of that type and id
---@param id string
---@param options? areas.PrototypeOptions
function IObject:change_prototype(id, options) end


---What can lie on a map: the same as IObject.
---@class areas.IMapObject: areas.IObject
IMapObject = {}


---What can be somewhere: the same as IObject.
---@class areas.IOwned: areas.IObject
IOwned = {}


---How IObject:change_prototype changes it.
---@class areas.PrototypeOptions
---@field instantiate boolean? do what is done with new objects. Default: true

do
---Who carries items: charas, and items that hold others.
---@class areas.ICarrier: areas.ILocation
local ICarrier = {}

---Another name of take_object.
---@param object areas.IObject
---@return areas.IObject?
function ICarrier:take_item(object) end

---The items that it carries.
---@return areas.Iterator
function ICarrier:iter_inventory() end

---The first item of an id that it carries.
---@param id string the full id
---@return areas.IItem?
function ICarrier:find_item(id) end

end

---A chara: somebody who lives on maps.
---@class areas.IChara: areas.IObject, areas.ICarrier
---@field name string What it is called.
---@field level integer How strong it is.
---@field quality integer How rare a one it is; 1 at first.
---@field hp number Its health.
---@field max_hp number Its health when nothing ails it.
---@field state string "Alive" or "Dead".
---@field respawn_date integer? The hour of game time at which a dead citizen comes back.
---@field is_citizen boolean? Whether it comes back after death, and is never tidied away.
---@field is_summoned boolean? Whether a renewal of the map may take it away.
---@field initial_x integer? Where it stood first, on maps with anchored charas.
---@field initial_y integer? Where it stood first, on maps with anchored charas.
IChara = {}

---Whether it is the player.
---@return boolean
function IChara:is_player() end

---Whether it is the player or an ally.
---@return boolean
function IChara:is_in_player_party() end

---Whether it goes with the player.
---@return boolean
function IChara:is_ally() end

---Lets it go with the player from now on; false when it does already.
---* refused: A party has 100 members at most
---@return boolean
function IChara:recruit_as_ally() end

---Lets it go with the player no more; false when it did not.
---@return boolean
function IChara:leave_party() end

---Whether it lives.
---@return boolean
function IChara:is_alive() end

---Lets it die, and emits base.on_chara_killed; false when it is dead already.
---@return boolean
function IChara:kill() end

---Brings it back to life.
function IChara:revive() end

---Gives it all its health.
function IChara:heal_to_max() end


---An item, or a stack of them.
---@class areas.IItem: areas.IObject, areas.ICarrier
---@field name string What it is called.
---@field amount integer How many there are in the stack.
---@field own_state string Whose it is: "None" is nobody's, and is tidied away in towns.
---@field is_equipped boolean? Whether who carries it wears it.
IItem = {}

---Takes so many from a stack, or all of it; when none is left, the item is nowhere.
---* refused: The amount must be 0 or more
---@param amount? number
function IItem:remove(amount) end


---A feat: what is built on a map, such as stairs and doors.
---@class areas.IFeat: areas.IObject
---@field params table What its entry declares as params, with what it was created with.
IFeat = {}

---Uses it: stairs and entrances lead somewhere, others do what their on_activate does.
---@param chara? areas.IChara who uses it; the player if it is left out
---@return boolean # whether that went well; if not, perhaps why
---@return string?
function IFeat:activate(chara) end


---How a chara is made.
---@class areas.CharaParams
---@field level number? its level; that of its entry if it is left out
---@field quality any its quality
---@field ownerless any? true lets it be nowhere
---@field no_build any? true leaves out what is done with new objects

---How an item is made.
---@class areas.ItemParams
---@field amount number? how many there are in the stack. Default: 1
---@field own_state any whose it is. Default: "None"
---@field ownerless any? true lets it be nowhere
---@field no_build any? true leaves out what is done with new objects

---How a feat is made.
---@class areas.FeatParams
---@field force any? true lets it stand on a square that is taken or cannot be walked on
---@field approximate_pos any? true takes the nearest free square instead
---@field params table? what its entry declares as params
---@field ownerless any? true lets it be nowhere
---@field no_build any? true leaves out what is done with new objects

---What a chara must be that Charagen draws.
---@class areas.CharaFilter
---@field id string? a chara of that id and no other
---@field level number? draws those near it, and none above if it is above 0; that of the map if it is left out
---@field initial_level number? the level that the chara gets
---@field quality any the quality that it gets
---@field category (string | string[])? categories, all of which it must have
---@field categories (string | string[])? the same
---@field tag_filters (string | string[])? tags, all of which it must have
---@field race_filter any the `race` that it must have
---@field fltselect any the `fltselect` that it must have
---@field create_params areas.CharaParams? what Chara.create gets

---What the game says of itself: `save.base`.
---@class areas.SaveBase
---@field areas table<integer, areas.InstancedArea> All areas by uid. Read only.
---@field unique_areas table<string, table> For each unique area that is there `{ area_uid = …, entrance_was_generated = … }`. Read only.
---@field map_registry table[] For each map, in the order in which they were made, `{ uid = …, id = …, area = …, floor = … }`. Read only.
---@field play_turns integer How many turns have passed.
---@field date_hours integer Hours of game time. Read only.

do
---What tests find by `require "api.test.TestUtil"`.
---@class areas.TestUtil
local TestUtil = {}

---Makes a player, and puts it on a map.
---@param map? areas.AnyMap
---@param x? number 0 if it is left out
---@param y? number 0 if it is left out
---@return areas.IChara
function TestUtil.set_player(map, x, y) end

---Makes a map the first floor of an area of its own and the current map.
---* refused: The map must be a floor of no area
---@param map areas.AnyMap
---@return areas.InstancedArea
function TestUtil.register_map(map) end

---Saves and loads the game in place: what comes back is what a save keeps.
---* refused: Nothing in the game may be what cannot be kept
function TestUtil.save_cycle() end

---Makes a chara that carries nothing; without a map it is nowhere.
---* refused: There must be a base.chara of that id
---@param id string
---@param map? areas.AnyMap
---@param x? number
---@param y? number
---@return areas.IChara
function TestUtil.stripped_chara(id, map, x, y) end

---Makes an item; without a map it is nowhere.
---* refused: There must be a base.item of that id
---@param id string
---@param map? areas.AnyMap
---@param x? number
---@param y? number
---@param amount? number 1 if it is left out
---@return areas.IItem
function TestUtil.stripped_item(id, map, x, y, amount) end

end

---How inspect shows a value.
---@class areas.InspectOptions
---@field depth integer? how deep tables are shown. Default: 8

---What says whether a value is of a kind, for fields of data, params of feats and options.
---@class areas.Type

---Game time.
---@class areas.Date
---@field year integer of 12 months
---@field month integer 0 … 11, of 30 days each
---@field day integer 0 … 29
---@field hour integer 0 … 23
---@field minute integer 0 … 59
---@field second integer 0 … 59

---An event, which Event.register and map:connect_self handle.
---@class areas.base.event
---@field doc string? when it comes
---@field params any what its params hold, for readers
---@field returns any what a handler may answer, for readers

---Fields that one mod adds to types of another: an entry has them under `_ext`.
---@class areas.base.data_ext
---@field fields table[] as data:add_type takes them
---@field doc string? what they are for

---An option of a mod, found under `config`.
---@class areas.base.config_option
---@field type "boolean" | "string" | "number" | "integer" | "enum" | "table" | "data_id" | "any" | areas.Type what it may be
---@field default any what it is until it is set
---@field choices table? of an enum: the list of what it may be
---@field data_type string? of a data_id: the type of the entry
---@field min_value number? of a number: the least
---@field max_value number? of a number: the greatest
---@field on_changed function? called with the new value when it is set
---@field doc string? what it does
---@field is_hidden any for those who show options

---A tile: what a square of a map is.
---@class areas.base.map_tile
---@field name string? what it is called
---@field is_solid boolean? whether nobody can step where it is
---@field is_opaque boolean? whether it hides what lies behind it
---@field image any its picture, for those who draw
---@field glyph string? the character that stands for it in pictures of text
---@field color (string | number[])? its colour: a name, or three numbers from 0 to 255
---@field events table[]? handlers: `{ id = …, name = …, callback = …, priority = … }` each
---@field _events table[]? the same; an item may say `_id` for `id`

---A chara: somebody who lives on maps.
---@class areas.base.chara
---@field name string? what it is called; its id if it is left out
---@field level integer? how strong it is; Charagen draws by it
---@field categories string[]? words by which Charagen finds it
---@field tags string[]? more of them
---@field rarity number? how often it is drawn: 100000 is usual, 0 never
---@field coefficient number? how much rarer it is drawn away from its level: 400 is usual
---@field quality integer? how rare a one it is
---@field max_hp number? its health; 10 and 5 for each level if it is left out
---@field is_citizen boolean? whether it comes back after death, and is never tidied away
---@field is_solid boolean? whether nobody can step where it is
---@field is_opaque boolean? whether it hides what lies behind it
---@field image any its picture, for those who draw
---@field glyph string? the character that stands for it in pictures of text
---@field color (string | number[])? its colour: a name, or three numbers from 0 to 255
---@field events table[]? handlers: `{ id = …, name = …, callback = …, priority = … }` each
---@field _events table[]? the same; an item may say `_id` for `id`

---An item: what lies on maps and is carried.
---@class areas.base.item
---@field name string? what it is called; its id if it is left out
---@field categories string[]? words for what it is
---@field tags string[]? more of them
---@field level integer? how deep it belongs
---@field rarity number? how often it is to be found
---@field value number? what it costs
---@field weight number? what it weighs
---@field nutrition number? what eating it gives
---@field is_solid boolean? whether nobody can step where it is
---@field is_opaque boolean? whether it hides what lies behind it
---@field image any its picture, for those who draw
---@field glyph string? the character that stands for it in pictures of text
---@field color (string | number[])? its colour: a name, or three numbers from 0 to 255
---@field events table[]? handlers: `{ id = …, name = …, callback = …, priority = … }` each
---@field _events table[]? the same; an item may say `_id` for `id`

---A feat: what is built on a map, such as stairs and doors.
---@class areas.base.feat
---@field name string? what it is called
---@field params table<string, areas.Type | table>? what Feat.create takes under params: types, or `{ type = …, default = … }`
---@field on_activate function? called with the feat and `{ chara = … }` when somebody uses it; false says that nothing came of it
---@field on_stepped_on function? called with the feat and `{ chara = … }` when somebody steps on it
---@field on_bumped_into function? called with the feat and `{ chara = … }` when somebody walks into it
---@field on_refresh function? for those who refresh feats
---@field on_instantiate function? called with each new feat
---@field is_temporary boolean? whether a major renewal of the map takes it away
---@field is_solid boolean? whether nobody can step where it is
---@field is_opaque boolean? whether it hides what lies behind it
---@field image any its picture, for those who draw
---@field glyph string? the character that stands for it in pictures of text
---@field color (string | number[])? its colour: a name, or three numbers from 0 to 255
---@field events table[]? handlers: `{ id = …, name = …, callback = …, priority = … }` each
---@field _events table[]? the same; an item may say `_id` for `id`

---What a map does.
---@class areas.base.map_archetype
---@field starting_pos (function | table)? where one arrives: `{ x = …, y = … }`, or a function of map, chara, the map before and feat
---@field on_generate_map function? called with area, floor and params: gives the map
---@field on_spawn function? called with the map when a creature is to come
---@field chara_filter function? called with the map: gives the filter for Charagen, if there is no on_spawn
---@field on_restock function? called with the map at a minor renewal
---@field on_renew function? called with the map at a major renewal, but the first
---@field on_map_renew_minor function? handles that event
---@field on_map_renew_major function? handles that event
---@field on_map_renew_geometry function? handles that event
---@field on_map_loaded function? handles that event
---@field on_map_entered function? handles that event
---@field on_map_pass_turn function? handles that event
---@field properties table? fields that the map gets
---@field register_unique (boolean | string[])? ids of unique areas that it makes; true for its own
---@field elona_id integer? for readers
---@field name string? what it is called
---@field image any for those who draw
---@field doc string? what it is for
---@field events table[]? handlers: `{ id = …, name = …, callback = …, priority = … }` each
---@field _events table[]? the same; an item may say `_id` for `id`

---What makes the floors of an area.
---@class areas.base.area_generator
---@field on_generate_floor function called with floor, area and params: gives a map, of whatever dialect
---@field deepest_floor integer? how deep areas go; without it there is always one more
---@field starting_floor integer? the first floor; 1 if it is left out
---@field doc string? what it is for

---The one area of its id.
---@class areas.base.unique_area
---@field area_generator string? what makes its floors
---@field archetype string? or what makes its only map
---@field parent_floor integer? the floor of the parent; its first if it is left out
---@field parent_map string? the unique area in which it lies
---@field x integer? where its entrance is there
---@field y integer? where its entrance is there
---@field image any what entrances to it show
---@field color (string | number[])? the colour of entrances to it
---@field name string? what it is called
---@field types string[]? what it is: "dungeon", "town" …
---@field metadata table? what the area has under metadata
---@field deepest_floor integer? how deep it goes
---@field starting_floor integer? its first floor
---@field doc string? what it is for

---The one map of its id: a unique area with a single floor.
---@class areas.base.unique_map
---@field archetype string? what makes it
---@field parent_map string? the unique area in which it lies
---@field x integer? where its entrance is there
---@field y integer? where its entrance is there
---@field image any what entrances to it show
---@field color (string | number[])? the colour of entrances to it
---@field name string? what it is called
---@field types string[]? what it is: "dungeon", "town" …
---@field metadata table? what the area has under metadata
---@field deepest_floor integer? how deep it goes
---@field starting_floor integer? its first floor
---@field doc string? what it is for

---The one area of its id, in the later form.
---@class areas.base.area_archetype
---@field floors table<integer, string>? floor by floor what makes its map
---@field on_generate_floor function? called with area, floor and params for the others: gives a map
---@field area_generator string? what makes the others, if there is no on_generate_floor
---@field parent_area table? where it lies: `{ _id = …, on_floor = …, x = …, y = …, starting_floor = … }`
---@field elona_id integer? for readers
---@field has_deed any for readers
---@field image any what entrances to it show
---@field color (string | number[])? the colour of entrances to it
---@field name string? what it is called
---@field types string[]? what it is: "dungeon", "town" …
---@field metadata table? what the area has under metadata
---@field deepest_floor integer? how deep it goes
---@field starting_floor integer? its first floor
---@field doc string? what it is for

---Goes to a floor of an area, which is made if it is not there yet.
---* refused: The area must have that floor, or something that makes it
---@param area areas.InstancedArea | areas.AnyMap | integer | string an area, its uid, the id of a unique area, or a map to go to
---@param floor? number the first one if it is left out
---@return boolean # true; or false, and why nobody can go there
---@return string?
function goto_floor(area, floor) end

Area = {}

---The area of a map, of a uid, or of the full id of a unique area; nothing when there is none.
---@param value areas.AnyMap | areas.InstancedArea | integer | string
---@return areas.InstancedArea?
function Area.get(value) end

---The area in which the current map lies; nothing when there is no map, or it belongs to no area.
---@return areas.InstancedArea?
function Area.current() end

---Which floor of its area the current map is.
---@return integer?
function Area.current_floor() end

---The area of a map or of the uid of one, and which floor the map is.
---@param map areas.AnyMap | integer
---@return areas.InstancedArea?
---@return integer?
function Area.for_map(map) end

---Which floor of its area a map is; nothing when it belongs to none.
---@param map areas.AnyMap | integer
---@return integer?
function Area.floor_number(map) end

---All areas with their uids, by uid.
---@return areas.Iterator
function Area.iter() end

---The uids of the maps of an area that are made, from the first floor to the last.
---* refused: The area must be there
---@param area? areas.InstancedArea | integer | string an area, its uid, or the id of a unique one; the current one if it is left out
---@return integer[]
function Area.all_maps(area) end

---The table `metadata` of the area of a map, in which a mod may keep what it likes.
---@param map? areas.AnyMap | areas.InstancedArea | integer | string a map, or what else stands for an area; the current area if it is left out
---@return table?
function Area.metadata(map) end

---The area in which an area lies, or that of a map; nothing when it lies in none.
---* refused: The area must be there
---@param value areas.AnyMap | areas.InstancedArea | integer | string
---@return areas.InstancedArea?
function Area.parent(value) end

---The outermost area around an area or a map.
---* refused: The area must be there
---@param value areas.AnyMap | areas.InstancedArea | integer | string
---@return areas.InstancedArea?
function Area.get_root_area(value) end

---The areas that lie in an area, by uid.
---* refused: The area must be there
---@param area areas.InstancedArea | integer | string
---@return areas.Iterator
function Area.iter_children(area) end

---The areas that lie in an area, those in these, and so on.
---* refused: The area must be there
---@param area areas.InstancedArea | integer | string
---@return areas.Iterator
function Area.iter_all_contained_in(area) end

---Whether something is a feat that leads to an area: an entrance or stairs with an `area_uid`.
---@param feat any
---@return boolean
function Area.is_area_entrance(feat) end

---The entrances to areas that stand on a map; stairs are none.
---@param map? areas.AnyMap the current one if it is left out
---@return areas.Iterator
function Area.iter_entrances_in_parent(map) end

---The areas to which the entrances on a map lead.
---@param map? areas.AnyMap the current one if it is left out
---@return areas.Iterator
function Area.iter_in_parent(map) end

---Whether an area, or the area of a uid, is registered.
---@param value areas.InstancedArea | integer
---@return boolean
function Area.is_registered(value) end

---Makes an area part of the world; the answer is its uid.
---* refused: An area is registered once
---* refused: The parent must be registered before it
---@param area areas.InstancedArea
---@param options? areas.AreaPlace
---@return integer
function Area.register(area, options) end

---Takes an area out of the world. Its maps stay where they are.
---* refused: The area must be there
---@param area areas.InstancedArea | integer | string
function Area.unregister(area) end

---Takes an area and all its maps out of the game.
---* refused: The area must be there
---* refused: The player must be elsewhere
---@param area areas.InstancedArea | integer | string
function Area.delete(area) end

---Puts an entrance to an area on a square of a map. It looks as the area says: its `image`, `name` and `color`. The longer form `Area.create_entrance(area, floor, x, y, params, map)` names the floor, or a map that is one, and more params of the feat.
---* refused: (x, y) must lie on the map
---* refused: The area must be there
---@param to areas.InstancedArea | areas.AnyMap | integer | string an area, its uid, the id of a unique one, or a map, which gets an area if it has none
---@param x number
---@param y number
---@param map? areas.AnyMap the current one if it is left out
---@return areas.IFeat
function Area.create_entrance(to, x, y, map) end

---Puts stairs down to another map on a square of a map. The longer form `Area.create_stairs_down(area, floor, x, y, params, map)` names an area and one of its floors.
---* refused: (x, y) must lie on the map
---@param to areas.AnyMap | integer a map, or the uid of one
---@param x number
---@param y number
---@param map? areas.AnyMap the current one if it is left out
---@return areas.IFeat
function Area.create_stairs_down(to, x, y, map) end

---Puts stairs up to another map on a square of a map. The longer form `Area.create_stairs_up(area, floor, x, y, params, map)` names an area and one of its floors.
---* refused: (x, y) must lie on the map
---@param to areas.AnyMap | integer a map, or the uid of one
---@param x number
---@param y number
---@param map? areas.AnyMap the current one if it is left out
---@return areas.IFeat
function Area.create_stairs_up(to, x, y, map) end

---The map to which an entrance leads; it is made if it is not there yet.
---* refused: The feat must be an entrance, and its area must be there
---@param entrance areas.IFeat
---@return areas.InstancedMap
function Area.load_starting_map(entrance) end

---Lets a floor of an area be another map. The map that it was belongs to no area then.
---* refused: The area must be there
---* refused: The map must be a floor of no area
---@param area areas.InstancedArea | integer | string
---@param floor number
---@param map areas.AnyMap
function Area.set_map(area, floor, map) end

---Whether the unique area of an id is there.
---* refused: There must be a unique area of that id
---@param id string
---@return boolean
function Area.is_generated(id) end

---Another name of Area.is_generated.
---* refused: There must be a unique area of that id
---@param id string
---@return boolean
function Area.is_created(id) end

---The unique area of an id; nothing when it is not there yet.
---* refused: There must be a unique area of that id
---@param id string
---@return areas.InstancedArea?
function Area.get_unique(id) end

---The unique area of an id, made if it is not there yet; so is the area that it declares as its parent.
---* refused: There must be a unique area of that id
---@param id string
---@return areas.InstancedArea
function Area.get_or_create(id) end

---The unique area of an id, made in another area if it is not there yet.
---* refused: There must be a unique area of that id
---* refused: The parent must be there
---@param id string
---@param parent? areas.InstancedArea | integer | string an area, its uid, its id, or "root"; the one that is declared if it is left out
---@return areas.InstancedArea
function Area.create_unique(id, parent) end

---Lets an area be the unique area of an id from now on.
---* refused: There must be a unique area of that id
---* refused: The parent must be there
---@param id string
---@param area areas.InstancedArea
---@param parent? areas.InstancedArea | integer | string where it is registered if it is not yet: an area, its uid, its id, or "root"
function Area.set_unique(id, area, parent) end

---A floor of an area, made by its generator or archetype if it is not there yet.
---* refused: The area must have that floor, or something that makes it
---@param value areas.AnyMap | areas.InstancedArea | integer | string an area, its uid or the id of a unique one; a map is itself the answer
---@param floor? number the first one if it is left out
---@return areas.InstancedMap
function Area.get_or_create_map(value, floor) end

---Makes the unique area of an id and its entrance on a map.
---* refused: There must be a unique area of that id
---* refused: (x, y) must be given or declared, and lie on the map
---@param id string
---@param x? number the one that the area declares if it is left out
---@param y? number the one that the area declares if it is left out
---@param parent? areas.AnyMap the map of the entrance; the current one if it is left out
---@return areas.InstancedArea
---@return areas.IFeat
function Area.create(id, x, y, parent) end

---Makes the areas anew that declare this one as their parent; the answer is the first map of each.
---* refused: It must be a unique area, or a map of one
---@param value areas.AnyMap | areas.InstancedArea | string
---@return areas.InstancedMap[]
function Area.regenerate_all_child_maps(value) end

---The same as goto_floor.
---* refused: The area must have that floor, or something that makes it
---@param value areas.InstancedArea | areas.AnyMap | integer | string
---@param floor? number
---@return boolean
---@return string?
function Area.goto_floor(value, floor) end

class = {}

---A new class. There is no inheritance; a class gets the methods of its interfaces. `class(…)` is the same.
---@param name string
---@param interfaces? areas.Interface | areas.Interface[] what it implements: an interface, or a list of them
---@param options? table
---@return areas.Class
function class.class(name, interfaces, options) end

---A new interface.
---@param name string
---@param members? table what instances must have: names, and types of Lua such as "function"
---@param parents? areas.Interface | areas.Interface[] interfaces that it includes
---@return areas.Interface
function class.interface(name, members, parents) end

---Whether something is an instance of a class, or has what an interface asks for.
---* refused: It must be a class or an interface
---@param of any a class, an interface, or what one is required as, such as "api.IFeat"
---@param object any
---@return boolean
function class.is_an(of, object) end

---The same, and an error if it is not; the answer is the object.
---* refused: The object must be an instance
---@param of any
---@param object any
---@return any
function class.assert_is_an(of, object) end

---Whether something is a class.
---@param value any
---@return boolean
function class.is_class(value) end

---Whether something is an interface.
---@param value any
---@return boolean
function class.is_interface(value) end

---Whether something is an instance of a class of a mod.
---@param value any
---@return boolean
function class.is_class_instance(value) end

---Whether a class names an interface.
---@param of any
---@param interface any
---@return boolean
function class.implements(of, interface) end

Dungeon = {}

---A floor of a dungeon: rooms that corridors join, stairs up in the first, stairs down in the last.
---* refused: Not while mods load: the game has not started then
---@param floor? number which floor it is to be; 1 if it is left out
---@param params? areas.DungeonFloor
---@return areas.InstancedMap
function Dungeon.generate_floor(floor, params) end

---The entrances on a map that lead to dungeons: to areas with the type "dungeon", or whose floors a generator makes.
---@param map? areas.AnyMap the current one if it is left out
---@return areas.Iterator
function Dungeon.iter(map) end

---Forgets the floors of all dungeons to which entrances on a map lead, but for the one where the player is: they are made anew when somebody comes.
---@param map? areas.AnyMap the current one if it is left out
function Dungeon.regenerate_all_in(map) end

Elona122Map = {}

---The map that is drawn in the file maps/NAME.map of the mod: lines such as `# = base.wall` or `> = base.floor, feat base.stairs_down` or `@ = base.floor, start`, an empty line, and the rows.
---* refused: The mod must have that file, and its legend must say what each sign of its rows is
---@param name string that of the file, without .map
---@return areas.InstancedMap
function Elona122Map.generate(name) end

Event = {}

---Lets a function handle an event, whoever emits it. It may answer a new result, and "blocked" to end it there.
---* refused: There must be an event of that id, and no other handler of that name
---@param id string
---@param name string what the handler does; an event has one handler of a name
---@param fn fun(source: any, params: table, result: any): any
---@param options? areas.HandlerOptions | number the priority, or a table with it; lower numbers run first, and 100000 is the usual one
function Event.register(id, name, fn, options) end

---Lets another function take the place of a handler.
---* refused: There must be a handler of that name, of this mod or one that it depends on
---@param id string
---@param name string
---@param fn fun(source: any, params: table, result: any): any
---@param options? areas.HandlerOptions | number the priority it has now if it is left out
function Event.replace(id, name, fn, options) end

---Takes a handler away.
---* refused: There must be a handler of that name, of this mod or one that it depends on
---@param id string
---@param name string
function Event.unregister(id, name) end

---Lets a handler rest, or work again.
---* refused: There must be a handler of that name, of this mod or one that it depends on
---@param id string
---@param name string
---@param enabled? any
function Event.set_enabled(id, name, enabled) end

---Lets a handler work again.
---* refused: There must be a handler of that name, of this mod or one that it depends on
---@param id string
---@param name string
function Event.enable(id, name) end

---Lets a handler rest.
---* refused: There must be a handler of that name, of this mod or one that it depends on
---@param id string
---@param name string
function Event.disable(id, name) end

---Whether an event has a handler.
---* refused: There must be an event of that id
---@param id string
---@param name? string that of the handler; any if it is left out
---@return boolean
function Event.has_handler(id, name) end

---The handlers of an event that are registered for all, in their order.
---* refused: There must be an event of that id
---@param id string
---@return areas.EventHandler[]
function Event.list(id) end

---Emits an event from nobody in particular: the result, the params, and "blocked" if a handler ended it.
---* refused: There must be an event of that id
---@param id string
---@param params? table
---@param default any the result, if no handler gives another
---@return any
---@return table
---@return string?
function Event.trigger(id, params, default) end

---Adds an event of the mod: the same as data:add with the type base.event.
---* refused: The id must be a name of small letters, digits and underscores that is not taken
---@param id string
function Event.create(id) end

---Adds an event `hook_NAME` of the mod; the answer is a function that emits it.
---* refused: The name must be one of small letters, digits and underscores that is not taken
---@param name string
---@param description? string
---@param default any what the function answers if no handler gives another; a table is copied for each call
---@param field any which field of the answer counts, if it is a table; the whole answer if it is left out
---@param fn? function the first handler
---@return fun(params: table, result: any): any
---@return table
function Event.define_hook(name, description, default, field, fn) end

Advice = {}

---Wraps a function around one of a module.
---* refused: The module must have a function of that name
---* refused: A mod advises a function once under a name, and only in modules of the host, of its own and of mods it depends on
---@param where string before, after, around, override, before_while, before_until, after_while, after_until, filter_args or filter_return
---@param path string what the module is required as, such as api.Chara
---@param name string the function of the module
---@param identifier string what the advice is called, up to 128 characters
---@param fn function
---@param options? areas.AdviceOptions
function Advice.add(where, path, name, identifier, fn, options) end

---Takes a piece of advice away.
---* refused: There must be such advice, and it must be of this mod or one that it depends on
---@param path string
---@param name string
---@param by string the id of the mod that gave it
---@param identifier string
function Advice.remove(path, name, by, identifier) end

---Lets a piece of advice rest, or work again.
---* refused: There must be such advice, and it must be of this mod or one that it depends on
---@param path string
---@param name string
---@param by string the id of the mod that gave it
---@param identifier string
---@param enabled? any
function Advice.set_enabled(path, name, by, identifier, enabled) end

---Whether a function is advised.
---* refused: There must be a module of that path
---@param path string
---@param name string
---@param by? string the id of the mod that gave the advice; any if it is left out
---@param identifier? string what the advice is called; any if it is left out
---@return boolean
function Advice.is_advised(path, name, by, identifier) end

---Takes away all advice of a mod that this one may change.
---@param by string
function Advice.remove_by_mod(by) end

---Takes away all advice to a function that this mod may change.
---* refused: There must be a module of that path
---@param path string
---@param name string
function Advice.remove_all(path, name) end

table = {}

---A list as a set: its elements become keys.
---@param list table
---@return table<any, boolean>
function table.set(list) end

---The keys of a table.
---@param t table
---@return any[]
function table.keys(t) end

---The values of a table.
---@param t table
---@return any[]
function table.values(t) end

---How many keys a table has.
---@param t table
---@return integer
function table.count(t) end

---A copy of a table and of all plain tables in it.
---@param t any
---@return any
function table.deepcopy(t) end

---A copy of a table that holds the same values.
---@param t table
---@return table
function table.shallow_copy(t) end

---Whether two values are the same, or tables that hold the same.
---@param a any
---@param b any
---@return boolean
function table.deepcompare(a, b) end

---Copies the fields of a table into another; the answer is that other.
---@param into table
---@param from? table
---@return table
function table.merge(into, from) end

---The same for the fields that are not there.
---@param into table
---@param from? table
---@return table
function table.merge_missing(into, from) end

---Gives a table the content of another; it stays the same table.
---@param t table
---@param other table
---@return table
function table.replace_with(t, other) end

---Where a value is in a list.
---@param list table
---@param wanted any
---@return integer?
function table.index_of(list, wanted) end

---A list of n times a value, or of what a function makes of 1 … n.
---@param value any
---@param n integer at most 10000000
---@return any[]
function table.of(value, n) end

---Takes a value out of a list, the first time it is there; the answer is the value.
---@param list table
---@param wanted any
---@return any
function table.iremove_value(list, wanted) end

---Puts the elements of a list after those of another; the answer is that other.
---@param into table
---@param from table
---@return table
function table.append(into, from) end

math = {}

---The nearest number that lies between two others.
---@param value number
---@param low number
---@param high number
---@return number
function math.clamp(value, low, high) end

---The nearest whole number, halves away from zero; with `digits` to so many behind the point.
---@param value number
---@param digits? number
---@return number
function math.round(value, digits) end

---1, 0 or -1, as a number lies above, at or below 0.
---@param x number
---@return integer
function math.sign(x) end

---The number that is greater than all others: math.huge.
---@type number
math.infinity = nil

string = {}

---The parts of a text between separators.
---* refused: The separator must have at least one character
---@param s string
---@param by? string the separator; the end of a line if it is left out
---@return string[]
function string.split(s, by) end

---Whether something is a string with at least one character.
---@param s any
---@return boolean
function string.nonempty(s) end

---Whether a text begins with another.
---@param s string
---@param prefix string
---@return boolean
function string.has_prefix(s, prefix) end

---Whether a text ends with another.
---@param s string
---@param suffix string
---@return boolean
function string.has_suffix(s, suffix) end

fun = {}

---An iterator over what can be walked: a list, a table with keys and values, the characters of a string, an iterator, or the three values of a generic for.
---* refused: It must be one of these
---@param value any
---@param ... any
---@return areas.Iterator
function fun.iter(value, ...) end

---Numbers in steps, both ends included.
---* refused: The step must not be 0
---@param from number 1, if it is the only argument, which is the end then
---@param to? number
---@param by? number 1 or -1, as the end lies, if it is left out
---@return areas.Iterator
function fun.range(from, to, by) end

---An iterator of the three values of a generic for.
---@param step function
---@param state any
---@param control any
---@return areas.Iterator
function fun.wrap(step, state, control) end

---The same as Iterator:map, of whatever can be walked; it comes last.
---* refused: What is walked must be a table, a string or an iterator
---@param fn function
---@param it any
---@return areas.Iterator
function fun.map(fn, it) end

---The same as Iterator:filter, of whatever can be walked; it comes last.
---* refused: What is walked must be a table, a string or an iterator
---@param fn function
---@param it any
---@return areas.Iterator
function fun.filter(fn, it) end

---The same as Iterator:each, of whatever can be walked; it comes last.
---* refused: What is walked must be a table, a string or an iterator
---@param fn function
---@param it any
function fun.each(fn, it) end

---The same as Iterator:for_each, of whatever can be walked; it comes last.
---* refused: What is walked must be a table, a string or an iterator
---@param fn function
---@param it any
function fun.for_each(fn, it) end

---The same as Iterator:length, of whatever can be walked.
---* refused: What is walked must be a table, a string or an iterator
---@param it any
---@return integer
function fun.length(it) end

---The same as Iterator:nth, of whatever can be walked; it comes last.
---* refused: What is walked must be a table, a string or an iterator
---@param n integer
---@param it any
---@return any
function fun.nth(n, it) end

---The same as Iterator:head, of whatever can be walked.
---* refused: What is walked must be a table, a string or an iterator
---@param it any
---@return any
function fun.head(it) end

---The same as Iterator:to_list, of whatever can be walked.
---* refused: What is walked must be a table, a string or an iterator
---@param it any
---@return any[]
function fun.to_list(it) end

---The same as Iterator:totable, of whatever can be walked.
---* refused: What is walked must be a table, a string or an iterator
---@param it any
---@return any[]
function fun.totable(it) end

---The same as Iterator:to_map, of whatever can be walked.
---* refused: What is walked must be a table, a string or an iterator
---@param it any
---@return table
function fun.to_map(it) end

---The same as Iterator:tomap, of whatever can be walked.
---* refused: What is walked must be a table, a string or an iterator
---@param it any
---@return table
function fun.tomap(it) end

---The same as Iterator:any, of whatever can be walked; it comes last.
---* refused: What is walked must be a table, a string or an iterator
---@param fn function
---@param it any
---@return boolean
function fun.any(fn, it) end

---The same as Iterator:some, of whatever can be walked; it comes last.
---* refused: What is walked must be a table, a string or an iterator
---@param fn function
---@param it any
---@return boolean
function fun.some(fn, it) end

---The same as Iterator:all, of whatever can be walked; it comes last.
---* refused: What is walked must be a table, a string or an iterator
---@param fn function
---@param it any
---@return boolean
function fun.all(fn, it) end

---The same as Iterator:every, of whatever can be walked; it comes last.
---* refused: What is walked must be a table, a string or an iterator
---@param fn function
---@param it any
---@return boolean
function fun.every(fn, it) end

---The same as Iterator:extract, of whatever can be walked; it comes last.
---* refused: What is walked must be a table, a string or an iterator
---@param field any
---@param it any
---@return areas.Iterator
function fun.extract(field, it) end

---The same as Iterator:max, of whatever can be walked.
---* refused: What is walked must be a table, a string or an iterator
---@param it any
---@return any
function fun.max(it) end

---The same as Iterator:min, of whatever can be walked.
---* refused: What is walked must be a table, a string or an iterator
---@param it any
---@return any
function fun.min(it) end

---The same as Iterator:foldl, of whatever can be walked; it comes last.
---* refused: What is walked must be a table, a string or an iterator
---@param fn function
---@param start any
---@param it any
---@return any
function fun.foldl(fn, start, it) end

---The same as Iterator:reduce, of whatever can be walked; it comes last.
---* refused: What is walked must be a table, a string or an iterator
---@param fn function
---@param start any
---@param it any
---@return any
function fun.reduce(fn, start, it) end

---The same as Iterator:sum, of whatever can be walked.
---* refused: What is walked must be a table, a string or an iterator
---@param it any
---@return number
function fun.sum(it) end

---The same as Iterator:into_sorted, of whatever can be walked.
---* refused: What is walked must be a table, a string or an iterator
---@param it any with two arguments the first says which of two elements comes first, and the second is walked
---@param ... any
---@return areas.Iterator
function fun.into_sorted(it, ...) end

---The same as Iterator:group_by, of whatever can be walked; it comes last.
---* refused: What is walked must be a table, a string or an iterator
---@param by any
---@param it any
---@return table<any, any[]>
function fun.group_by(by, it) end

---The same as Iterator:take, of whatever can be walked; it comes last.
---* refused: What is walked must be a table, a string or an iterator
---@param n integer | function
---@param it any
---@return areas.Iterator
function fun.take(n, it) end

---The same as Iterator:take_n, of whatever can be walked; it comes last.
---* refused: What is walked must be a table, a string or an iterator
---@param n integer | function
---@param it any
---@return areas.Iterator
function fun.take_n(n, it) end

---The same as Iterator:take_while, of whatever can be walked; it comes last.
---* refused: What is walked must be a table, a string or an iterator
---@param fn function
---@param it any
---@return areas.Iterator
function fun.take_while(fn, it) end

---The same as Iterator:drop, of whatever can be walked; it comes last.
---* refused: What is walked must be a table, a string or an iterator
---@param n integer
---@param it any
---@return areas.Iterator
function fun.drop(n, it) end

---The same as Iterator:drop_n, of whatever can be walked; it comes last.
---* refused: What is walked must be a table, a string or an iterator
---@param n integer
---@param it any
---@return areas.Iterator
function fun.drop_n(n, it) end

---The same as Iterator:chain, of whatever can be walked.
---* refused: What is walked must be a table, a string or an iterator
---@param it any
---@param ... any
---@return areas.Iterator
function fun.chain(it, ...) end

---The same as Iterator:zip, of whatever can be walked.
---* refused: What is walked must be a table, a string or an iterator
---@param it any
---@param ... any
---@return areas.Iterator
function fun.zip(it, ...) end

---The same as Iterator:enumerate, of whatever can be walked.
---* refused: What is walked must be a table, a string or an iterator
---@param it any
---@return areas.Iterator
function fun.enumerate(it) end

---The same as Iterator:unwrap, of whatever can be walked.
---* refused: What is walked must be a table, a string or an iterator
---@param it any
---@return function
---@return any
---@return any
function fun.unwrap(it) end

---The same as Iterator:is_null, of whatever can be walked.
---* refused: What is walked must be a table, a string or an iterator
---@param it any
---@return boolean
function fun.is_null(it) end

Map = {}

---The map on which the game goes on; nothing before one is set.
---@return areas.InstancedMap?
function Map.current() end

---Takes player and party to another map. It either completes, or leaves everything as it was.
---* refused: The square of start_x and start_y must lie on the map
---* refused: A handler of an event of a travel may not begin another
---@param map areas.AnyMap
---@param params? areas.Travel
---@return boolean # true; or false, and why not
---@return string?
function Map.travel_to(map, params) end

---Makes a map the current one without anybody being moved. "initialize" and "continue" leave out some of the events.
---* refused: Not while a travel is under way
---@param map areas.AnyMap
---@param load_type? "full" | "traveled" | "initialize" | "continue"
function Map.set_map(map, load_type) end

---The dungeon that a mod of another dialect laid out, as a map; the same each time.
---* refused: There must be one
---@return areas.InstancedMap
function Map.from_dungeon() end

---Leaves the current map over its edge, as one who walks off it: to where one came from, or the area around.
---@return boolean # true; or false when that cannot be, and why
---@return string?
function Map.leave_by_edge() end

---The first floor of an area, as Area.get_or_create_map.
---* refused: The area must have that floor, or something that makes it
---@param id areas.AnyMap | areas.InstancedArea | integer | string
---@return areas.InstancedMap
function Map.get_or_create(id) end

---The map of a uid: true and the map; or false, and why there is none.
---@param uid integer
---@return boolean
---@return areas.InstancedMap | string
function Map.load(uid) end

---Whether a map, or one of a uid, is there.
---@param value areas.AnyMap | integer
---@return boolean
function Map.exists(value) end

---Takes a map and what is on it out of the game.
---* refused: It must not be the current one
---@param value areas.AnyMap | integer
function Map.delete(value) end

---Makes sure that a map can be saved; it is written with the game.
---* refused: Nothing on it may hold what cannot be kept, such as a function
---@param map areas.AnyMap
---@return boolean
function Map.save(map) end

---Which floor of its area a map is.
---@param map? areas.AnyMap the current one if it is left out
---@return integer?
function Map.floor_number(map) end

---Whether "world_map" is one of the types of a map.
---@param map? areas.AnyMap the current one if it is left out
---@return boolean
function Map.is_world_map(map) end

---Squares from left to right.
---@param map? areas.AnyMap the current one if it is left out
---@return integer
function Map.width(map) end

---Squares from top to bottom.
---@param map? areas.AnyMap the current one if it is left out
---@return integer
function Map.height(map) end

---Whether a square lies on a map.
---@param x number
---@param y number
---@param map? areas.AnyMap the current one if it is left out
---@return boolean
function Map.is_in_bounds(x, y, map) end

---Whether one can see from one square to another.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param map? areas.AnyMap the current one if it is left out
---@return boolean
function Map.has_los(x1, y1, x2, y2, map) end

---Whether the player sees a square.
---@param x number
---@param y number
---@param map? areas.AnyMap the current one if it is left out
---@return boolean
function Map.is_in_fov(x, y, map) end

---Whether the tile of a square can be walked on.
---@param x number
---@param y number
---@param map? areas.AnyMap the current one if it is left out
---@return boolean
function Map.is_floor(x, y, map) end

---Whether somebody can step on a square: its tile can be walked on, and nothing solid is there.
---@param x number
---@param y number
---@param map? areas.AnyMap the current one if it is left out
---@return boolean
function Map.can_access(x, y, map) end

---Whether nothing on a square hides what lies behind it.
---@param x number
---@param y number
---@param map? areas.AnyMap the current one if it is left out
---@return boolean
function Map.can_see_through(x, y, map) end

---The tile of a square; nothing outside the map.
---@param x number
---@param y number
---@param map? areas.AnyMap the current one if it is left out
---@return areas.DataEntry?
function Map.tile(x, y, map) end

---Sets the tile of a square; outside the map it does nothing.
---* refused: There must be a base.map_tile of that id
---@param x number
---@param y number
---@param tile string | areas.DataEntry its id, or itself
---@param map? areas.AnyMap the current one if it is left out
function Map.set_tile(x, y, tile, map) end

---Where one who enters a map would come to stand, were the square free.
---@param map? areas.AnyMap the current one if it is left out
---@param previous? areas.AnyMap the map that one comes from
---@param feat? areas.IFeat what was used to come
---@return integer
---@return integer
function Map.calc_start_position(map, previous, feat) end

---The square nearest to (x, y) on which somebody can stand, or any one without x and y; nothing when there is none.
---@param x? number
---@param y? number
---@param options? areas.FreePosition
---@param map? areas.AnyMap the current one if it is left out
---@return integer?
---@return integer?
function Map.find_free_position(x, y, options, map) end

---The same without options.
---@param x? number
---@param y? number
---@param ignored any
---@param map? areas.AnyMap the current one if it is left out
---@return integer?
---@return integer?
function Map.find_position_for_chara(x, y, ignored, map) end

---Puts somebody on the square nearest to (x, y) that is free; nothing when there is none.
---@param chara areas.IObject
---@param x? number
---@param y? number
---@param map? areas.AnyMap the current one if it is left out
---@return areas.IObject?
function Map.try_place_chara(chara, x, y, map) end

---How many charas a map has room for: one a square.
---@param map? areas.AnyMap the current one if it is left out
---@return integer
function Map.max_chara_count(map) end

---Whether there are fewer items on a map than its `item_on_floor_limit`.
---@param map? areas.AnyMap the current one if it is left out
---@return boolean
function Map.can_drop_items(map) end

MapArchetype = {}

---The map that a base.map_archetype makes, with its properties.
---* refused: The archetype must be there and have an on_generate_map, which must give a map
---@param id string
---@param area? areas.InstancedArea given to its on_generate_map
---@param floor? number given to it, too
---@param params? table given to it, too, with `is_first_generation`
---@return areas.InstancedMap
function MapArchetype.generate_map(id, area, floor, params) end

---The same, as a floor of an area of its own.
---* refused: The archetype must be there and have an on_generate_map, which must give a map
---@param id string
---@param floor? integer 1 if it is left out
---@param params? table
---@param parent? areas.InstancedArea the area in which the new one lies
---@return areas.InstancedMap
---@return areas.InstancedArea
function MapArchetype.generate_map_and_area(id, floor, params, parent) end

---Makes the areas that declare a map as their parent, and their entrances, where that has not been done.
---@param map? areas.AnyMap the current one if it is left out
function MapArchetype.generate_area_archetype_entrances(map) end

Chara = {}

---Makes a chara. If somebody stands on its square, it stands on the nearest that is free.
---* refused: There must be a base.chara of that id
---* refused: There must be a current map, or one must be named
---@param id string | areas.DataEntry that of a base.chara, or its entry
---@param x? number without x and y it is a free square
---@param y? number
---@param params? areas.CharaParams
---@param where? areas.ILocation | areas.AnyMap the current map if it is left out
---@return areas.IChara? # the chara; or nothing, and why there is no place for it
---@return string?
function Chara.create(id, x, y, params, where) end

---Who plays; nothing before somebody does.
---@return areas.IChara?
function Chara.player() end

---Lets a chara be the player.
---* refused: It must be on the current map, if there is one
---@param object areas.IChara
function Chara.set_player(object) end

---Whether something is the player.
---@param object any
---@return boolean
function Chara.is_player(object) end

---Whether something is a living chara.
---@param object any
---@param map? areas.AnyMap where it must be, too; anywhere if it is left out
---@return boolean
function Chara.is_alive(object, map) end

---The living chara on a square.
---@param x number
---@param y number
---@param map? areas.AnyMap the current one if it is left out
---@return areas.IChara?
function Chara.at(x, y, map) end

---The living charas of a map.
---@param map? areas.AnyMap the current one if it is left out
---@return areas.Iterator
function Chara.iter(map) end

---The charas of a map, the dead ones, too.
---@param map? areas.AnyMap the current one if it is left out
---@return areas.Iterator
function Chara.iter_all(map) end

---The living charas of a map that do not belong to the player's party.
---@param map? areas.AnyMap the current one if it is left out
---@return areas.Iterator
function Chara.iter_others(map) end

---The living charas of a map that go with the player.
---@param map? areas.AnyMap the current one if it is left out
---@return areas.Iterator
function Chara.iter_allies(map) end

---The player, and all that go along.
---@return areas.Iterator
function Chara.iter_party() end

---The first living chara of a map that has a uid or a full id.
---@param id string | integer
---@param whom? "all" | "allies" | "others" which charas are looked at; "all" if it is left out
---@param map? areas.AnyMap the current one if it is left out
---@return areas.IChara?
function Chara.find(id, whom, map) end

Item = {}

---Makes an item, or a stack of them.
---* refused: There must be a base.item of that id
---* refused: There must be a current map, or a place must be named
---@param id string | areas.DataEntry that of a base.item, or its entry
---@param x? number without x and y it is a free square
---@param y? number
---@param params? areas.ItemParams
---@param where? areas.ILocation | areas.AnyMap a map, or who is to carry it; the current map if it is left out
---@return areas.IItem? # the item; or nothing, and why there is no place for it
---@return string?
function Item.create(id, x, y, params, where) end

---The items on a square.
---@param x number
---@param y number
---@param map? areas.AnyMap the current one if it is left out
---@return areas.Iterator
function Item.at(x, y, map) end

---The items that lie on a map.
---@param map? areas.AnyMap the current one if it is left out
---@return areas.Iterator
function Item.iter(map) end

---The first item that lies on a map and has a uid or a full id.
---@param id string | integer
---@param ignored any
---@param map? areas.AnyMap the current one if it is left out
---@return areas.IItem?
function Item.find(id, ignored, map) end

Feat = {}

---Makes a feat.
---* refused: There must be a base.feat of that id, and `params.params` must be as it declares
---* refused: There must be a current map, or one must be named
---@param id string | areas.DataEntry that of a base.feat, or its entry
---@param x? number without x and y it is a free square
---@param y? number
---@param params? areas.FeatParams
---@param where? areas.ILocation | areas.AnyMap the current map if it is left out
---@return areas.IFeat? # the feat; or nothing, and why there is no place for it
---@return string?
function Feat.create(id, x, y, params, where) end

---The feats on a square.
---@param x number
---@param y number
---@param map? areas.AnyMap the current one if it is left out
---@return areas.Iterator
function Feat.at(x, y, map) end

---The feats of a map.
---@param map? areas.AnyMap the current one if it is left out
---@return areas.Iterator
function Feat.iter(map) end

Charagen = {}

---Makes a chara that fits, drawn by rarity and by how near its level is; where none fits, a base.fallback.
---* refused: The filter may only have the fields above
---@param x? number
---@param y? number
---@param filter? areas.CharaFilter | string what it must be, or an id
---@param where? areas.ILocation | areas.AnyMap the current map if it is left out
---@return areas.IChara? # the chara; or nothing, and why there is no place for it
---@return string?
function Charagen.create(x, y, filter, where) end

Rand = {}

---A whole number from 0 to n - 1; 0 if n is at most 1.
---@param n number
---@return integer
function Rand.rnd(n) end

---A whole number from low to high - 1.
---@param low number
---@param high number
---@return integer
function Rand.between(low, high) end

---A number from 0 up to, but not, n.
---@param n? number 1 if it is left out
---@return number
function Rand.rnd_float(n) end

---True once in n times.
---@param n number
---@return boolean
function Rand.one_in(n) end

---True so many times in a hundred.
---@param percent number
---@return boolean
function Rand.percent_chance(percent) end

---One element of a list or an iterator; nothing if it is empty.
---@param list table | areas.Iterator
---@return any
function Rand.choice(list) end

---The sum of so many dice, and something more.
---@param dice number at most 100000
---@param sides number
---@param add? number 0 if it is left out
---@return integer
function Rand.roll_dice(dice, sides, add) end

---The most that roll_dice can give.
---@param dice number
---@param sides number
---@param add? number
---@return integer
function Rand.dice_max(dice, sides, add) end

---Puts the elements of a list in another order; the answer is the same list.
---@param list table
---@return table
function Rand.shuffle(list) end

---Lets the numbers of this mod follow from a seed alone from now on; without one, from that of the game again.
---@param seed? number | string
function Rand.set_seed(seed) end

---What mods keep with a game: `save.my_mod` is a table of each mod. Others can only read it.
---@type table<string, table>
save = nil

Save = {}

---Says what becomes of `save.my_mod` when a save of another version of the mod is loaded.
---* refused: A mod has one such function
---@param fn fun(from_version: string, data: table): any
function Save.on_migrate(fn) end

---Saves the game.
---* refused: There must be a file to save to, and nothing in the game that cannot be kept
function Save.save() end

---Whether there is a file to save to.
---@return boolean
function Save.is_attached() end

---Options of mods, `config.my_mod.option`, declared as base.config_option.
---* refused: There must be an option of that name, and the value must be as it declares
---@type table<string, table>
config = nil

Log = {}

---Says something that hardly ever matters; to be heard, ask for it by Log.set_level.
---@param pattern any
---@param ... any
function Log.trace(pattern, ...) end

---Says something for whoever looks for an error.
---@param pattern any
---@param ... any
function Log.debug(pattern, ...) end

---Says what goes on.
---@param pattern any as string.format takes it
---@param ... any
function Log.info(pattern, ...) end

---Says that something may be wrong.
---@param pattern any
---@param ... any
function Log.warn(pattern, ...) end

---Says that something is wrong.
---@param pattern any
---@param ... any
function Log.error(pattern, ...) end

---Says below which level nothing is said; "info" at first.
---@param name "trace" | "debug" | "info" | "warn" | "error"
function Log.set_level(name) end

Gui = {}

---Says something to the player: it is printed.
---@param key any
---@param ... any
function Gui.mes(key, ...) end

---Says something in a colour, which is not shown.
---@param key any
---@param color any
function Gui.mes_c(key, color) end

---Does nothing: there is no window to clear.
function Gui.mes_clear() end

---Does nothing: what is said has a line of its own already.
function Gui.mes_newline() end

---Does nothing: there is nobody to hear it.
---@param ... any
function Gui.play_sound(...) end

---Does nothing: whoever runs the host draws.
function Gui.update_screen() end

---Does nothing: whoever runs the host draws.
function Gui.redraw_screen() end

---A value as text, for people.
---@param value any
---@param options? areas.InspectOptions
---@return string
function inspect(value, options) end

---Does nothing: there is nobody to wait for.
function pause() end

---The id of the mod.
---@type string
_MOD_ID = nil

types = {}

---Whether a value is of a type; if not, all that is wrong with it, a line each.
---@param value any
---@param checker areas.Type
---@return boolean
---@return string?
function types.check(value, checker) end

---The type itself.
---@param checker areas.Type
---@return areas.Type
function types.wrap(checker) end

---Anything, or nothing.
---@type areas.Type
types.any = nil

---Nothing.
---@type areas.Type
types["nil"] = nil

---True or false.
---@type areas.Type
types.boolean = nil

---A string.
---@type areas.Type
types.string = nil

---A number.
---@type areas.Type
types.number = nil

---A whole number.
---@type areas.Type
types.int = nil

---A whole number of 0 or more.
---@type areas.Type
types.uint = nil

---A number.
---@type areas.Type
types.float = nil

---Not a number: 0/0.
---@type areas.Type
types.nan = nil

---A table.
---@type areas.Type
types.table = nil

---What can be called.
---@type areas.Type
types["function"] = nil

---A handle of the host.
---@type areas.Type
types.userdata = nil

---A coroutine.
---@type areas.Type
types.thread = nil

---A name of small letters, digits and underscores.
---@type areas.Type
types.identifier = nil

---The name of a type of data, such as base.item.
---@type areas.Type
types.data_type_id = nil

---A string.
---@type areas.Type
types.locale_id = nil

---A string.
---@type areas.Type
types.path = nil

---A string.
---@type areas.Type
types.require_path = nil

---One of types.
---@type areas.Type
types.type = nil

---A class.
---@type areas.Type
types.class_type = nil

---An interface.
---@type areas.Type
types.interface_type = nil

---What can be saved: nil, a boolean, a number, a string or a table.
---@type areas.Type
types.serializable = nil

---A colour: its name, or three numbers from 0 to 255.
---@type areas.Type
types.color = nil

---What can be walked.
---@type areas.Type
types.iterator = nil

---What can be called; arguments and results are for the reader. `types.callback` itself is such a type, too.
---@param ... any
---@return areas.Type
function types.callback(...) end

---A type, or nothing.
---@param of areas.Type
---@return areas.Type
function types.optional(of) end

---A number greater than another.
---@param limit number
---@return areas.Type
function types.gt(limit) end

---A number less than another.
---@param limit number
---@return areas.Type
function types.lt(limit) end

---A number of at least another.
---@param limit number
---@return areas.Type
function types.gteq(limit) end

---A number of at most another.
---@param limit number
---@return areas.Type
function types.lteq(limit) end

---A number between two others; `types.range(low, high)`, or with a type that it must be, too.
---@param of areas.Type | number
---@param low number
---@param high? number
---@return areas.Type
function types.range(of, low, high) end

---A number of 0 or more.
---@param of? areas.Type
---@return areas.Type
function types.positive(of) end

---A number of 0 or less.
---@param of? areas.Type
---@return areas.Type
function types.negative(of) end

---One of the values of a table.
---@param of table
---@return areas.Type
function types.enum(of) end

---One of some values.
---@param ... any
---@return areas.Type
function types.literal(...) end

---A list of values of a type.
---@param of areas.Type
---@return areas.Type
function types.list(of) end

---A table whose keys are of a type and whose values are true.
---@param of areas.Type
---@return areas.Type
function types.set(of) end

---A table whose keys are of one type and whose values are of another.
---@param keys areas.Type
---@param items areas.Type
---@return areas.Type
function types.map(keys, items) end

---A table whose keys are of a type.
---@param of areas.Type
---@return areas.Type
function types.keys(of) end

---A table whose values are of a type.
---@param of areas.Type
---@return areas.Type
function types.values(of) end

---A list of values of which each has a type of its own.
---@param ... areas.Type | areas.Type[]
---@return areas.Type
function types.tuple(...) end

---A table with fields of certain types, and perhaps others.
---@param fields table<any, areas.Type>
---@param rest? areas.Type what other fields must be
---@return areas.Type
function types.fields(fields, rest) end

---A table with fields of certain types, and no others.
---@param fields table<any, areas.Type>
---@param rest? areas.Type what other fields must be, if they may be there
---@return areas.Type
function types.fields_strict(fields, rest) end

---What is of one of some types.
---@param ... areas.Type
---@return areas.Type
function types.some(...) end

---What is of all of some types.
---@param ... areas.Type
---@return areas.Type
function types.all(...) end

---An instance of a class.
---* refused: It must be a class or an interface
---@param of areas.Class | areas.Interface
---@return areas.Type
function types.class(of) end

---What has what an interface asks for.
---* refused: It must be a class or an interface
---@param of areas.Class | areas.Interface
---@return areas.Type
function types.interface(of) end

---The full id of an entry of a type of data.
---* refused: It must be the name of a type, such as base.item
---@param kind string
---@return areas.Type
function types.data_id(kind) end

---An entry of a type of data.
---@param kind string
---@return areas.Type
function types.data_entry(kind) end

---An object of a type: "base.chara", "base.item", "base.feat", or "any".
---@param kind string
---@return areas.Type
function types.map_object(kind) end

World = {}

---Hours of game time since the year 0. A game begins on day 12 of month 8 of 517, at 01:10.
---@return integer
function World.date_hours() end

---Year, month, day, hour, minute and second of game time.
---@return areas.Date
function World.date() end

---Seconds of game time since the year 0.
---@return integer
function World.seconds() end

---Lets game time pass, and tells those who handle base.on_second_passed … base.on_year_passed.
---* refused: Not while mods load: the game has not started then
---@param seconds number at most a year of 360 days
---@param smallest? "second" | "minute" | "hour" | "day" | "month" | "year" units below it are not told of; "second" if it is left out
function World.pass_time_in_seconds(seconds, smallest) end

---Lets a turn of the player pass: five seconds, on a map with the usual `turn_cost`.
---* refused: Not while mods load: the game has not started then
function World.pass_turn() end

---How many turns have passed.
---@return integer
function World.turns() end

Action = {}

---Steps on a square; false when something stands in the way. The player who walks over the edge leaves the map, if it lets one. Feats that are bumped into or stepped on notice.
---@param chara areas.IChara
---@param x number
---@param y number
---@return boolean
function Action.move(chara, x, y) end

---Picks up an item that lies on the square of a chara; false when it lies elsewhere.
---@param chara areas.IChara
---@param item areas.IItem
---@return boolean
function Action.get(chara, item) end

---Drops an item that a chara carries; false when it does not.
---@param chara areas.IChara
---@param item areas.IItem
---@return boolean
function Action.drop(chara, item) end

---Eats one of a stack. What comes of it is up to handlers of base.on_item_eaten.
---@param chara areas.IChara
---@param item areas.IItem
---@return boolean
function Action.eat(chara, item) end

---Wears an item that a chara carries; false when it does not, or wears it already.
---@param chara areas.IChara
---@param item areas.IItem
---@return boolean
function Action.equip(chara, item) end

---Takes off an item that a chara wears; false when it does not.
---@param chara areas.IChara
---@param item areas.IItem
---@return boolean
function Action.unequip(chara, item) end

---Uses a feat: stairs and entrances lead somewhere, others do what their on_activate does.
---@param chara areas.IChara
---@param feat areas.IFeat
---@return boolean # whether that went well; if not, perhaps why
---@return string?
function Action.activate(chara, feat) end
