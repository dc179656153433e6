-- Area: where areas are found, made and joined.
return [==[
module "api.Area": Area

goto_floor(area: InstancedArea | AnyMap | integer | string, floor: number?): boolean, string?
  Goes to a floor of an area, which is made if it is not there yet.
  - area: an area, its uid, the id of a unique area, or a map to go to
  - floor: the first one if it is left out
  - result: true; or false, and why nobody can go there
  ! The area must have that floor, or something that makes it
  > local area = InstancedArea:new()
  > area:add_floor(InstancedMap:new(9, 9))
  > print(goto_floor(area, 1), Area.current_floor()) --> true 1

Area.get(value: AnyMap | InstancedArea | integer | string): InstancedArea?
  The area of a map, of a uid, or of the full id of a unique area; nothing when there is none.
  > local area = InstancedArea:new()
  > local map = InstancedMap:new(5, 5)
  > area:add_floor(map)
  > print(Area.get(map) == area, Area.get(area.uid) == area, Area.get("my_mod.none")) --> true true nil

Area.current(): InstancedArea?
  The area in which the current map lies; nothing when there is no map, or it belongs to no area.
  > Map.set_map(InstancedMap:new(5, 5))
  > print(Area.current()) --> nil

Area.current_floor(): integer?
  Which floor of its area the current map is.
  > local area = InstancedArea:new()
  > area:add_floor(InstancedMap:new(5, 5), 3)
  > goto_floor(area, 3)
  > print(Area.current_floor()) --> 3

Area.for_map(map: AnyMap | integer): InstancedArea?, integer?
  The area of a map or of the uid of one, and which floor the map is.
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map, 2)
  > print(select(2, Area.for_map(map.uid))) --> 2

Area.floor_number(map: AnyMap | integer): integer?
  Which floor of its area a map is; nothing when it belongs to none.
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map, -2)
  > print(Area.floor_number(map)) --> -2

Area.iter(): Iterator
  All areas with their uids, by uid.
  > local area = InstancedArea:new()
  > for _, uid, one in Area.iter() do print(uid == area.uid, one == area) end --> true true

Area.all_maps(area: InstancedArea | integer | string?): integer[]
  The uids of the maps of an area that are made, from the first floor to the last.
  - area: an area, its uid, or the id of a unique one; the current one if it is left out
  ! The area must be there
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map)
  > print(#Area.all_maps(area), Area.all_maps(area)[1] == map.uid) --> 1 true

Area.metadata(map: AnyMap | InstancedArea | integer | string?): table?
  The table `metadata` of the area of a map, in which a mod may keep what it likes.
  - map: a map, or what else stands for an area; the current area if it is left out
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map)
  > Area.metadata(map).is_haunted = true
  > print(area.metadata.is_haunted) --> true

Area.parent(value: AnyMap | InstancedArea | integer | string): InstancedArea?
  The area in which an area lies, or that of a map; nothing when it lies in none.
  ! The area must be there
  > local land, cave = InstancedArea:new(), InstancedArea:new()
  > Area.register(land)
  > Area.register(cave, { parent = land })
  > print(Area.parent(cave) == land, Area.parent(land)) --> true nil

Area.get_root_area(value: AnyMap | InstancedArea | integer | string): InstancedArea?
  The outermost area around an area or a map.
  ! The area must be there
  > local land, cave = InstancedArea:new(), InstancedArea:new()
  > Area.register(land)
  > Area.register(cave, { parent = land })
  > print(Area.get_root_area(cave) == land) --> true

Area.iter_children(area: InstancedArea | integer | string): Iterator
  The areas that lie in an area, by uid.
  ! The area must be there
  > local land, cave = InstancedArea:new(), InstancedArea:new()
  > Area.register(land)
  > Area.register(cave, { parent = land })
  > print(Area.iter_children(land):length()) --> 1

Area.iter_all_contained_in(area: InstancedArea | integer | string): Iterator
  The areas that lie in an area, those in these, and so on.
  ! The area must be there
  > local land, cave, pit = InstancedArea:new(), InstancedArea:new(), InstancedArea:new()
  > Area.register(land)
  > Area.register(cave, { parent = land })
  > Area.register(pit, { parent = cave })
  > print(Area.iter_all_contained_in(land):length()) --> 2

Area.is_area_entrance(feat: any): boolean
  Whether something is a feat that leads to an area: an entrance or stairs with an `area_uid`.
  > local area, world = InstancedArea:new(), InstancedMap:new(9, 9)
  > area:add_floor(InstancedMap:new(5, 5))
  > print(Area.is_area_entrance(Area.create_entrance(area, 2, 3, world))) --> true

Area.iter_entrances_in_parent(map: AnyMap?): Iterator
  The entrances to areas that stand on a map; stairs are none.
  - map: the current one if it is left out
  > local area, world = InstancedArea:new(), InstancedMap:new(9, 9)
  > area:add_floor(InstancedMap:new(5, 5))
  > Area.create_entrance(area, 2, 3, world)
  > for _, feat in Area.iter_entrances_in_parent(world) do print(feat.x, feat.y) end --> 2 3

Area.iter_in_parent(map: AnyMap?): Iterator
  The areas to which the entrances on a map lead.
  - map: the current one if it is left out
  > local area, world = InstancedArea:new(), InstancedMap:new(9, 9)
  > area:add_floor(InstancedMap:new(5, 5))
  > Area.create_entrance(area, 2, 3, world)
  > for _, one in Area.iter_in_parent(world) do print(one == area) end --> true

Area.is_registered(value: InstancedArea | integer): boolean
  Whether an area, or the area of a uid, is registered.
  > local area = InstancedArea:new()
  > print(Area.is_registered(area), Area.is_registered(Area.register(area))) --> false true

record AreaPlace
  Where an area is registered.
  parent: InstancedArea | "root"? = "root", the area in which it lies

Area.register(area: InstancedArea, options: AreaPlace?): integer
  Makes an area part of the world; the answer is its uid.
  ! An area is registered once
  ! The parent must be registered before it
  > local area = InstancedArea:new()
  > print(Area.register(area) == area.uid) --> true

Area.unregister(area: InstancedArea | integer | string)
  Takes an area out of the world. Its maps stay where they are.
  ! The area must be there
  > local area = InstancedArea:new()
  > local uid = Area.register(area)
  > Area.unregister(area)
  > print(Area.get(uid)) --> nil

Area.delete(area: InstancedArea | integer | string)
  Takes an area and all its maps out of the game.
  ! The area must be there
  ! The player must be elsewhere
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map)
  > Area.delete(area)
  > print(Map.exists(map)) --> false

Area.create_entrance(to: InstancedArea | AnyMap | integer | string, x: number, y: number, map: AnyMap?): IFeat -- within
  Puts an entrance to an area on a square of a map. It looks as the area says: its `image`, `name` and `color`.
  The longer form `Area.create_entrance(area, floor, x, y, params, map)` names the floor, or a map that is one, and more
  params of the feat.
  - to: an area, its uid, the id of a unique one, or a map, which gets an area if it has none
  - map: the current one if it is left out
  ! (x, y) must lie on the map
  ! The area must be there
  > local area, world = InstancedArea:new(), InstancedMap:new(9, 9)
  > area:add_floor(InstancedMap:new(5, 5))
  > local entrance = Area.create_entrance(area, 2, 3, world)
  > print(entrance._id, entrance.params.area_uid == area.uid) --> elona.map_entrance true

Area.create_stairs_down(to: AnyMap | integer, x: number, y: number, map: AnyMap?): IFeat -- within
  Puts stairs down to another map on a square of a map.
  The longer form `Area.create_stairs_down(area, floor, x, y, params, map)` names an area and one of its floors.
  - to: a map, or the uid of one
  - map: the current one if it is left out
  ! (x, y) must lie on the map
  > local hall, cellar = InstancedMap:new(9, 9), InstancedMap:new(5, 5)
  > local stairs = Area.create_stairs_down(cellar, 4, 4, hall)
  > print(stairs._id, stairs.params.map_uid == cellar.uid) --> elona.stairs_down true

Area.create_stairs_up(to: AnyMap | integer, x: number, y: number, map: AnyMap?): IFeat -- within
  Puts stairs up to another map on a square of a map.
  The longer form `Area.create_stairs_up(area, floor, x, y, params, map)` names an area and one of its floors.
  - to: a map, or the uid of one
  - map: the current one if it is left out
  ! (x, y) must lie on the map
  > local hall, cellar = InstancedMap:new(9, 9), InstancedMap:new(5, 5)
  > print(Area.create_stairs_up(hall, 1, 1, cellar)._id) --> elona.stairs_up

Area.load_starting_map(entrance: IFeat): InstancedMap
  The map to which an entrance leads; it is made if it is not there yet.
  ! The feat must be an entrance, and its area must be there
  > local area, first, world = InstancedArea:new(), InstancedMap:new(5, 5), InstancedMap:new(9, 9)
  > area:add_floor(first)
  > print(Area.load_starting_map(Area.create_entrance(area, 2, 3, world)) == first) --> true

Area.set_map(area: InstancedArea | integer | string, floor: number, map: AnyMap)
  Lets a floor of an area be another map. The map that it was belongs to no area then.
  ! The area must be there
  ! The map must be a floor of no area
  > local area, dry, flooded = InstancedArea:new(), InstancedMap:new(5, 5), InstancedMap:new(5, 5)
  > area:add_floor(dry, 1)
  > Area.set_map(area, 1, flooded)
  > print(area:floor_of_map(flooded), area:floor_of_map(dry)) --> 1 nil

Area.is_generated(id: string): boolean
  Whether the unique area of an id is there.
  ! There must be a unique area of that id
  > data:add { _type = "base.unique_area", _id = "old_mill" }
  > print(Area.is_generated "old_mill", Area.get_or_create "old_mill" and Area.is_generated "old_mill") --> false true

Area.is_created(id: string): boolean
  Another name of Area.is_generated.
  ! There must be a unique area of that id
  > data:add { _type = "base.unique_area", _id = "new_mill" }
  > print(Area.is_created "new_mill") --> false

Area.get_unique(id: string): InstancedArea?
  The unique area of an id; nothing when it is not there yet.
  ! There must be a unique area of that id
  > data:add { _type = "base.unique_area", _id = "quarry" }
  > print(Area.get_unique "quarry") --> nil
  > print(Area.get_or_create "quarry" == Area.get_unique "quarry") --> true

Area.get_or_create(id: string): InstancedArea
  The unique area of an id, made if it is not there yet; so is the area that it declares as its parent.
  ! There must be a unique area of that id
  > data:add { _type = "base.unique_area", _id = "harbour", name = "the harbour" }
  > print(Area.get_or_create("harbour").name) --> the harbour

Area.create_unique(id: string, parent: InstancedArea | integer | string?): InstancedArea
  The unique area of an id, made in another area if it is not there yet.
  - parent: an area, its uid, its id, or "root"; the one that is declared if it is left out
  ! There must be a unique area of that id
  ! The parent must be there
  > data:add { _type = "base.unique_area", _id = "crypt" }
  > local land = InstancedArea:new()
  > Area.register(land)
  > print(Area.parent(Area.create_unique("crypt", land)) == land) --> true

Area.set_unique(id: string, area: InstancedArea, parent: InstancedArea | integer | string?)
  Lets an area be the unique area of an id from now on.
  - parent: where it is registered if it is not yet: an area, its uid, its id, or "root"
  ! There must be a unique area of that id
  ! The parent must be there
  > data:add { _type = "base.unique_area", _id = "camp" }
  > local area = InstancedArea:new()
  > Area.set_unique("camp", area)
  > print(Area.get_unique "camp" == area) --> true

Area.get_or_create_map(value: AnyMap | InstancedArea | integer | string, floor: number?): InstancedMap
  A floor of an area, made by its generator or archetype if it is not there yet.
  - value: an area, its uid or the id of a unique one; a map is itself the answer
  - floor: the first one if it is left out
  ! The area must have that floor, or something that makes it
  > data:add { _type = "base.area_generator", _id = "burrow", deepest_floor = 3,
  >   on_generate_floor = function(floor) return Dungeon.generate_floor(floor) end }
  > data:add { _type = "base.unique_area", _id = "burrow", area_generator = _MOD_ID .. ".burrow" }
  > print(Area.get_or_create_map("burrow", 2).level) --> 2

Area.create(id: string, x: number?, y: number?, parent: AnyMap?): InstancedArea, IFeat
  Makes the unique area of an id and its entrance on a map.
  - x: the one that the area declares if it is left out
  - y: the one that the area declares if it is left out
  - parent: the map of the entrance; the current one if it is left out
  ! There must be a unique area of that id
  ! (x, y) must be given or declared, and lie on the map
  > data:add { _type = "base.unique_area", _id = "tower" }
  > local area, entrance = Area.create("tower", 3, 4, InstancedMap:new(9, 9))
  > print(area._id == _MOD_ID .. ".tower", entrance.x, entrance.y) --> true 3 4

Area.regenerate_all_child_maps(value: AnyMap | InstancedArea | string): InstancedMap[]
  Makes the areas anew that declare this one as their parent; the answer is the first map of each.
  ! It must be a unique area, or a map of one
  > data:add { _type = "base.map_archetype", _id = "moor", on_generate_map = function() return InstancedMap:new(9, 9) end }
  > data:add { _type = "base.unique_area", _id = "moor", archetype = _MOD_ID .. ".moor" }
  > data:add { _type = "base.unique_area", _id = "bog", archetype = _MOD_ID .. ".moor", parent_map = _MOD_ID .. ".moor",
  >   x = 1, y = 2 }
  > print(#Area.regenerate_all_child_maps "moor") --> 1

Area.goto_floor(value: InstancedArea | AnyMap | integer | string, floor: number?): boolean, string?
  The same as goto_floor.
  ! The area must have that floor, or something that makes it
  > local area = InstancedArea:new()
  > area:add_floor(InstancedMap:new(9, 9))
  > print(Area.goto_floor(area)) --> true
]==]
