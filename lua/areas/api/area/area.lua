-- Area: the areas of the game.
return [==[
module "api.Area": Area

goto_floor(area: InstancedArea | AnyMap | integer | string, floor: number?): boolean, string? -- game
  Travels to a floor of an area, which is generated if it does not exist yet.
  - area: an area, its uid, the id of a unique area, or a map to go to
  - floor: by default the first one
  - result: true; or false and why that is not possible
  ! The area must have that floor, or something that generates it
  > local area = InstancedArea:new()
  > area:add_floor(InstancedMap:new(9, 9))
  > print(goto_floor(area, 1), Area.current_floor()) --> true 1

Area.get(value: AnyMap | InstancedArea | integer | string): InstancedArea?
  The area of a map, of a uid, or of the full id of a unique area; nil if there is none.
  > local area = InstancedArea:new()
  > local map = InstancedMap:new(5, 5)
  > area:add_floor(map)
  > print(Area.get(map) == area, Area.get(area.uid) == area, Area.get("my_mod.none")) --> true true nil

Area.current(): InstancedArea? -- present
  The area of the current map; nil without a map, or if the map has no area.
  > Map.set_map(InstancedMap:new(5, 5))
  > print(Area.current()) --> nil

Area.current_floor(): integer?
  The floor of the current map in its area.
  > local area = InstancedArea:new()
  > area:add_floor(InstancedMap:new(5, 5), 3)
  > goto_floor(area, 3)
  > print(Area.current_floor()) --> 3

Area.for_map(map: AnyMap | integer): InstancedArea?, integer?
  The area of a map or its uid, and the floor of the map there.
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map, 2)
  > print(select(2, Area.for_map(map.uid))) --> 2

Area.floor_number(map: AnyMap | integer): integer?
  The floor of a map in its area; nil if it has no area.
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map, -2)
  > print(Area.floor_number(map)) --> -2

Area.iter(): Iterator
  Iterates over all areas: uid and area, by uid.
  > local area = InstancedArea:new()
  > for _, uid, one in Area.iter() do print(uid == area.uid, one == area) end --> true true

Area.all_maps(area: InstancedArea | integer | string?): integer[]
  The uids of the maps of an area, from the first floor to the last.
  - area: an area, its uid, or the id of a unique one; by default the current one
  ! The area must exist
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map)
  > print(#Area.all_maps(area), Area.all_maps(area)[1] == map.uid) --> 1 true

Area.metadata(map: AnyMap | InstancedArea | integer | string?): table?
  The table `metadata` of the area of a map, for data of mods.
  - map: a map, or an area, its uid or its id; by default the current area
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map)
  > Area.metadata(map).is_haunted = true
  > print(area.metadata.is_haunted) --> true

Area.parent(value: AnyMap | InstancedArea | integer | string): InstancedArea?
  The parent of an area, or of the area of a map; nil if it has none.
  ! The area must exist
  > local land, cave = InstancedArea:new(), InstancedArea:new()
  > Area.register(land)
  > Area.register(cave, { parent = land })
  > print(Area.parent(cave) == land, Area.parent(land)) --> true nil

Area.get_root_area(value: AnyMap | InstancedArea | integer | string): InstancedArea?
  The root of an area or of the area of a map: its outermost ancestor, or itself.
  ! The area must exist
  > local land, cave = InstancedArea:new(), InstancedArea:new()
  > Area.register(land)
  > Area.register(cave, { parent = land })
  > print(Area.get_root_area(cave) == land) --> true

Area.iter_children(area: InstancedArea | integer | string): Iterator
  Iterates over the children of an area, by uid.
  ! The area must exist
  > local land, cave = InstancedArea:new(), InstancedArea:new()
  > Area.register(land)
  > Area.register(cave, { parent = land })
  > print(Area.iter_children(land):length()) --> 1

Area.iter_all_contained_in(area: InstancedArea | integer | string): Iterator
  Iterates over the descendants of an area: its children, their children, and so on.
  ! The area must exist
  > local land, cave, pit = InstancedArea:new(), InstancedArea:new(), InstancedArea:new()
  > Area.register(land)
  > Area.register(cave, { parent = land })
  > Area.register(pit, { parent = cave })
  > print(Area.iter_all_contained_in(land):length()) --> 2

Area.is_area_entrance(feat: any): boolean
  Whether a value is a feat that leads to an area: an entrance or stairs with an `area_uid`.
  > local area, world = InstancedArea:new(), InstancedMap:new(9, 9)
  > area:add_floor(InstancedMap:new(5, 5))
  > print(Area.is_area_entrance(Area.create_entrance(area, 2, 3, world))) --> true

Area.iter_entrances_in_parent(map: AnyMap?): Iterator
  Iterates over the entrances to areas on a map, without stairs.
  - map: by default the current one
  > local area, world = InstancedArea:new(), InstancedMap:new(9, 9)
  > area:add_floor(InstancedMap:new(5, 5))
  > Area.create_entrance(area, 2, 3, world)
  > for _, feat in Area.iter_entrances_in_parent(world) do print(feat.x, feat.y) end --> 2 3

Area.iter_in_parent(map: AnyMap?): Iterator
  Iterates over the areas to which the entrances on a map lead.
  - map: by default the current one
  > local area, world = InstancedArea:new(), InstancedMap:new(9, 9)
  > area:add_floor(InstancedMap:new(5, 5))
  > Area.create_entrance(area, 2, 3, world)
  > for _, one in Area.iter_in_parent(world) do print(one == area) end --> true

Area.is_registered(value: InstancedArea | integer): boolean
  Whether an area, or the area of a uid, is registered.
  > local area = InstancedArea:new()
  > print(Area.is_registered(area), Area.is_registered(Area.register(area))) --> false true

record AreaPlace
  Options of Area.register.
  parent: InstancedArea | "root"? = "root", its parent

Area.register(area: InstancedArea, options: AreaPlace?): integer -- game
  Registers an area as part of the world; returns its uid.
  ! The area must not be registered yet
  ! The parent must be registered before it
  > local area = InstancedArea:new()
  > print(Area.register(area) == area.uid) --> true

Area.unregister(area: InstancedArea | integer | string)
  Removes an area from the world. Its maps stay.
  ! The area must exist
  > local area = InstancedArea:new()
  > local uid = Area.register(area)
  > Area.unregister(area)
  > print(Area.get(uid)) --> nil

Area.delete(area: InstancedArea | integer | string)
  Deletes an area and all its maps.
  ! The area must exist
  ! The player must be elsewhere
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map)
  > Area.delete(area)
  > print(Map.exists(map)) --> false

Area.create_entrance(to: InstancedArea | AnyMap | integer | string, x: number, y: number, map: AnyMap?): IFeat -- within
  Creates an entrance to an area on a square of a map. It has the `image`, `name` and `color` of the area.
  The longer form takes the floor (a number or a map) and more params of the feat.
  | Area.create_entrance(area: InstancedArea | integer | string, floor: number | AnyMap | nil, x: number, y: number,
      params: table?, map: AnyMap?): IFeat
  - to: an area, its uid, the id of a unique one, or a map; a map without an area gets one
  - map: by default the current one
  ! (x, y) must lie on the map
  ! The area must exist
  > local area, world = InstancedArea:new(), InstancedMap:new(9, 9)
  > area:add_floor(InstancedMap:new(5, 5))
  > local entrance = Area.create_entrance(area, 2, 3, world)
  > print(entrance._id, entrance.params.area_uid == area.uid) --> elona.map_entrance true

Area.create_stairs_down(to: AnyMap | integer, x: number, y: number, map: AnyMap?): IFeat -- within
  Creates stairs down to another map on a square of a map.
  The longer form takes an area, a floor of it (a number or a map), and more params of the feat.
  | Area.create_stairs_down(area: InstancedArea | integer | string, floor: number | AnyMap | nil, x: number,
      y: number, params: table?, map: AnyMap?): IFeat
  - to: a map, or the uid of one
  - map: by default the current one
  ! (x, y) must lie on the map
  > local hall, cellar = InstancedMap:new(9, 9), InstancedMap:new(5, 5)
  > local stairs = Area.create_stairs_down(cellar, 4, 4, hall)
  > print(stairs._id, stairs.params.map_uid == cellar.uid) --> elona.stairs_down true

Area.create_stairs_up(to: AnyMap | integer, x: number, y: number, map: AnyMap?): IFeat -- within
  Creates stairs up to another map on a square of a map.
  The longer form takes an area, a floor of it (a number or a map), and more params of the feat.
  | Area.create_stairs_up(area: InstancedArea | integer | string, floor: number | AnyMap | nil, x: number, y: number,
      params: table?, map: AnyMap?): IFeat
  - to: a map, or the uid of one
  - map: by default the current one
  ! (x, y) must lie on the map
  > local hall, cellar = InstancedMap:new(9, 9), InstancedMap:new(5, 5)
  > print(Area.create_stairs_up(hall, 1, 1, cellar)._id) --> elona.stairs_up

Area.load_starting_map(entrance: IFeat): InstancedMap
  The map to which an entrance leads; it is generated if it does not exist yet.
  ! The feat must be an entrance, and its area must exist
  > local area, first, world = InstancedArea:new(), InstancedMap:new(5, 5), InstancedMap:new(9, 9)
  > area:add_floor(first)
  > print(Area.load_starting_map(Area.create_entrance(area, 2, 3, world)) == first) --> true

Area.set_map(area: InstancedArea | integer | string, floor: number, map: AnyMap)
  Makes a map a floor of an area. A former map of that floor no longer belongs to an area.
  ! The area must exist
  ! The map must not be a floor of an area
  > local area, dry, flooded = InstancedArea:new(), InstancedMap:new(5, 5), InstancedMap:new(5, 5)
  > area:add_floor(dry, 1)
  > Area.set_map(area, 1, flooded)
  > print(area:floor_of_map(flooded), area:floor_of_map(dry)) --> 1 nil

Area.is_generated(id: string): boolean
  Whether the unique area of an id exists.
  ! There must be a unique area of that id
  > data:add { _type = "base.unique_area", _id = "old_mill" }
  > print(Area.is_generated "old_mill", Area.get_or_create "old_mill" and Area.is_generated "old_mill") --> false true

Area.is_created(id: string): boolean
  An alias of Area.is_generated.
  ! There must be a unique area of that id
  > data:add { _type = "base.unique_area", _id = "new_mill" }
  > print(Area.is_created "new_mill") --> false

Area.get_unique(id: string): InstancedArea?
  The unique area of an id; nil if it does not exist yet.
  ! There must be a unique area of that id
  > data:add { _type = "base.unique_area", _id = "quarry" }
  > print(Area.get_unique "quarry") --> nil
  > print(Area.get_or_create "quarry" == Area.get_unique "quarry") --> true

Area.get_or_create(id: string): InstancedArea -- game
  The unique area of an id. It is created if it does not exist yet, with the parent that it declares.
  ! There must be a unique area of that id
  > data:add { _type = "base.unique_area", _id = "harbour", name = "the harbour" }
  > print(Area.get_or_create("harbour").name) --> the harbour

Area.create_unique(id: string, parent: InstancedArea | integer | string?): InstancedArea -- game
  The unique area of an id, created inside another area if it does not exist yet.
  - parent: an area, its uid, its id, or "root"; by default the one that is declared
  ! There must be a unique area of that id
  ! The parent must exist
  > data:add { _type = "base.unique_area", _id = "crypt" }
  > local land = InstancedArea:new()
  > Area.register(land)
  > print(Area.parent(Area.create_unique("crypt", land)) == land) --> true

Area.set_unique(id: string, area: InstancedArea, parent: InstancedArea | integer | string?)
  Makes an area the unique area of an id.
  - parent: an area, its uid, its id, or "root"; for an area that is not registered yet
  ! There must be a unique area of that id
  ! The parent must exist
  > data:add { _type = "base.unique_area", _id = "camp" }
  > local area = InstancedArea:new()
  > Area.set_unique("camp", area)
  > print(Area.get_unique "camp" == area) --> true

Area.get_or_create_map(value: AnyMap | InstancedArea | integer | string, floor: number?): InstancedMap -- game
  A floor of an area, made by its generator or archetype if it does not exist yet.
  - value: an area, its uid or the id of a unique one; a map is returned itself
  - floor: by default the first one
  ! The area must have that floor, or something that generates it
  > data:add { _type = "base.area_generator", _id = "burrow", deepest_floor = 3,
  >   on_generate_floor = function(floor) return Dungeon.generate_floor(floor) end }
  > data:add { _type = "base.unique_area", _id = "burrow", area_generator = _MOD_ID .. ".burrow" }
  > print(Area.get_or_create_map("burrow", 2).level) --> 2

Area.create(id: string, x: number?, y: number?, parent: AnyMap?): InstancedArea, IFeat -- game
  Creates the unique area of an id and its entrance on a map.
  - x: by default the one that the area declares
  - y: by default the one that the area declares
  - parent: the map of the entrance; by default the current one
  ! There must be a unique area of that id
  ! (x, y) must be given or declared, and lie on the map
  > data:add { _type = "base.unique_area", _id = "tower" }
  > local area, entrance = Area.create("tower", 3, 4, InstancedMap:new(9, 9))
  > print(area._id == _MOD_ID .. ".tower", entrance.x, entrance.y) --> true 3 4

Area.regenerate_all_child_maps(value: AnyMap | InstancedArea | string): InstancedMap[] -- game
  Regenerates the areas that declare this one as their parent; returns the first map of each.
  ! It must be a unique area, or a map of one
  > data:add { _type = "base.map_archetype", _id = "moor", on_generate_map = function() return InstancedMap:new(9,
  >   9) end }
  > data:add { _type = "base.unique_area", _id = "moor", archetype = _MOD_ID .. ".moor" }
  > data:add { _type = "base.unique_area", _id = "bog", archetype = _MOD_ID .. ".moor", parent_map = _MOD_ID .. ".moor",
  >   x = 1, y = 2 }
  > print(#Area.regenerate_all_child_maps "moor") --> 1

Area.goto_floor(value: InstancedArea | AnyMap | integer | string, floor: number?): boolean, string? -- game
  An alias of goto_floor.
  ! The area must have that floor, or something that generates it
  > local area = InstancedArea:new()
  > area:add_floor(InstancedMap:new(9, 9))
  > print(Area.goto_floor(area)) --> true
]==]
