-- Grid and Cell: the squares of a world.
return [==[
class Grid
  = World(5, 5).grid
  The squares of a world. Out of bounds everything is wall.

Grid.width: integer
  Squares from left to right.
  > print(World(3, 2).grid.width) --> 3

Grid.height: integer
  Squares from top to bottom.
  > print(World(3, 2).grid.height) --> 2

Grid.players: GameObject[]
  The players, with those that died in this turn. This and the lists below are read-only and always up to date.
  > local world = World(3, 2)
  > world:create(Mods.Critters.Entities.knight, Vec(1, 1))
  > print(#world.grid.players, #world.grid.reals) --> 1 1

Grid.reals: GameObject[]
  The entities of `Layers.real` and `Layers.player`.

Grid.walls: GameObject[]
  The walls, square by square; before them those that do something by themselves.

Grid.floors: GameObject[]
  The floors, in the same order.

Grid.traps: GameObject[]
  The entities of `Layers.trap`.

Grid.projectiles: GameObject[]
  The entities of `Layers.projectile`.

Grid.misc: GameObject[]
  The entities of `Layers.misc`.

Grid.gold: GameObject[]
  The entities of `Layers.gold`.

Grid.dropped: GameObject[]
  The entities of `Layers.dropped`.

Grid:realAt(x: number, y: number): GameObject? -- within
  The real or player at (x, y).
  > print(World(3, 3).grid:realAt(1, 1)) --> nil

Grid:isWall(x: number, y: number): boolean -- within
  Whether (x, y) has a wall or is out of bounds.
  > print(World(3, 3).grid:isWall(1, 1), World(3, 3).grid:isWall(4, 1)) --> false true

Grid:isBlocked(x: number, y: number): boolean -- within
  Whether (x, y) is blocked by a real or a wall or is out of bounds.
  > local world = World(3, 3)
  > world:create(Mods.Critters.Entities.rat, Vec(2, 2))
  > print(world.grid:isBlocked(2, 2), world.grid:isBlocked(1, 1)) --> true false

Grid:topAt(x: number, y: number): GameObject? -- within
  What an attack on (x, y) hits: a real, wall, projectile or trap.
  > print(World(3, 3).grid:topAt(1, 1)) --> nil

Grid:checkBound(pos: Vec): boolean -- within
  Whether a position is a square of the world.
  > print(World(3, 3).grid:checkBound(Vec(3, 3)), World(3, 3).grid:checkBound(Vec(0, 3))) --> true false

Grid:hasBlockAt(pos: Vec): boolean -- within
  Whether a position is blocked by a real or a wall or is out of bounds.
  > print(World(3, 3).grid:hasBlockAt(Vec(4, 4))) --> true

Grid:getRealAt(pos: Vec): GameObject? -- within
  The real or player on a square.
  > local world = World(3, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 2))
  > print(world.grid:getRealAt(Vec(2, 2)) == rat) --> true

Grid:getPlayerAt(pos: Vec): GameObject? -- within
  The player on a square.
  > local world = World(3, 3)
  > world:create(Mods.Critters.Entities.rat, Vec(2, 2))
  > print(world.grid:getPlayerAt(Vec(2, 2))) --> nil

Grid:getNonPlayerRealAt(pos: Vec): GameObject? -- within
  The real on a square, unless it is a player.
  > local world = World(3, 3)
  > world:create(Mods.Critters.Entities.knight, Vec(2, 2))
  > print(world.grid:getNonPlayerRealAt(Vec(2, 2))) --> nil

Grid:getWallAt(pos: Vec): GameObject? -- within
  The wall on a square.
  > print(World(3, 3).grid:getWallAt(Vec(1, 1))) --> nil

Grid:getFloorAt(pos: Vec): GameObject? -- within
  The floor on a square.
  > print(World(3, 3).grid:getFloorAt(Vec(1, 1))) --> nil

Grid:getTrapAt(pos: Vec): GameObject? -- within
  The trap on a square.
  > local world = World(3, 3)
  > world:create(Mods.Critters.Entities.spikes, Vec(2, 2))
  > print(world.grid:getTrapAt(Vec(2, 2)).state) --> 0

Grid:getProjectileAt(pos: Vec): GameObject? -- within
  The projectile on a square.
  > print(World(3, 3).grid:getProjectileAt(Vec(2, 2))) --> nil

Grid:getDroppedAt(pos: Vec): DroppedItem? -- within
  The items on a square.
  > local world = World(3, 3)
  > world:createDroppedItem(1, Vec(2, 2))
  > print(world.grid:getDroppedAt(Vec(2, 2)).state[1]) --> 1

Grid:getByLayer(pos: Vec, layer: integer): GameObject? -- within
  The entity of a layer on a square.
  ! the layer must be one of Layers
  > local world = World(3, 3)
  > world:registerGold(5, Vec(1, 1))
  > print(world.grid:getByLayer(Vec(1, 1), Layers.gold).state) --> 5

Grid:getOneFromTopAt(pos: Vec): GameObject? -- within
  What an attack on a square hits: a real, wall, projectile or trap.
  > local world = World(3, 3)
  > local spikes = world:create(Mods.Critters.Entities.spikes, Vec(2, 2))
  > print(world.grid:getOneFromTopAt(Vec(2, 2)) == spikes) --> true

Grid:getAllAt(pos: Vec): GameObject[] -- within
  All entities on a square, from the floor to the real.
  > local world = World(3, 3)
  > world:create(Mods.Critters.Entities.spikes, Vec(2, 2))
  > world:create(Mods.Critters.Entities.rat, Vec(2, 2))
  > print(#world.grid:getAllAt(Vec(2, 2))) --> 2

Grid:getCellAt(pos: Vec): Cell? -- within
  A square as a Cell; nil out of bounds.
  > print(World(3, 3).grid:getCellAt(Vec(2, 2)).pos) --> Vec(2, 2)

Grid:getOrthogonalCells(pos: Vec): Cell[] -- within
  The cells to the right, below, to the left and above, without those out of bounds.
  > print(#World(3, 3).grid:getOrthogonalCells(Vec(1, 1))) --> 2

Grid:getDiagonalCells(pos: Vec): Cell[] -- within
  The four diagonal cells, without those out of bounds.
  > print(#World(3, 3).grid:getDiagonalCells(Vec(1, 1))) --> 1

Grid:getAdjacentCells(pos: Vec): Cell[] -- within
  The eight cells around, clockwise from the right, without those out of bounds.
  > print(#World(3, 3).grid:getAdjacentCells(Vec(2, 2))) --> 8

Grid:getOrthogonalCellsAt(pos: Vec): Cell[] -- within
  The same as getOrthogonalCells.
  > print(#World(3, 3).grid:getOrthogonalCellsAt(Vec(2, 2))) --> 4

Grid:getDiagonalCellsAt(pos: Vec): Cell[] -- within
  The same as getDiagonalCells.
  > print(#World(3, 3).grid:getDiagonalCellsAt(Vec(2, 2))) --> 4

Grid:getAdjacentCellsAt(pos: Vec): Cell[] -- within
  The same as getAdjacentCells.
  > print(#World(3, 3).grid:getAdjacentCellsAt(Vec(1, 1))) --> 3

Grid:closest(pos: Vec, layer: integer?): GameObject? -- within
  The living entity of a layer nearest to a position, the first of several.
  - layer: one of Layers; by default that of the players
  > local world = World(9, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(9, 1))
  > print(world.grid:closest(Vec(1, 1), Layers.real) == rat, world.grid:closest(Vec(1, 1))) --> true nil

Grid:getClosestPlayer(pos: Vec): GameObject? -- within
  The living player nearest to a position, the first of several.
  > local world = World(9, 3)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(9, 1))
  > print(world.grid:getClosestPlayer(Vec(1, 1)) == knight) --> true

Grid:watchOnto(pos: Vec, fn: fun(entity: GameObject), beats: number?) -- within
  Calls a function with each entity that enters a square.
  - beats: for how many turns; nil or 0 means without end
  ! the position must be a square of the world
  > local world = World(9, 3)
  > world.grid:watchOnto(Vec(2, 1), function(entity) print(entity.pos) end)
  > world:create(Mods.Critters.Entities.rat, Vec(2, 1)) --> Vec(2, 1)

Grid:watchFrom(pos: Vec, fn: fun(entity: GameObject), beats: number?) -- within
  Calls a function with each entity that leaves a square.
  - beats: for how many turns; nil or 0 means without end
  ! the position must be a square of the world
  > local world = World(9, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 1))
  > world.grid:watchFrom(Vec(2, 1), function(entity) print(entity == rat) end)
  > world.grid:move(rat, Vec(3, 1)) --> true

Grid:watch(pos: Vec, fn: fun(entity: GameObject), beats: number?) -- within
  The same as watchOnto and watchFrom together.
  > local world = World(9, 3)
  > world.grid:watch(Vec(2, 1), function(entity) print(entity.pos) end)
  > world.grid:move(world:create(Mods.Critters.Entities.rat, Vec(1, 1)), Vec(2, 1)) --> Vec(2, 1)

Grid:unwatch(pos: Vec, fn: fun(entity: GameObject)?) -- within
  Ends the calls for a square.
  - fn: the function that is no longer called; by default all
  > local world = World(9, 3)
  > world.grid:watch(Vec(2, 1), print)
  > world.grid:unwatch(Vec(2, 1))
  > world:create(Mods.Critters.Entities.rat, Vec(2, 1))

Grid:spawnReal(class: class<GameObject>, pos: Vec): GameObject -- within, generic
  The same as World.create, for classes of reals and players.
  ! the layer of the class must be Layers.real or Layers.player
  > print(World(3, 3).grid:spawnReal(Mods.Critters.Entities.rat, Vec(2, 2)).pos) --> Vec(2, 2)

Grid:set(entity: GameObject, place: Vec | integer | nil) -- within
  Puts an entity on a square, in its layer.
  - place: the square; by default, and for the layer of the entity, that of its `pos`
  ! a layer must be that of the entity
  > local world = World(9, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 1))
  > world.grid:set(rat, Vec(5, 1))
  > print(world.grid:getRealAt(Vec(5, 1)) == rat, rat.pos) --> true Vec(5, 1)

Grid:setPlayerAt(player: GameObject, pos: Vec) -- within
  Moves a player to a square.
  ! it must be a player of this world
  > local world = World(9, 3)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(1, 1))
  > world.grid:setPlayerAt(knight, Vec(3, 2))
  > print(world.grid:getPlayerAt(Vec(3, 2)) == knight) --> true

Grid:remove(entity: GameObject) -- within
  Takes an entity off its square.
  ! the entity must stand in this world
  > local world = World(9, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 1))
  > world.grid:remove(rat)
  > print(world.grid:getRealAt(Vec(2, 1))) --> nil

Grid:reset(entity: GameObject) -- within
  Puts an entity on the square of its `pos`.
  ! the entity must stand in this world, and its `pos` must be a square
  > local world = World(9, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 1))
  > world.grid:remove(rat)
  > rat.pos = Vec(5, 1)
  > world.grid:reset(rat)
  > print(world.grid:getRealAt(Vec(5, 1)) == rat) --> true

Grid:move(entity: GameObject, to: Vec) -- within
  Moves an entity to another square, even if objects are in between. Dead entities stay where they are.
  ! the entity must stand in this world, and the position must be a square
  > local world = World(9, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 1))
  > world.grid:move(rat, Vec(9, 3))
  > print(rat.pos) --> Vec(9, 3)

Grid:holds(entity: GameObject): boolean -- within
  Whether an entity is on top of its layer on its square.
  > local world = World(9, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 1))
  > print(world.grid:holds(rat)) --> true

class Cell
  = World(5, 5).grid:getCellAt(Vec(1, 1))
  A square of a grid.

Cell.Layers: table<string, integer>
  The global table Layers.
  > print(require("world.cell").Layers.floor == Layers.floor) --> true

Cell.grid: Grid
  Its grid.
  > local grid = World(3, 3).grid
  > print(grid:getCellAt(Vec(1, 1)).grid == grid) --> true

Cell.pos: Vec
  Its position.
  > print(World(3, 3).grid:getCellAt(Vec(2, 3)).pos) --> Vec(2, 3)

Cell:get(layer: integer): GameObject? -- within
  The entity of a layer.
  ! the layer must be one of Layers
  > print(World(3, 3).grid:getCellAt(Vec(1, 1)):get(Layers.trap)) --> nil

Cell:getReal(): GameObject? -- within
  The real or player.
  > print(World(3, 3).grid:getCellAt(Vec(1, 1)):getReal()) --> nil

Cell:getWall(): GameObject? -- within
  The wall.
  > print(World(3, 3).grid:getCellAt(Vec(1, 1)):getWall()) --> nil

Cell:getFloor(): GameObject? -- within
  The floor.
  > print(World(3, 3).grid:getCellAt(Vec(1, 1)):getFloor()) --> nil

Cell:getTrap(): GameObject? -- within
  The trap.
  > print(World(3, 3).grid:getCellAt(Vec(1, 1)):getTrap()) --> nil
]==]
