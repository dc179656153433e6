-- InstancedArea: an area.
return [==[
module "api.InstancedArea": InstancedArea

class InstancedArea -- named
  An area, such as a town, a dungeon or a world: it consists of floors, each of which is a map. Mods can set further
  saved with it.
  = InstancedArea:new()

InstancedArea:new(archetype: string?, generator: string?): InstancedArea -- within on_class
  Creates an area without floors.
  - archetype: the id of a base.area_archetype that generates its floors
  - generator: the id of a base.area_generator that generates its floors
  ! There must be entries of these ids
  > local area = InstancedArea:new()
  > area.name = "the well"
  > print(area.name, area:iter_maps():length()) --> the well 0

InstancedArea[string]: any
  Further fields, set by mods.

InstancedArea.uid: integer
  The number of the area, unique in the game. Read only.

InstancedArea._id: string?
  The id of a unique area; nil for others. Read only.

InstancedArea.maps: table<integer, table>
  Floor -> `{ uid = … }` of its map, for the floors that exist. Read only.

InstancedArea.parent_area: integer | string?
  The uid of its parent, or "root". Read only.

InstancedArea.metadata: table
  Data of mods.

InstancedArea.types: string[]
  Its types: "dungeon", "town" …

InstancedArea.name: string?
  Its name.

InstancedArea.image: any
  The image of its entrances.

InstancedArea.color: any
  The colour of its entrances.

InstancedArea.is_conquered: boolean?
  Whether it is conquered: set by a mod, and removed when the floors are regenerated.

InstancedArea.deepest_floor_visited: integer
  The deepest floor that the player has seen; 0 at first.

InstancedArea.generator: string?
  The id of the base.area_generator that generates its floors.
  > data:add { _type = "base.area_generator", _id = "shafts",
  >   on_generate_floor = function() return InstancedMap:new(7, 7) end }
  > local area = InstancedArea:new()
  > area.generator = "shafts"
  > print(Area.get_or_create_map(area, 4):width()) --> 7

InstancedArea.floor_generator: string?
  An alias of `generator`.

InstancedArea.area_generator: string?
  An alias of `generator`.

InstancedArea:deepest_floor(): integer
  The deepest possible floor; without a declared depth, the deepest that exists. After an assignment, the name holds
  the assigned number.
  > local area = InstancedArea:new()
  > print(area:deepest_floor()) --> 1
  > area.deepest_floor = 8
  > print(area.deepest_floor) --> 8

InstancedArea:starting_floor(): integer
  The first floor. After an assignment, the name holds the assigned number.
  > local area = InstancedArea:new()
  > area:add_floor(InstancedMap:new(5, 5), 4)
  > print(area:starting_floor()) --> 4

InstancedArea:add_floor(map: AnyMap, floor: integer?): integer
  Makes a map a floor of the area; returns the uid of the map.
  - floor: by default the floor after the last; 1 for the first map
  ! The map must not be a floor of an area, and the floor must be free
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > print(area:add_floor(map) == map.uid, area:floor_of_map(map)) --> true 1

record FloorOptions
  Options of InstancedArea:add_map.
  floor: integer?, the floor; by default the one after the last

InstancedArea:add_map(map: AnyMap, options: FloorOptions?): integer
  The same as add_floor, with the floor in a table.
  ! The map must not be a floor of an area, and the floor must be free
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_map(map, { floor = 6 })
  > print(area:floor_of_map(map)) --> 6

InstancedArea:iter_maps(): Iterator
  Iterates over the floors that exist: the number of each and `{ uid = … }` of its map.
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map, 2)
  > for _, floor, one in area:iter_maps() do print(floor, one.uid == map.uid) end --> 2 true

InstancedArea:floor_of_map(map: AnyMap | integer): integer?
  The floor of a map or its uid; nil if it is not a floor of this area.
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map)
  > print(area:floor_of_map(map.uid)) --> 1

InstancedArea:get_floor(floor: integer): boolean, table | string
  Whether a floor exists: true and `{ uid = … }` of its map; or false and "missing_floor".
  > local area = InstancedArea:new()
  > print(area:get_floor(1)) --> false missing_floor

InstancedArea:load_floor(floor: integer): boolean, InstancedMap | string
  The map of a floor: true and the map; or false and why there is none.
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map)
  > print(select(2, area:load_floor(1)) == map, (area:load_floor(2))) --> true false

InstancedArea:load_or_generate_floor(floor: number, archetype: string?): boolean, InstancedMap | string, boolean
  The map of a floor, generated if it does not exist yet: true, the map, and whether it is new; or false and why not.
  - archetype: the id of a base.map_archetype that generates it, in place of the generator or archetype of the area
  ! There must be a base.map_archetype of that id
  ! The generator must return a map on which all stairs are connected
  > data:add { _type = "base.area_generator", _id = "vaults",
  >   on_generate_floor = function() return InstancedMap:new(7, 7) end }
  > local area = InstancedArea:new(nil, "vaults")
  > local ok, map, is_new = area:load_or_generate_floor(1)
  > print(ok, map:width(), is_new) --> true 7 true

InstancedArea:generate_map_for_floor(floor: number, archetype: string?): boolean, InstancedMap | string
  Generates the map of a floor without adding it: true and the map; or false and why there is none.
  - archetype: the id of a base.map_archetype that generates it
  ! There must be a base.map_archetype of that id
  > data:add { _type = "base.area_generator", _id = "cells", on_generate_floor = function() return InstancedMap:new(7,
  >   7) end }
  > local area = InstancedArea:new(nil, "cells")
  > local ok, map = area:generate_map_for_floor(1)
  > print(ok, area:floor_of_map(map)) --> true nil

InstancedArea:load_or_generate_starting_floor(): boolean, InstancedMap | string, boolean
  The same as load_or_generate_floor for the first floor.
  > local area = InstancedArea:new()
  > area:add_floor(InstancedMap:new(5, 5))
  > print((area:load_or_generate_starting_floor())) --> true

InstancedArea:load_starting_floor(): boolean, InstancedMap | string
  The map of the first floor: true and the map; or false and why there is none.
  > print((InstancedArea:new():load_starting_floor())) --> false

InstancedArea:add_child_area(child: InstancedArea)
  Adds another area as a child.
  ! The child must not have a parent, and an area cannot be inside itself
  > local land, cave = InstancedArea:new(), InstancedArea:new()
  > land:add_child_area(cave)
  > print(Area.parent(cave) == land) --> true

InstancedArea:remove_child_area(child: InstancedArea)
  Removes a child.
  > local land, cave = InstancedArea:new(), InstancedArea:new()
  > land:add_child_area(cave)
  > land:remove_child_area(cave)
  > print(land:has_child_area(cave)) --> false

InstancedArea:has_child_area(child: InstancedArea): boolean
  Whether an area is a child of this one.
  > print(InstancedArea:new():has_child_area(InstancedArea:new())) --> false

InstancedArea:child_area_position(child: InstancedArea): integer?, integer?, integer?
  The position of a child: x, y and floor of its entrance; nil if it has none.
  > local land, cave = InstancedArea:new(), InstancedArea:new()
  > land:add_child_area(cave)
  > land:set_child_area_position(cave, 3, 4, 1)
  > print(land:child_area_position(cave)) --> 3 4 1

InstancedArea:set_child_area_position(child: InstancedArea, x: number?, y: number?, floor: number?)
  Sets the position of a child: x, y and floor of its entrance. Without them, removes it.
  ! The area must be a child of this one
  > local land, cave = InstancedArea:new(), InstancedArea:new()
  > land:add_child_area(cave)
  > land:set_child_area_position(cave, 3, 4, 1)
  > land:set_child_area_position(cave)
  > print((land:child_area_position(cave))) --> nil

InstancedArea:iter_child_areas(floor: integer?): Iterator
  Iterates over the children, or those on one floor, by uid.
  > local land, cave = InstancedArea:new(), InstancedArea:new()
  > land:add_child_area(cave)
  > print(land:iter_child_areas():length(), land:iter_child_areas(1):length()) --> 1 0

InstancedArea:has_type(kind: string): boolean
  Whether a word is one of its `types`.
  > local area = InstancedArea:new()
  > area.types = { "dungeon" }
  > print(area:has_type "dungeon", area:has_type "town") --> true false

record ArchetypeOptions
  Options of set_archetype of maps and areas.
  set_properties: boolean? = false, copy what the archetype declares over its fields

InstancedArea:set_archetype(id: string?, options: ArchetypeOptions?)
  Sets the base.area_archetype that generates the floors; without an id, removes it.
  ! There must be a base.area_archetype of that id
  > data:add { _type = "base.area_archetype", _id = "sewer", on_generate_floor = function() return InstancedMap:new(5,
  >   5) end }
  > local area = InstancedArea:new()
  > area:set_archetype "sewer"
  > print((area:load_or_generate_floor(1))) --> true

InstancedArea:archetype(): DataEntry?
  The base.area_archetype that generates its floors; nil if there is none.
  > print(InstancedArea:new():archetype()) --> nil
]==]
