-- Map and MapArchetype: the maps of the game.
return [==[
module "api.Map": Map

module "api.MapArchetype": MapArchetype

Map.current(): InstancedMap? -- present
  The current map; nil before one is set.
  > local map = InstancedMap:new(5, 5)
  > Map.set_map(map)
  > print(Map.current() == map) --> true

record Travel
  Options of a travel.
  start_x: number?, the square of arrival; by default the map's
  start_y: number?, the same for y
  feat: IFeat?, the stairs or the entrance, for handlers of base.calc_map_starting_pos

Map.travel_to(map: AnyMap, params: Travel?): boolean, string? -- game
  Takes player and party to another map. A travel that fails changes nothing.
  - result: true; or false and why not
  ! The square of start_x and start_y must lie on the map
  ! Not in a handler of an event of another travel
  > local map = InstancedMap:new(9, 9)
  > Chara.set_player(Chara.create("base.fallback", nil, nil, { ownerless = true }))
  > print(Map.travel_to(map, { start_x = 2, start_y = 3 }), Chara.player().x, Chara.player().y) --> true 2 3

Map.set_map(map: AnyMap, load_type: "full" | "traveled" | "initialize" | "continue"?) -- game
  Makes a map the current one. No object moves. "initialize" and "continue" leave out some of the events.
  ! Not while a travel is under way
  > Map.set_map(InstancedMap:new(12, 5))
  > print(Map.width()) --> 12

Map.from_dungeon(): InstancedMap -- game
  The dungeon that a mod of another dialect laid out, as a map; always the same instance.
  ! Another dialect must have laid out a dungeon
  > local ok, why = pcall(Map.from_dungeon)
  > print(ok, why:match "there is no dungeon") --> false there is no dungeon

Map.leave_by_edge(): boolean, string?
  Leaves the current map over its edge: to the previous map, or to the parent of its area.
  - result: true; or false and why that is not possible
  > Map.set_map(InstancedMap:new(5, 5))
  > print(Map.leave_by_edge()) --> false

Map.get_or_create(id: AnyMap | InstancedArea | integer | string): InstancedMap
  The first floor of an area, as Area.get_or_create_map.
  ! The area must have that floor, or something that generates it
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map)
  > print(Map.get_or_create(area) == map) --> true

Map.load(uid: integer): boolean, InstancedMap | string
  The map of a uid: true and the map; or false and why there is none.
  > local map = InstancedMap:new(5, 5)
  > print(select(2, Map.load(map.uid)) == map) --> true

Map.exists(value: AnyMap | integer): boolean
  Whether a map or the map of a uid exists.
  > local map = InstancedMap:new(5, 5)
  > Map.delete(map)
  > print(Map.exists(map)) --> false

Map.delete(value: AnyMap | integer)
  Deletes a map and the objects on it.
  ! It must not be the current one
  > local map = InstancedMap:new(5, 5)
  > Map.delete(map.uid)
  > print(Map.exists(map.uid)) --> false

Map.save(map: AnyMap): boolean
  Checks that a map can be saved. It is written when the game is saved.
  ! Everything on it must be serializable; functions are not
  > local map = InstancedMap:new(5, 5)
  > print(Map.save(map)) --> true
  > map.noise = print
  > print((pcall(Map.save, map))) --> false

Map.floor_number(map: AnyMap?): integer?
  The floor of a map in its area.
  - map: by default the current one
  > local area, map = InstancedArea:new(), InstancedMap:new(5, 5)
  > area:add_floor(map, 3)
  > print(Map.floor_number(map)) --> 3

Map.is_world_map(map: AnyMap?): boolean
  Whether "world_map" is one of the types of a map.
  - map: by default the current one
  > local map = InstancedMap:new(5, 5)
  > map.types = { "world_map" }
  > print(Map.is_world_map(map)) --> true

Map.width(map: AnyMap?): integer
  Squares from left to right.
  - map: by default the current one
  > print(Map.width(InstancedMap:new(7, 5))) --> 7

Map.height(map: AnyMap?): integer
  Squares from top to bottom.
  - map: by default the current one
  > print(Map.height(InstancedMap:new(7, 5))) --> 5

Map.is_in_bounds(x: number, y: number, map: AnyMap?): boolean
  Whether a square lies on a map.
  - map: by default the current one
  > print(Map.is_in_bounds(7, 0, InstancedMap:new(7, 5))) --> false

Map.has_los(x1: number, y1: number, x2: number, y2: number, map: AnyMap?): boolean
  Whether there is a line of sight between two squares.
  - map: by default the current one
  > local map = InstancedMap:new(7, 1)
  > map:set_tile(3, 0, "base.wall")
  > print(Map.has_los(0, 0, 3, 0, map), Map.has_los(0, 0, 4, 0, map)) --> true false

Map.is_in_fov(x: number, y: number, map: AnyMap?): boolean
  Whether the player sees a square.
  - map: by default the current one
  > Map.set_map(InstancedMap:new(5, 5))
  > Chara.set_player(Chara.create("base.fallback", 0, 0))
  > print(Map.is_in_fov(4, 4)) --> true

Map.is_floor(x: number, y: number, map: AnyMap?): boolean
  Whether the tile of a square can be walked on.
  - map: by default the current one
  > print(Map.is_floor(1, 1, InstancedMap:new(5, 5, "base.wall"))) --> false

Map.can_access(x: number, y: number, map: AnyMap?): boolean
  Whether a square is free: its tile can be walked on, and nothing on it is solid.
  - map: by default the current one
  > local map = InstancedMap:new(5, 5)
  > Chara.create("base.fallback", 1, 1, {}, map)
  > print(Map.can_access(1, 1, map), Map.is_floor(1, 1, map)) --> false true

Map.can_see_through(x: number, y: number, map: AnyMap?): boolean
  Whether nothing on a square blocks sight.
  - map: by default the current one
  > print(Map.can_see_through(1, 1, InstancedMap:new(5, 5, "base.wall"))) --> false

Map.tile(x: number, y: number, map: AnyMap?): DataEntry?
  The tile of a square; nil outside the map.
  - map: by default the current one
  > print(Map.tile(1, 1, InstancedMap:new(5, 5))._id) --> base.floor

Map.set_tile(x: number, y: number, tile: string | DataEntry, map: AnyMap?)
  Sets the tile of a square; outside the map it does nothing.
  - tile: its id, or itself
  - map: by default the current one
  ! There must be a base.map_tile of that id
  > local map = InstancedMap:new(5, 5)
  > Map.set_tile(1, 1, "base.wall", map)
  > print(map:is_floor(1, 1)) --> false

Map.calc_start_position(map: AnyMap?, previous: AnyMap?, feat: IFeat?): integer, integer
  The square of arrival on a map, whether it is free or not.
  - map: by default the current one
  - previous: the map of departure
  - feat: the stairs or the entrance of the travel
  > local map = InstancedMap:new(9, 9)
  > map.player_start_pos = { x = 2, y = 4 }
  > print(Map.calc_start_position(map)) --> 2 4

record FreePosition
  Options of Map.find_free_position.
  allow_stacking: boolean? = false, true to return (x, y) itself if its tile can be walked on

Map.find_free_position(x: number?, y: number?, options: FreePosition?, map: AnyMap?): integer?, integer? -- present
  The free square nearest to (x, y), or a random one without x and y; nil if there is none.
  - map: by default the current one
  > local map = InstancedMap:new(5, 5)
  > print(Map.find_free_position(2, 2, nil, map)) --> 2 2

Map.find_position_for_chara(x: number?, y: number?, ignored: any, map: AnyMap?): integer?, integer?
  The same without options.
  - map: by default the current one
  > print(Map.find_position_for_chara(4, 4, nil, InstancedMap:new(5, 5))) --> 4 4

Map.try_place_chara(chara: IObject, x: number?, y: number?, map: AnyMap?): IObject?
  Moves a chara to the free square nearest to (x, y); nil if there is none.
  - map: by default the current one
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > print(Map.try_place_chara(imp, 3, 1, map) == imp, imp.x, imp.y) --> true 3 1

Map.max_chara_count(map: AnyMap?): integer
  How many charas fit on a map: one per square.
  - map: by default the current one
  > print(Map.max_chara_count(InstancedMap:new(5, 4))) --> 20

Map.can_drop_items(map: AnyMap?): boolean
  Whether there are fewer items on a map than its `item_on_floor_limit`.
  - map: by default the current one
  > local map = InstancedMap:new(5, 5)
  > map.item_on_floor_limit = 0
  > print(Map.can_drop_items(map)) --> false

MapArchetype.generate_map(id: string, area: InstancedArea?, floor: number?, params: table?): InstancedMap -- game
  Generates the map of a base.map_archetype, with its properties.
  - area: passed to its on_generate_map
  - floor: passed to its on_generate_map
  - params: passed to its on_generate_map, with `is_first_generation`
  ! The archetype must exist and have an on_generate_map that returns a map
  > data:add { _type = "base.map_archetype", _id = "pond", properties = { level = 4 },
  >   on_generate_map = function(area, floor) return InstancedMap:new(9, 9) end }
  > print(MapArchetype.generate_map("pond").level) --> 4

MapArchetype.generate_map_and_area(id: string, floor: integer?, params: table?,
    parent: InstancedArea?): InstancedMap, InstancedArea
  The same; the map becomes a floor of a new area.
  - floor: by default 1
  - parent: the parent of the new area
  ! The archetype must exist and have an on_generate_map that returns a map
  > data:add { _type = "base.map_archetype", _id = "islet", on_generate_map = function() return InstancedMap:new(9,
  >   9) end }
  > local map, area = MapArchetype.generate_map_and_area("islet", 1)
  > print(area:floor_of_map(map)) --> 1

MapArchetype.generate_area_archetype_entrances(map: AnyMap?, force: boolean?)
  Creates the areas that declare a map as their parent, and their entrances, each once.
  - map: by default the current one
  - force: creates entrances again that were removed
  > data:add { _type = "base.map_archetype", _id = "coast", on_generate_map = function() return InstancedMap:new(9,
  >   9) end }
  > data:add { _type = "base.unique_area", _id = "coast", archetype = _MOD_ID .. ".coast" }
  > local coast = Area.get_or_create_map "coast"
  > data:add { _type = "base.unique_area", _id = "wreck", archetype = _MOD_ID .. ".coast",
  >   parent_map = _MOD_ID .. ".coast",
  >   x = 2, y = 2 }
  > MapArchetype.generate_area_archetype_entrances(coast)
  > print(Feat.at(2, 2, coast):length()) --> 1
]==]
