-- InstancedMap: a map.
return [==[
module "api.InstancedMap": InstancedMap

class AnyMap
  A map of any dialect: an InstancedMap, or a level, a world or a dungeon of another dialect.
  = InstancedMap:new(5, 5)

class InstancedMap: AnyMap, ILocation, IModdable -- named
  A map: squares, counted from 0, and the objects on them. Mods can set further fields, which are saved with it. A uid
  always stands for the same instance.
  = InstancedMap:new(5, 5)

InstancedMap:new(width: number, height: number, tile: string | DataEntry?): InstancedMap -- within on_class
  Creates a map of one tile.
  - width: squares from left to right, 1 … 4000; fractions are cut off
  - height: squares from top to bottom
  - tile: its id, or itself; by default base.floor
  ! There must be a base.map_tile of that id
  ! Not while mods load: the game has not started then
  > local map = InstancedMap:new(12, 8, "base.wall")
  > map:fill(1, 1, 10, 6, "base.floor")
  > print(map:is_floor(1, 1), map:is_floor(0, 0)) --> true false

InstancedMap[string]: any
  Further fields, set by mods.

InstancedMap.uid: integer
  The number of the map, unique in the game. Read only.

InstancedMap.area_uid: integer?
  The uid of the area of which it is a floor. Read only.

InstancedMap._archetype: string?
  The id of its base.map_archetype. Read only: map:set_archetype sets it.

InstancedMap.name: string
  Its name; "" at first.

InstancedMap.level: integer
  Its level of difficulty; 1 at first.

InstancedMap.types: string[]
  Its types: "world_map", "town" …

InstancedMap.turn_cost: integer
  The length of a turn; 10000, the first value, is five seconds.

InstancedMap.is_indoor: boolean
  Whether it is indoors.

InstancedMap.is_temporary: boolean
  Whether it is deleted when the player leaves.

InstancedMap.is_generated_every_time: boolean
  Whether it is regenerated at each visit by stairs or an entrance.

InstancedMap.is_not_renewable: boolean?
  Whether it is never renewed.

InstancedMap.can_exit_from_edge: boolean
  Whether the player can leave it over its edge.

InstancedMap.has_anchored_npcs: boolean
  Whether charas remember where they stood first.

InstancedMap.crowd_density: integer
  The number of living creatures outside the party, when it was last counted.

InstancedMap.max_crowd_density: integer
  The limit of creatures up to which more spawn; with 0, none spawn.

InstancedMap.player_start_pos: table? -- present
  The square of arrival `{ x = …, y = … }`, unless an archetype or a handler sets another.

InstancedMap.item_on_floor_limit: integer?
  The limit of items for Map.can_drop_items.

InstancedMap.reveals_fog: boolean
  Whether all of it is visible at once.

InstancedMap.renew_major_date: integer
  The hour of game time after which its next major renewal is due.

InstancedMap.renew_minor_date: integer
  The hour of game time after which its next minor renewal is due.

InstancedMap.visit_times: integer
  The number of visits.

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
  - tile: its id, or itself; by default the `default_tile`
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
  Sets a rectangle of squares to one tile. Squares outside the map are skipped, with a warning.
  - tile: its id, or itself
  ! There must be a base.map_tile of that id
  > local map = InstancedMap:new(9, 9, "base.wall")
  > map:fill(2, 2, 5, 5, "base.floor")
  > print(map:is_floor(2, 2), map:is_floor(7, 7)) --> true false

InstancedMap:tile(x: number, y: number): DataEntry? -- within
  The tile of a square; nil outside the map. For a tile of another dialect, a table with is_solid and is_opaque.
  > print(InstancedMap:new(5, 5):tile(2, 2)._id) --> base.floor

InstancedMap:iter_tiles(): Iterator
  Iterates over all squares, row by row: x, y and tile.
  > local walls = 0
  > for _, _, _, tile in InstancedMap:new(5, 5, "base.wall"):iter_tiles() do
  >   if tile.is_solid then walls = walls + 1 end
  > end
  > print(walls) --> 25

InstancedMap:is_floor(x: number, y: number): boolean -- within
  Whether the tile of a square can be walked on; false outside the map.
  > print(InstancedMap:new(5, 5):is_floor(2, 2)) --> true

InstancedMap:can_access(x: number, y: number): boolean -- within
  Whether a square is free: its tile can be walked on, and nothing on it is solid.
  > local map = InstancedMap:new(5, 5)
  > Chara.create("base.fallback", 2, 2, {}, map)
  > print(map:can_access(2, 2), map:can_access(1, 1)) --> false true

InstancedMap:can_see_through(x: number, y: number): boolean -- within
  Whether nothing on a square blocks sight.
  > print(InstancedMap:new(5, 5):can_see_through(2, 2)) --> true

InstancedMap:has_los(x1: number, y1: number, x2: number, y2: number): boolean -- within
  Whether there is a line of sight between two squares (Bresenham's line); the last square is always visible.
  > local map = InstancedMap:new(7, 1)
  > map:set_tile(3, 0, "base.wall")
  > print(map:has_los(0, 0, 3, 0), map:has_los(0, 0, 4, 0)) --> true false

InstancedMap:is_in_fov(x: number, y: number): boolean -- within
  Whether the player is on this map and sees a square: at most 15 squares away, with nothing between.
  > local map = InstancedMap:new(40, 5)
  > Chara.set_player(Chara.create("base.fallback", 0, 0, {}, map))
  > print(map:is_in_fov(15, 0), map:is_in_fov(16, 0)) --> true false

InstancedMap:memorize_tile(x: number, y: number) -- within
  Marks a square as remembered by the player.
  > local map = InstancedMap:new(5, 5)
  > map:memorize_tile(2, 2)
  > print(map:is_memorized(2, 2)) --> true

InstancedMap:reveal_tile(x: number, y: number) -- within
  An alias of memorize_tile.
  > local map = InstancedMap:new(5, 5)
  > map:reveal_tile(2, 2)
  > print(map:is_memorized(2, 2)) --> true

InstancedMap:is_memorized(x: number, y: number): boolean -- within
  Whether the player remembers a square.
  > print(InstancedMap:new(5, 5):is_memorized(2, 2)) --> false

InstancedMap:refresh_tile(x: number?, y: number?)
  Drops what is cached about the tiles. Not needed after set_tile, fill and clear.
  > local map = InstancedMap:new(5, 5)
  > map:refresh_tile(2, 2)
  > print(map:is_floor(2, 2)) --> true

InstancedMap:iter_type(kind: "base.chara" | "base.item" | "base.feat"): Iterator
  Iterates over all objects of a type on the map.
  > local map = InstancedMap:new(5, 5)
  > Feat.create("base.stairs_up", 1, 1, {}, map)
  > print(map:iter_type("base.feat"):length()) --> 1

InstancedMap:iter_charas(): Iterator
  Iterates over all charas on the map, dead ones included.
  > local map = InstancedMap:new(5, 5)
  > Chara.create("base.fallback", 1, 1, {}, map):kill()
  > print(map:iter_charas():length(), Chara.iter(map):length()) --> 1 0

InstancedMap:iter_feats(): Iterator
  Iterates over all feats on the map.
  > local map = InstancedMap:new(5, 5)
  > Feat.create("base.stairs_up", 1, 2, {}, map)
  > for _, feat in map:iter_feats() do print(feat._id, feat.x, feat.y) end --> base.stairs_up 1 2

InstancedMap:iter_mefs(): Iterator
  Iterates over all mefs on the map.
  > print(InstancedMap:new(5, 5):iter_mefs():length()) --> 0

InstancedMap:objects_at_pos(x: number, y: number): Iterator -- within
  Iterates over all objects on a square: feats, then mefs, items and charas.
  > local map = InstancedMap:new(5, 5)
  > Feat.create("base.stairs_up", 1, 2, {}, map)
  > Chara.create("base.fallback", 1, 2, {}, map)
  > print(map:objects_at_pos(1, 2):extract("_id"):into_sorted():to_list()[1]) --> base.fallback

InstancedMap:iter_type_at_pos(kind: "base.chara" | "base.item" | "base.feat", x: number, y: number): Iterator
  Iterates over the objects of a type on a square.
  > local map = InstancedMap:new(5, 5)
  > Feat.create("base.stairs_up", 1, 2, {}, map)
  > print(map:iter_type_at_pos("base.feat", 1, 2):length()) --> 1

InstancedMap:has_type(kinds: string | string[]): boolean
  Whether a word, or one of a list of words, is one of its `types`.
  > local map = InstancedMap:new(5, 5)
  > map.types = { "town" }
  > print(map:has_type "town", map:has_type { "dungeon", "guild" }) --> true false

InstancedMap:move_object(object: IObject, x: number, y: number): IObject?
  Moves an object to another square of the map; nil if the object or the square is not on the map, or if it is an item
  of kts and the square has no room for it.
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", 1, 1, {}, map)
  > map:move_object(imp, 2, 3)
  > print(imp.x, imp.y) --> 2 3

InstancedMap:set_archetype(id: string | DataEntry?, options: ArchetypeOptions?)
  Sets the base.map_archetype of the map, whose handlers and callbacks the map gets. Without an id, removes the
  present one.
  ! There must be a base.map_archetype of that id
  > data:add { _type = "base.map_archetype", _id = "swamp", properties = { level = 7 } }
  > local map = InstancedMap:new(5, 5)
  > map:set_archetype("swamp", { set_properties = true })
  > print(map.level) --> 7

InstancedMap:archetype(): DataEntry?
  The base.map_archetype of the map; nil if it has none.
  > print(InstancedMap:new(5, 5):archetype()) --> nil

InstancedMap:set_previous_map_and_location(map: AnyMap | integer, x: number, y: number)
  Sets the way back: where the player arrives after leaving over the edge, or by stairs up without a destination.
  ! The other map must not be temporary, and (x, y) must lie on it
  > local field, hut = InstancedMap:new(9, 9), InstancedMap:new(5, 5)
  > hut:set_previous_map_and_location(field, 3, 4)
  > print(select(2, hut:previous_map_and_location())) --> 3 4

InstancedMap:previous_map_and_location(): integer?, integer?, integer?
  The way back: the uid of a map, x and y; nil if there is none.
  > print((InstancedMap:new(5, 5):previous_map_and_location())) --> nil

InstancedMap:replace_with(other: InstancedMap)
  Takes over everything of another map except its uid; deletes the other map.
  ! The other map must not be the current one and must not belong to an area
  > local map, other = InstancedMap:new(5, 5), InstancedMap:new(9, 9)
  > map:replace_with(other)
  > print(map:width(), Map.exists(other)) --> 9 false
]==]
