-- InstancedArea: floors that belong together.
return [==[
module "api.InstancedArea": InstancedArea

class InstancedArea -- named
  A town, a dungeon, a world: floors that belong together, of which each is a map. Any field of your own can be set and is
  saved with it.
  = InstancedArea:new()

InstancedArea:new(archetype: string?, generator: string?): InstancedArea -- within on_class
  A new area without floors.
  - archetype: the id of a base.area_archetype, which makes its floors
  - generator: the id of a base.area_generator, which makes its floors
  ! There must be data of these ids
  > local area = InstancedArea:new()
  > area.name = "the well"
  > print(area.name, area:iter_maps():length()) --> the well 0

InstancedArea[string]: any
  Fields of your own.

InstancedArea.uid: integer
  The number of the area, which no other has. Read only.

InstancedArea._id: string?
  The id of a unique area; nothing for others. Read only.

InstancedArea.maps: table<integer, table>
  Floor by floor `{ uid = … }` of its map, for the floors that are made. Read only.

InstancedArea.parent_area: integer | string?
  The uid of the area around it, or "root". Read only.

InstancedArea.metadata: table
  What a mod wants to keep with it.

InstancedArea.types: string[]
  What it is: "dungeon", "town" …

InstancedArea.name: string?
  What it is called.

InstancedArea.image: any
  What entrances to it show.

InstancedArea.color: any
  The colour of entrances to it.

InstancedArea.is_conquered: boolean?
  Whether it has been conquered: a mod sets this, and it is taken back when the floors are made anew.

InstancedArea.deepest_floor_visited: integer
  The deepest floor that the player has seen; 0 at first.

InstancedArea.generator: string?
  The id of the base.area_generator that makes its floors.
  > data:add { _type = "base.area_generator", _id = "shafts", on_generate_floor = function() return InstancedMap:new(7, 7) end }
  > local area = InstancedArea:new()
  > area.generator = "shafts"
  > print(Area.get_or_create_map(area, 4):width()) --> 7

InstancedArea.floor_generator: string?
  Another name of `generator`.

InstancedArea.area_generator: string?
  Another name of `generator`.

InstancedArea:deepest_floor(): integer
  The deepest floor there can be; where nobody says how deep it goes, the deepest that is made. Assign a number, and the
  name stands for that number.
  > local area = InstancedArea:new()
  > print(area:deepest_floor()) --> 1
  > area.deepest_floor = 8
  > print(area.deepest_floor) --> 8

InstancedArea:starting_floor(): integer
  The first floor. Assign a number, and the name stands for that number.
  > local area = InstancedArea:new()
  > area:add_floor(InstancedMap:new(5, 5), 4)
  > print(area:starting_floor()) --> 4

InstancedArea:add_floor(map: AnyMap, floor: integer?): integer
  Makes a map a floor of the area; the answer is the uid of the map.
  - floor: the one after the last, from 1, if it is left out
  ! The map must be a floor of no area, and the floor must not be taken
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > print(area:add_floor(map) == map.uid, area:floor_of_map(map)) --> true 1

record FloorOptions
  What InstancedArea:add_map takes.
  floor: integer?, which floor it is to be; the one after the last if it is left out

InstancedArea:add_map(map: AnyMap, options: FloorOptions?): integer
  The same as add_floor, with the floor in a table.
  ! The map must be a floor of no area, and the floor must not be taken
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_map(map, { floor = 6 })
  > print(area:floor_of_map(map)) --> 6

InstancedArea:iter_maps(): Iterator
  The floors that are made, from the first to the last: the number of each and `{ uid = … }` of its map.
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map, 2)
  > for _, floor, one in area:iter_maps() do print(floor, one.uid == map.uid) end --> 2 true

InstancedArea:floor_of_map(map: AnyMap | integer): integer?
  Which floor a map, or the map of a uid, is; nothing when it is none of this area.
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map)
  > print(area:floor_of_map(map.uid)) --> 1

InstancedArea:get_floor(floor: integer): boolean, table | string
  Whether a floor is made: true and `{ uid = … }` of its map; or false and "missing_floor".
  > local area = InstancedArea:new()
  > print(area:get_floor(1)) --> false missing_floor

InstancedArea:load_floor(floor: integer): boolean, InstancedMap | string
  The map of a floor: true and the map; or false, and why there is none.
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map)
  > print(select(2, area:load_floor(1)) == map, (area:load_floor(2))) --> true false

InstancedArea:load_or_generate_floor(floor: number, archetype: string?): boolean, InstancedMap | string, boolean
  The map of a floor, made if it is not there yet: true, the map, and whether it was made; or false, and why there is none.
  - archetype: the id of a base.map_archetype that makes it, instead of the generator or archetype of the area
  ! There must be a base.map_archetype of that id
  ! What makes the floor must give a map on which one can walk from stairs to stairs
  > data:add { _type = "base.area_generator", _id = "vaults", on_generate_floor = function() return InstancedMap:new(7, 7) end }
  > local area = InstancedArea:new(nil, "vaults")
  > local ok, map, is_new = area:load_or_generate_floor(1)
  > print(ok, map:width(), is_new) --> true 7 true

InstancedArea:generate_map_for_floor(floor: number, archetype: string?): boolean, InstancedMap | string
  Makes the map of a floor without adding it: true and the map; or false, and why there is none.
  - archetype: the id of a base.map_archetype that makes it
  ! There must be a base.map_archetype of that id
  > data:add { _type = "base.area_generator", _id = "cells", on_generate_floor = function() return InstancedMap:new(7, 7) end }
  > local area = InstancedArea:new(nil, "cells")
  > local ok, map = area:generate_map_for_floor(1)
  > print(ok, area:floor_of_map(map)) --> true nil

InstancedArea:load_or_generate_starting_floor(): boolean, InstancedMap | string, boolean
  The map of the first floor, made if it is not there yet: as load_or_generate_floor.
  > local area = InstancedArea:new()
  > area:add_floor(InstancedMap:new(5, 5))
  > print((area:load_or_generate_starting_floor())) --> true

InstancedArea:load_starting_floor(): boolean, InstancedMap | string
  The map of the first floor: true and the map; or false, and why there is none.
  > print((InstancedArea:new():load_starting_floor())) --> false

InstancedArea:add_child_area(child: InstancedArea)
  Lets another area lie in this one.
  ! An area lies in one other at most, and not in itself
  > local land, cave = InstancedArea:new(), InstancedArea:new()
  > land:add_child_area(cave)
  > print(Area.parent(cave) == land) --> true

InstancedArea:remove_child_area(child: InstancedArea)
  Lets an area lie in this one no more.
  > local land, cave = InstancedArea:new(), InstancedArea:new()
  > land:add_child_area(cave)
  > land:remove_child_area(cave)
  > print(land:has_child_area(cave)) --> false

InstancedArea:has_child_area(child: InstancedArea): boolean
  Whether an area lies in this one.
  > print(InstancedArea:new():has_child_area(InstancedArea:new())) --> false

InstancedArea:child_area_position(child: InstancedArea): integer?, integer?, integer?
  Where an area lies in this one: x, y and the floor; nothing when that is not known.
  > local land, cave = InstancedArea:new(), InstancedArea:new()
  > land:add_child_area(cave)
  > land:set_child_area_position(cave, 3, 4, 1)
  > print(land:child_area_position(cave)) --> 3 4 1

InstancedArea:set_child_area_position(child: InstancedArea, x: number?, y: number?, floor: number?)
  Says where an area lies in this one, or, without x, y and floor, that it lies nowhere.
  ! The area must lie in this one
  > local land, cave = InstancedArea:new(), InstancedArea:new()
  > land:add_child_area(cave)
  > land:set_child_area_position(cave, 3, 4, 1)
  > land:set_child_area_position(cave)
  > print((land:child_area_position(cave))) --> nil

InstancedArea:iter_child_areas(floor: integer?): Iterator
  The areas that lie in this one, or on one of its floors, by uid.
  > local land, cave = InstancedArea:new(), InstancedArea:new()
  > land:add_child_area(cave)
  > print(land:iter_child_areas():length(), land:iter_child_areas(1):length()) --> 1 0

InstancedArea:has_type(kind: string): boolean
  Whether a word is one of its `types`.
  > local area = InstancedArea:new()
  > area.types = { "dungeon" }
  > print(area:has_type "dungeon", area:has_type "town") --> true false

record ArchetypeOptions
  What set_archetype of maps and areas takes.
  set_properties: boolean? = false, copy what the archetype declares over its fields

InstancedArea:set_archetype(id: string?, options: ArchetypeOptions?)
  Lets a base.area_archetype make the floors; without an id nothing does.
  ! There must be a base.area_archetype of that id
  > data:add { _type = "base.area_archetype", _id = "sewer", on_generate_floor = function() return InstancedMap:new(5, 5) end }
  > local area = InstancedArea:new()
  > area:set_archetype "sewer"
  > print((area:load_or_generate_floor(1))) --> true

InstancedArea:archetype(): DataEntry?
  The base.area_archetype that makes its floors; nothing when there is none.
  > print(InstancedArea:new():archetype()) --> nil
]==]
