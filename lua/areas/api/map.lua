-- Map: where maps are found, made and entered.
return [==[
module "api.Map": Map

module "api.MapArchetype": MapArchetype

Map.current(): InstancedMap?
  The map on which the game goes on; nothing before one is set.
  > local map = InstancedMap:new(5, 5)
  > Map.set_map(map)
  > print(Map.current() == map) --> true

record Travel
  How one travels to a map.
  start_x: number?, where the player arrives; what the map says if it is left out
  start_y: number?, the same for y
  feat: IFeat?, the stairs or the entrance that was used, for those who handle base.calc_map_starting_pos

Map.travel_to(map: AnyMap, params: Travel?): boolean, string?
  Takes player and party to another map. It either completes, or leaves everything as it was.
  - result: true; or false, and why not
  ! The square of start_x and start_y must lie on the map
  ! A handler of an event of a travel may not begin another
  > local map = InstancedMap:new(9, 9)
  > Chara.set_player(Chara.create("base.fallback", nil, nil, { ownerless = true }))
  > print(Map.travel_to(map, { start_x = 2, start_y = 3 }), Chara.player().x, Chara.player().y) --> true 2 3

Map.set_map(map: AnyMap, load_type: "full" | "traveled" | "initialize" | "continue"?)
  Makes a map the current one without anybody being moved. "initialize" and "continue" leave out some of the events.
  ! Not while a travel is under way
  > Map.set_map(InstancedMap:new(12, 5))
  > print(Map.width()) --> 12

Map.from_dungeon(): InstancedMap
  The dungeon that a mod of another dialect laid out, as a map; the same each time.
  ! There must be one
  > local ok, why = pcall(Map.from_dungeon)
  > print(ok, why:match "there is no dungeon") --> false there is no dungeon

Map.leave_by_edge(): boolean, string?
  Leaves the current map over its edge, as one who walks off it: to where one came from, or the area around.
  - result: true; or false when that cannot be, and why
  > Map.set_map(InstancedMap:new(5, 5))
  > print(Map.leave_by_edge()) --> false

Map.get_or_create(id: AnyMap | InstancedArea | integer | string): InstancedMap
  The first floor of an area, as Area.get_or_create_map.
  ! The area must have that floor, or something that makes it
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map)
  > print(Map.get_or_create(area) == map) --> true

Map.load(uid: integer): boolean, InstancedMap | string
  The map of a uid: true and the map; or false, and why there is none.
  > local map = InstancedMap:new(5, 5)
  > print(select(2, Map.load(map.uid)) == map) --> true

Map.exists(value: AnyMap | integer): boolean
  Whether a map, or one of a uid, is there.
  > local map = InstancedMap:new(5, 5)
  > Map.delete(map)
  > print(Map.exists(map)) --> false

Map.delete(value: AnyMap | integer)
  Takes a map and what is on it out of the game.
  ! It must not be the current one
  > local map = InstancedMap:new(5, 5)
  > Map.delete(map.uid)
  > print(Map.exists(map.uid)) --> false

Map.save(map: AnyMap): boolean
  Makes sure that a map can be saved; it is written with the game.
  ! Nothing on it may hold what cannot be kept, such as a function
  > local map = InstancedMap:new(5, 5)
  > print(Map.save(map)) --> true
  > map.noise = print
  > print((pcall(Map.save, map))) --> false

Map.floor_number(map: AnyMap?): integer?
  Which floor of its area a map is.
  - map: the current one if it is left out
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map, 3)
  > print(Map.floor_number(map)) --> 3

Map.is_world_map(map: AnyMap?): boolean
  Whether "world_map" is one of the types of a map.
  - map: the current one if it is left out
  > local map = InstancedMap:new(5, 5)
  > map.types = { "world_map" }
  > print(Map.is_world_map(map)) --> true

Map.width(map: AnyMap?): integer
  Squares from left to right.
  - map: the current one if it is left out
  > print(Map.width(InstancedMap:new(7, 5))) --> 7

Map.height(map: AnyMap?): integer
  Squares from top to bottom.
  - map: the current one if it is left out
  > print(Map.height(InstancedMap:new(7, 5))) --> 5

Map.is_in_bounds(x: number, y: number, map: AnyMap?): boolean
  Whether a square lies on a map.
  - map: the current one if it is left out
  > print(Map.is_in_bounds(7, 0, InstancedMap:new(7, 5))) --> false

Map.has_los(x1: number, y1: number, x2: number, y2: number, map: AnyMap?): boolean
  Whether one can see from one square to another.
  - map: the current one if it is left out
  > local map = InstancedMap:new(7, 1)
  > map:set_tile(3, 0, "base.wall")
  > print(Map.has_los(0, 0, 3, 0, map), Map.has_los(0, 0, 4, 0, map)) --> true false

Map.is_in_fov(x: number, y: number, map: AnyMap?): boolean
  Whether the player sees a square.
  - map: the current one if it is left out
  > Map.set_map(InstancedMap:new(5, 5))
  > Chara.set_player(Chara.create("base.fallback", 0, 0))
  > print(Map.is_in_fov(4, 4)) --> true

Map.is_floor(x: number, y: number, map: AnyMap?): boolean
  Whether the tile of a square can be walked on.
  - map: the current one if it is left out
  > print(Map.is_floor(1, 1, InstancedMap:new(5, 5, "base.wall"))) --> false

Map.can_access(x: number, y: number, map: AnyMap?): boolean
  Whether somebody can step on a square: its tile can be walked on, and nothing solid is there.
  - map: the current one if it is left out
  > local map = InstancedMap:new(5, 5)
  > Chara.create("base.fallback", 1, 1, {}, map)
  > print(Map.can_access(1, 1, map), Map.is_floor(1, 1, map)) --> false true

Map.can_see_through(x: number, y: number, map: AnyMap?): boolean
  Whether nothing on a square hides what lies behind it.
  - map: the current one if it is left out
  > print(Map.can_see_through(1, 1, InstancedMap:new(5, 5, "base.wall"))) --> false

Map.tile(x: number, y: number, map: AnyMap?): DataEntry?
  The tile of a square; nothing outside the map.
  - map: the current one if it is left out
  > print(Map.tile(1, 1, InstancedMap:new(5, 5))._id) --> base.floor

Map.set_tile(x: number, y: number, tile: string | DataEntry, map: AnyMap?)
  Sets the tile of a square; outside the map it does nothing.
  - tile: its id, or itself
  - map: the current one if it is left out
  ! There must be a base.map_tile of that id
  > local map = InstancedMap:new(5, 5)
  > Map.set_tile(1, 1, "base.wall", map)
  > print(map:is_floor(1, 1)) --> false

Map.calc_start_position(map: AnyMap?, previous: AnyMap?, feat: IFeat?): integer, integer
  Where one who enters a map would come to stand, were the square free.
  - map: the current one if it is left out
  - previous: the map that one comes from
  - feat: what was used to come
  > local map = InstancedMap:new(9, 9)
  > map.player_start_pos = { x = 2, y = 4 }
  > print(Map.calc_start_position(map)) --> 2 4

record FreePosition
  How Map.find_free_position looks.
  allow_stacking: boolean? = false, take (x, y) itself if its tile can be walked on, whoever stands there

Map.find_free_position(x: number?, y: number?, options: FreePosition?, map: AnyMap?): integer?, integer?
  The square nearest to (x, y) on which somebody can stand, or any one without x and y; nothing when there is none.
  - map: the current one if it is left out
  > local map = InstancedMap:new(5, 5)
  > print(Map.find_free_position(2, 2, nil, map)) --> 2 2

Map.find_position_for_chara(x: number?, y: number?, ignored: any, map: AnyMap?): integer?, integer?
  The same without options.
  - map: the current one if it is left out
  > print(Map.find_position_for_chara(4, 4, nil, InstancedMap:new(5, 5))) --> 4 4

Map.try_place_chara(chara: IObject, x: number?, y: number?, map: AnyMap?): IObject?
  Puts somebody on the square nearest to (x, y) that is free; nothing when there is none.
  - map: the current one if it is left out
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > print(Map.try_place_chara(imp, 3, 1, map) == imp, imp.x, imp.y) --> true 3 1

Map.max_chara_count(map: AnyMap?): integer
  How many charas a map has room for: one a square.
  - map: the current one if it is left out
  > print(Map.max_chara_count(InstancedMap:new(5, 4))) --> 20

Map.can_drop_items(map: AnyMap?): boolean
  Whether there are fewer items on a map than its `item_on_floor_limit`.
  - map: the current one if it is left out
  > local map = InstancedMap:new(5, 5)
  > map.item_on_floor_limit = 0
  > print(Map.can_drop_items(map)) --> false

MapArchetype.generate_map(id: string, area: InstancedArea?, floor: number?, params: table?): InstancedMap
  The map that a base.map_archetype makes, with its properties.
  - area: given to its on_generate_map
  - floor: given to it, too
  - params: given to it, too, with `is_first_generation`
  ! The archetype must be there and have an on_generate_map, which must give a map
  > data:add { _type = "base.map_archetype", _id = "pond", properties = { level = 4 },
  >   on_generate_map = function(area, floor) return InstancedMap:new(9, 9) end }
  > print(MapArchetype.generate_map("pond").level) --> 4

MapArchetype.generate_map_and_area(id: string, floor: integer?, params: table?, parent: InstancedArea?): InstancedMap, InstancedArea
  The same, as a floor of an area of its own.
  - floor: 1 if it is left out
  - parent: the area in which the new one lies
  ! The archetype must be there and have an on_generate_map, which must give a map
  > data:add { _type = "base.map_archetype", _id = "islet", on_generate_map = function() return InstancedMap:new(9, 9) end }
  > local map, area = MapArchetype.generate_map_and_area("islet", 1)
  > print(area:floor_of_map(map)) --> 1

MapArchetype.generate_area_archetype_entrances(map: AnyMap?)
  Makes the areas that declare a map as their parent, and their entrances, where that has not been done.
  - map: the current one if it is left out
  > data:add { _type = "base.map_archetype", _id = "coast", on_generate_map = function() return InstancedMap:new(9, 9) end }
  > data:add { _type = "base.unique_area", _id = "coast", archetype = _MOD_ID .. ".coast" }
  > local coast = Area.get_or_create_map "coast"
  > data:add { _type = "base.unique_area", _id = "wreck", archetype = _MOD_ID .. ".coast", parent_map = _MOD_ID .. ".coast",
  >   x = 2, y = 2 }
  > MapArchetype.generate_area_archetype_entrances(coast)
  > print(Feat.at(2, 2, coast):length()) --> 1
]==]
