-- Worlds: entities that live and act on a map, turn by turn; their grids and cells.
return [==[
examples
  Examples run at the start of a game, in a mod that speaks this dialect alone and knows of the mod `critters`.

class World
  = World(5, 5)
  Entities that live and act on a map of the host. The world is that map: it is drawn, exported and saved like any other.
  Squares count from 1.

World(width: integer, height: integer): World -- within
  A world on a new map without floors.
  ! each side from 1 to 10000; at most 1000000 squares
  > local world = World(12, 5)
  > print(world.width, world.height) --> 12 5

World.fromMap(map: table?): World -- within
  The world of a map that there is, whoever laid it out: what is in the way there are walls. A map has one world.
  - map: a map of any dialect; nil for that of the game
  ! without a map, the game must have one
  > local world = World(4, 4)
  > world:show()
  > print(World.fromMap() == world) --> true

World.width: integer
  Squares from left to right.
  > print(World(12, 5).width) --> 12

World.height: integer
  Squares from top to bottom.
  > print(World(12, 5).height) --> 5

World.grid: Grid
  What stands on the squares.
  > print(World(3, 3).grid:checkBound(Vec(4, 1))) --> false

World.turn: integer
  The number of the turn that is played, or was last.
  > local world = World(3, 3)
  > world:gameLoop()
  > print(world.turn) --> 1

World.phase: integer
  The phase of the turn: one of `World.phases`.
  > print(World(3, 3).phase == World.phases.Player) --> true

World.phases: table<string, integer>
  The phases of a turn by name.
  > print(World.phases.Trap) --> 7

World.changes: table<integer, table[]>
  What happened in this turn, by phase: each with `id`, `state`, `pos`, `orientation`, `event` (its code) and `phase`.
  > local world = World(3, 3)
  > world:create(Mods.Critters.Entities.knight, Vec(1, 1)):reorient(Vec(0, 1))
  > print(world.changes[world.phase][1].event) --> reorient

World.strict: boolean?
  Whether an error of an entity ends the turn. Otherwise it is told, and the turn goes on.
  > local world = World(3, 3)
  > world.strict = true

World.zone: string | integer | nil
  What `~` means below `e` at the first level in draws of this world; `Pools.setCurrent` decides when it is nil.
  > local world = World(3, 3)
  > world.zone, world.floor = "z1", "f2"
  > print(Entities[world:drawFromPool "e.~.~.enemy"] ~= nil) --> true

World.floor: string | integer | nil
  What `~` means below `e` at the second level in draws of this world.
  > local world = World(3, 3)
  > world.zone, world.floor = "z2", "f1"
  > print(Entities[world:drawFromPool "e.~.~.wall"] ~= nil) --> true

World.rarity: string | integer | nil
  What `~` means below `i` in draws of this world.
  > local world = World(3, 3)
  > world.rarity = "rare"
  > print(Items[world:drawFromPool "i.~.weapon"] ~= nil) --> true

World:create(class: class<GameObject>, pos: Vec): GameObject -- within
  A new entity of a class, on a square. It acts from the next turn on.
  ! the class must be made from GameObject, and its layer one of Layers
  ! the position must be a square of the world
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 2))
  > print(rat.pos, rat.hp:get()) --> Vec(2, 2) 2

World:createPlayer(class: class<GameObject>, pos: Vec): GameObject
  A new entity that is a player, whatever the layer of its class.
  ! as for World.create
  > local world = World(3, 3)
  > print(world:createPlayer(Mods.Critters.Entities.rat, Vec(2, 2)):isPlayer()) --> true

World:createFloors(class: class<GameObject>)
  A floor on every square that has none.
  ! the layer of the class must be Layers.floor
  > local Moss = class("Moss", Entity)
  > Moss.layer = Layers.floor
  > local world = World(3, 3)
  > world:createFloors(Moss)
  > print(class.name(world.grid:getFloorAt(Vec(2, 2)))) --> Moss

World:createDroppedItem(id: any, pos: Vec): DroppedItem?
  Lets an item lie on a square, on what lies there already.
  - id: the id of an item, or what a pool gave of kts: such a one lies on the map, one kind on a square, and is no entity
  ! there must be an item with that id
  ! the position must be a square of the world
  > local lying = World(3, 3):createDroppedItem(Mods.Critters.Items.sword.id, Vec(1, 1))
  > print(Items[lying.state[1]] == Mods.Critters.Items.sword) --> true

World:registerGold(amount: number, pos: Vec): GameObject
  Gold that lies on a square; its `state` is how much.
  ! the position must be a square of the world
  > local world = World(3, 3)
  > world:registerGold(5, Vec(1, 1))
  > print(world:registerGold(2, Vec(1, 1)).state) --> 7

World:removeDead(entity: GameObject)
  Takes an entity out of the world at once, without a death that is told.
  > local world = World(3, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 2))
  > world:removeDead(rat)
  > print(rat.dead, world.grid:getRealAt(Vec(2, 2))) --> true nil

World:registerEvent(entity: GameObject, code: any) -- within
  Notes that something happened to an entity: in its history, in `changes`, and in what `simulate` tells.
  - code: one of Changes, or one of your own
  > local world = World(3, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 2))
  > world:registerEvent(rat, "squeak")
  > print(rat.history:was "squeak") --> true

World:setRenderer(renderer: table)
  Lets something watch the world: it is told of each entity and of what happened in each turn.
  - renderer: has the methods addRenderEntity(entity), pushChanges(changes) and, if it likes, setAsPlayer(entity)
  ! it must have the first two
  > local seen = 0
  > local world = World(3, 3)
  > world:setRenderer { addRenderEntity = function() seen = seen + 1 end, pushChanges = function() end }
  > world:create(Mods.Critters.Entities.rat, Vec(2, 2))
  > print(seen) --> 1

World:gameLoop() -- within
  Plays one turn: players, then all that decide, by layers; then the dead go.
  ! each player must have an action
  ! a turn cannot begin within another
  > local world = World(9, 3)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(1, 2))
  > world:setPlayerActions(Vec(1, 0))
  > world:gameLoop()
  > print(knight.pos) --> Vec(2, 2)

World:gameLoopIfSet(): boolean -- within
  Plays a turn when each living player has an action; whether it did.
  > local world = World(9, 3)
  > world:create(Mods.Critters.Entities.knight, Vec(1, 2))
  > print(world:gameLoopIfSet()) --> false

World:setPlayerActions(direction: Vec, index: integer?): boolean -- within
  Gives a player its action for the turn; whether there is such a player, alive and without one.
  - direction: where to; (0, 0) for nothing
  - index: which player, 1 for the first
  ! the player must be decorated with PlayerControl
  > local world = World(9, 3)
  > world:create(Mods.Critters.Entities.knight, Vec(1, 2))
  > print(world:setPlayerActions(Vec(1, 0), 1), world:setPlayerActions(Vec(1, 0), 2)) --> true false

World:getPlayers(): GameObject[] -- within
  The living players, in the order in which they came.
  > local world = World(9, 3)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(1, 2))
  > print(#world:getPlayers(), world:getPlayers()[1] == knight) --> 1 true

World:getEntities(layer: integer): GameObject[] -- within
  The living entities of a layer, in the order of their turns. Players are among the reals.
  ! it must be one of Layers
  > local world = World(9, 3)
  > world:create(Mods.Critters.Entities.rat, Vec(1, 2))
  > print(#world:getEntities(Layers.real), #world:getEntities(Layers.trap)) --> 1 0

World:materializeGenerator(generator: Generator, floor: class, wall: class, enemy: class | class[] | nil): Vec
  Floors, walls and enemies of the rooms that a generator laid out; gives the centre of the first room.
  - enemy: a class, a list of classes to choose from, or nil for nobody
  ! the generator must have laid out rooms, which must fit into the world
  > local Floor, Wall = class("Floor", Entity), class("Wall", Entity)
  > Floor.layer, Wall.layer = Layers.floor, Layers.wall
  > local generator, world = Generator(20, 20), World(20, 20)
  > generator:start(6, 6)
  > if generator:generate() then print(world:materializeGenerator(generator, Floor, Wall)) end --> Vec(11, 11)

World:usePool(name: string, pool: any)
  Gives the world a pool of its own for a root.
  - pool: a Pool or an InfPool without a parent
  ! there must be a root pool of that name
  > local world = World(3, 3)
  > world:usePool("i", require("host.pools").instantiatePool "i")
  > print(Items[world:drawFromPool "i.common.weapon"] ~= nil) --> true

World:drawFromPool(path: string): any -- within
  Draws from the pool of the world for a root, or else from that of the game; gives the id.
  ! as for Pools.drawFromPool
  > print(Entities[World(3, 3):drawFromPool "e.z1.f1.enemy"] ~= nil) --> true

World:show()
  Lets the map of this world be that of the game: what is drawn, exported and saved.
  > local first, second = World(3, 3), World(4, 4)
  > first:show()
  > print(World.fromMap() == first) --> true

class DroppedItem: Entity -- local
  = World(5, 5):createDroppedItem(1, Vec(1, 1))
  Items that lie on a square. `state` is a list of their ids, the last one on top.
  > local lying = World(3, 3):createDroppedItem(Mods.Critters.Items.sword.id, Vec(1, 1))
  > print(#lying.state) --> 1

class Grid
  = World(5, 5).grid
  What stands on the squares of a world. Positions out of bounds have nothing but walls.

Grid.width: integer
  Squares from left to right.
  > print(World(3, 2).grid.width) --> 3

Grid.height: integer
  Squares from top to bottom.
  > print(World(3, 2).grid.height) --> 2

Grid:realAt(x: number, y: number): GameObject? -- within
  The real or player at (x, y), for those in a hurry.
  > print(World(3, 3).grid:realAt(1, 1)) --> nil

Grid:isWall(x: number, y: number): boolean -- within
  Whether there is a wall at (x, y), or nothing, being out of bounds.
  > print(World(3, 3).grid:isWall(1, 1), World(3, 3).grid:isWall(4, 1)) --> false true

Grid:isBlocked(x: number, y: number): boolean -- within
  Whether nobody can go to (x, y): a real or a wall stands there, or it is out of bounds.
  > local world = World(3, 3)
  > world:create(Mods.Critters.Entities.rat, Vec(2, 2))
  > print(world.grid:isBlocked(2, 2), world.grid:isBlocked(1, 1)) --> true false

Grid:topAt(x: number, y: number): GameObject? -- within
  What is hit first at (x, y): the real, wall, projectile or trap.
  > print(World(3, 3).grid:topAt(1, 1)) --> nil

Grid:checkBound(pos: Vec): boolean -- within
  Whether a position is a square.
  > print(World(3, 3).grid:checkBound(Vec(3, 3)), World(3, 3).grid:checkBound(Vec(0, 3))) --> true false

Grid:hasBlockAt(pos: Vec): boolean -- within
  Whether nobody can go there: a real or a wall stands there, or it is out of bounds.
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
  The items that lie on a square.
  > local world = World(3, 3)
  > world:createDroppedItem(1, Vec(2, 2))
  > print(world.grid:getDroppedAt(Vec(2, 2)).state[1]) --> 1

Grid:getByLayer(pos: Vec, layer: integer): GameObject? -- within
  What a layer has on a square.
  ! it must be one of Layers
  > local world = World(3, 3)
  > world:registerGold(5, Vec(1, 1))
  > print(world.grid:getByLayer(Vec(1, 1), Layers.gold).state) --> 5

Grid:getOneFromTopAt(pos: Vec): GameObject? -- within
  What is hit first on a square: the real, wall, projectile or trap.
  > local world = World(3, 3)
  > local spikes = world:create(Mods.Critters.Entities.spikes, Vec(2, 2))
  > print(world.grid:getOneFromTopAt(Vec(2, 2)) == spikes) --> true

Grid:getAllAt(pos: Vec): GameObject[] -- within
  Everything on a square, from the floor to the real.
  > local world = World(3, 3)
  > world:create(Mods.Critters.Entities.spikes, Vec(2, 2))
  > world:create(Mods.Critters.Entities.rat, Vec(2, 2))
  > print(#world.grid:getAllAt(Vec(2, 2))) --> 2

Grid:getCellAt(pos: Vec): Cell? -- within
  A square as a thing of its own; nil out of bounds.
  > print(World(3, 3).grid:getCellAt(Vec(2, 2)).pos) --> Vec(2, 2)

Grid:getOrthogonalCells(pos: Vec): Cell[] -- within
  The cells to the right, below, to the left and above, as far as there are any.
  > print(#World(3, 3).grid:getOrthogonalCells(Vec(1, 1))) --> 2

Grid:getDiagonalCells(pos: Vec): Cell[] -- within
  The four cells at the corners, as far as there are any.
  > print(#World(3, 3).grid:getDiagonalCells(Vec(1, 1))) --> 1

Grid:getAdjacentCells(pos: Vec): Cell[] -- within
  The eight cells around, clockwise from the right, as far as there are any.
  > print(#World(3, 3).grid:getAdjacentCells(Vec(2, 2))) --> 8

Grid:getClosestPlayer(pos: Vec): GameObject? -- within
  The living player nearest to a position, the first of several.
  > local world = World(9, 3)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(9, 1))
  > print(world.grid:getClosestPlayer(Vec(1, 1)) == knight) --> true

Grid:watchOnto(pos: Vec, fn: fun(entity: GameObject), beats: number?) -- within
  Calls a function with whoever comes onto a square.
  - beats: for so many turns; nil or 0 for ever
  ! the position must be a square
  > local world = World(9, 3)
  > world.grid:watchOnto(Vec(2, 1), function(entity) print(entity.pos) end)
  > world:create(Mods.Critters.Entities.rat, Vec(2, 1)) --> Vec(2, 1)

Grid:watchFrom(pos: Vec, fn: fun(entity: GameObject), beats: number?) -- within
  Calls a function with whoever leaves a square.
  - beats: for so many turns; nil or 0 for ever
  ! the position must be a square
  > local world = World(9, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 1))
  > world.grid:watchFrom(Vec(2, 1), function(entity) print(entity == rat) end)
  > world.grid:move(rat, Vec(3, 1)) --> true

Grid:remove(entity: GameObject) -- within
  Takes an entity off its square.
  ! it must stand in this world
  > local world = World(9, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 1))
  > world.grid:remove(rat)
  > print(world.grid:getRealAt(Vec(2, 1))) --> nil

Grid:reset(entity: GameObject) -- within
  Puts an entity where its `pos` says it is.
  ! it must stand in this world, and its `pos` be a square
  > local world = World(9, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 1))
  > world.grid:remove(rat)
  > rat.pos = Vec(5, 1)
  > world.grid:reset(rat)
  > print(world.grid:getRealAt(Vec(5, 1)) == rat) --> true

Grid:move(entity: GameObject, to: Vec) -- within
  Takes an entity from where it is to another square, whatever is in between. The dead stay where they are.
  ! it must stand in this world, and the position be a square
  > local world = World(9, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 1))
  > world.grid:move(rat, Vec(9, 3))
  > print(rat.pos) --> Vec(9, 3)

Grid:holds(entity: GameObject): boolean -- within
  Whether an entity is what its layer has on its square.
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
  The grid that it belongs to.
  > local grid = World(3, 3).grid
  > print(grid:getCellAt(Vec(1, 1)).grid == grid) --> true

Cell.pos: Vec
  Where it is.
  > print(World(3, 3).grid:getCellAt(Vec(2, 3)).pos) --> Vec(2, 3)

Cell:get(layer: integer): GameObject? -- within
  What a layer has there.
  ! it must be one of Layers
  > print(World(3, 3).grid:getCellAt(Vec(1, 1)):get(Layers.trap)) --> nil

Cell:getReal(): GameObject? -- within
  The real or player there.
  > print(World(3, 3).grid:getCellAt(Vec(1, 1)):getReal()) --> nil

Cell:getWall(): GameObject? -- within
  The wall there.
  > print(World(3, 3).grid:getCellAt(Vec(1, 1)):getWall()) --> nil

Cell:getFloor(): GameObject? -- within
  The floor there.
  > print(World(3, 3).grid:getCellAt(Vec(1, 1)):getFloor()) --> nil

Cell:getTrap(): GameObject? -- within
  The trap there.
  > print(World(3, 3).grid:getCellAt(Vec(1, 1)):getTrap()) --> nil
]==]
