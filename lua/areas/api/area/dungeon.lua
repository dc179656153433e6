-- Dungeon and Elona122Map: generated floors, and maps drawn in files.
return [==[
module "api.Dungeon": Dungeon

module "api.Elona122Map": Elona122Map

record DungeonFloor
  Options of Dungeon.generate_floor.
  width: integer 12..400?, squares from left to right; by default drawn between 34 and 48
  height: integer 12..400?, squares from top to bottom; by default drawn between 22 and 36
  room_count: integer 1..500?, how many rooms to place
  level: integer -1000000..1000000?, the level of the map; by default the floor
  wall: string | DataEntry? = "base.wall", the tile between the rooms
  floor: string | DataEntry? = "base.floor", the tile of the rooms

Dungeon.generate_floor(floor: number?, params: DungeonFloor?): InstancedMap -- game
  Generates a floor: rooms with corridors, stairs up in the first room, stairs down in the last.
  - floor: the floor; by default 1
  > local map = Dungeon.generate_floor(3, { width = 40, height = 20 })
  > print(map:width(), map.level, map:iter_feats():length()) --> 40 3 2

Dungeon.iter(map: AnyMap?): Iterator
  Iterates over the entrances of dungeons on a map: areas with the type "dungeon", or with no type and a generator.
  - map: by default the current one
  > local den, world = InstancedArea:new(), InstancedMap:new(9, 9)
  > den.types = { "dungeon" }
  > Area.create_entrance(den, 2, 2, world)
  > print(Dungeon.iter(world):length()) --> 1

Dungeon.regenerate_all_in(map: AnyMap?)
  Deletes the floors of all dungeons with an entrance on a map, except the current map. They are generated again
  when the player enters them.
  - map: by default the current one
  > local den, world, floor = InstancedArea:new(), InstancedMap:new(9, 9), InstancedMap:new(5, 5)
  > den.types = { "dungeon" }
  > den:add_floor(floor)
  > Area.create_entrance(den, 2, 2, world)
  > Dungeon.regenerate_all_in(world)
  > print(Map.exists(floor)) --> false

Dungeon.regenerate_absolutely_everything()
  Does the same for all maps of the game.
  > local den, world, floor = InstancedArea:new(), InstancedMap:new(9, 9), InstancedMap:new(5, 5)
  > den.types = { "dungeon" }
  > den:add_floor(floor)
  > Area.create_entrance(den, 2, 2, world)
  > Dungeon.regenerate_absolutely_everything()
  > print(Map.exists(floor), Map.exists(world)) --> false true

Elona122Map.generate(name: string): InstancedMap -- game
  Creates the map that is drawn in the file maps/NAME.map of the mod: lines such as `# = base.wall` or
  `> = base.floor, feat base.stairs_down` or `@ = base.floor, start`, an empty line, and the rows.
  - name: the name of the file, without .map
  ! The mod must have that file, and its legend must explain each character of its rows
  > local town = Elona122Map.generate "town"
  > print(town:width(), town:height(), town.player_start_pos.x) --> 6 3 1
]==]
