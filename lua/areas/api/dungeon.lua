-- Dungeon and Elona122Map: floors that are dug, and floors that are drawn.
return [==[
module "api.Dungeon": Dungeon

module "api.Elona122Map": Elona122Map

record DungeonFloor
  What Dungeon.generate_floor makes.
  width: integer?, squares from left to right, 12 … 400; drawn between 34 and 48 if it is left out
  height: integer?, squares from top to bottom, 12 … 400; drawn between 22 and 36 if it is left out
  room_count: integer?, how many rooms to try, 1 … 500
  level: integer?, the level of the map; the floor if it is left out
  wall: string | DataEntry? = "base.wall", the tile between the rooms
  floor: string | DataEntry? = "base.floor", the tile of the rooms

Dungeon.generate_floor(floor: number?, params: DungeonFloor?): InstancedMap
  A floor of a dungeon: rooms that corridors join, stairs up in the first, stairs down in the last.
  - floor: which floor it is to be; 1 if it is left out
  ! Not while mods load: the game has not started then
  > local map = Dungeon.generate_floor(3, { width = 40, height = 20 })
  > print(map:width(), map.level, map:iter_feats():length()) --> 40 3 2

Dungeon.iter(map: AnyMap?): Iterator
  The entrances on a map that lead to dungeons: to areas with the type "dungeon", or whose floors a generator makes.
  - map: the current one if it is left out
  > local den, world = InstancedArea:new(), InstancedMap:new(9, 9)
  > den.types = { "dungeon" }
  > Area.create_entrance(den, 2, 2, world)
  > print(Dungeon.iter(world):length()) --> 1

Dungeon.regenerate_all_in(map: AnyMap?)
  Forgets the floors of all dungeons to which entrances on a map lead, but for the one where the player is: they are made
  anew when somebody comes.
  - map: the current one if it is left out
  > local den, world, floor = InstancedArea:new(), InstancedMap:new(9, 9), InstancedMap:new(5, 5)
  > den.types = { "dungeon" }
  > den:add_floor(floor)
  > Area.create_entrance(den, 2, 2, world)
  > Dungeon.regenerate_all_in(world)
  > print(Map.exists(floor)) --> false

Elona122Map.generate(name: string): InstancedMap
  The map that is drawn in the file maps/NAME.map of the mod: lines such as `# = base.wall` or
  `> = base.floor, feat base.stairs_down` or `@ = base.floor, start`, an empty line, and the rows.
  - name: that of the file, without .map
  ! The mod must have that file, and its legend must say what each sign of its rows is
  > local town = Elona122Map.generate "town"
  > print(town:width(), town:height(), town.player_start_pos.x) --> 6 3 1
]==]
