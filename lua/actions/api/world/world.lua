-- World: a map on which entities live and act in turns.
return [==[
examples
  Examples run at the start of a game, in a mod of this dialect alone that depends on the mod `critters`.

class World
  = World(5, 5)
  A map on which entities live and act in turns. It is a map of the host: it is drawn, exported and saved like any
  other. Squares count from 1.

World(width: integer, height: integer): World -- within
  | World(): World
  A world on a new map without floors; without arguments, it has no squares.
  ! each side from 1 to 10000; at most 1000000 squares
  > local world = World(12, 5)
  > print(world.width, world.height) --> 12 5

World.fromMap(map: table?): World -- within
  The world of an existing map of any dialect. Squares that block walking become walls. A map has one world.
  - map: a map of any dialect; nil for the map of the game
  ! with nil, the game must have a map
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
  The squares and what stands on them.
  > print(World(3, 3).grid:checkBound(Vec(4, 1))) --> false

World.turn: integer
  The number of the current or last turn.
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
  Events of this turn, by phase: each has `id`, `state`, `pos`, `orientation`, `event` (its code) and `phase`.
  > local world = World(3, 3)
  > world:create(Mods.Critters.Entities.knight, Vec(1, 1)):reorient(Vec(0, 1))
  > print(world.changes[world.phase][1].event) --> reorient

World.strict: boolean?
  Whether an error of an entity ends the turn. Otherwise it is reported and the turn continues.
  > local world = World(3, 3)
  > world.strict = true

World.zone: string | integer | nil
  The value of `~` at the first level below `e` in draws of this world. With nil, `Pools.setCurrent` decides.
  > local world = World(3, 3)
  > world.zone, world.floor = "z1", "f2"
  > print(Entities[world:drawFromPool "e.~.~.enemy"] ~= nil) --> true

World.floor: string | integer | nil
  The value of `~` at the second level below `e` in draws of this world.
  > local world = World(3, 3)
  > world.zone, world.floor = "z2", "f1"
  > print(Entities[world:drawFromPool "e.~.~.wall"] ~= nil) --> true

World.rarity: string | integer | nil
  The value of `~` below `i` in draws of this world.
  > local world = World(3, 3)
  > world.rarity = "rare"
  > print(Items[world:drawFromPool "i.~.weapon"] ~= nil) --> true

World:create(class: class<GameObject>, pos: Vec): GameObject -- within, generic
  Creates an entity on a square. It acts from the next turn on.
  ! the class must derive from GameObject, and its layer must be one of Layers
  ! the position must be a square of the world
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 2))
  > print(rat.pos, rat.hp:get()) --> Vec(2, 2) 2

World:createPlayer(class: class<GameObject>, pos: Vec): GameObject -- generic
  Creates a player, even if the layer of the class is not `player`.
  ! as for World.create
  > local world = World(3, 3)
  > print(world:createPlayer(Mods.Critters.Entities.rat, Vec(2, 2)):isPlayer()) --> true

World:createFloors(class: class<GameObject>)
  Creates a floor on every square that has none.
  ! the layer of the class must be Layers.floor
  > local Moss = class("Moss", Entity)
  > Moss.layer = Layers.floor
  > local world = World(3, 3)
  > world:createFloors(Moss)
  > print(class.name(world.grid:getFloorAt(Vec(2, 2)))) --> Moss

World:createDroppedItem(id: any, pos: Vec): DroppedItem?
  Drops an item on a square, on top of the items there. The `state` of the entity is the list of ids on the square; for
  items of kts it is a list of their type, and `count` says how many there are.
  - id: the id of an item, or an item type of kts
  ! an item must have that id
  ! the position must be a square of the world
  > local lying = World(3, 3):createDroppedItem(Mods.Critters.Items.sword.id, Vec(1, 1))
  > print(Items[lying.state[1]] == Mods.Critters.Items.sword) --> true

World:registerGold(amount: number, pos: Vec): GameObject
  Adds gold to a square. The `state` of the entity is the amount.
  ! the position must be a square of the world
  > local world = World(3, 3)
  > world:registerGold(5, Vec(1, 1))
  > print(world:registerGold(2, Vec(1, 1)).state) --> 7

World:removeDead(entity: GameObject)
  Removes an entity from the world at once, without the event of a death.
  > local world = World(3, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 2))
  > world:removeDead(rat)
  > print(rat.dead, world.grid:getRealAt(Vec(2, 2))) --> true nil

World:registerEvent(entity: GameObject, code: any) -- within
  Adds an event of an entity to its history, to `changes` and to the log of `simulate`.
  - code: one of Changes, or a code of the mod
  > local world = World(3, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 2))
  > world:registerEvent(rat, "squeak")
  > print(rat.history:was "squeak") --> true

World:setRenderer(renderer: table)
  Sets the renderer, which receives each entity and the changes of each turn.
  - renderer: has the methods addRenderEntity(entity), pushChanges(changes) and optionally setAsPlayer(entity)
  ! the first two methods are required
  > local seen = 0
  > local world = World(3, 3)
  > world:setRenderer { addRenderEntity = function() seen = seen + 1 end, pushChanges = function() end }
  > world:create(Mods.Critters.Entities.rat, Vec(2, 2))
  > print(seen) --> 1

World:gameLoop() -- within
  Plays a turn: players act, then all others layer by layer, and then the dead are removed. A player without an action
  does nothing. `World.phase` is 1 while players act, 2 for `Layers.misc`, 3 for reals, 4 for projectiles, 5 for floors,
  6 for traps, and 7 at the end.
  ! no turn of this world may be running
  > local world = World(9, 3)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(1, 2))
  > world:setPlayerActions(Vec(1, 0))
  > world:gameLoop()
  > print(knight.pos) --> Vec(2, 2)

World:sortByPriority() -- within
  Begins a turn: sorts reals, floors, walls, traps and projectiles by their field `priority`, the highest first.
  gameLoop does this, and what the methods below do, in their order.
  ! no turn of this world may be running
  > local world = World(3, 3)
  > world:sortByPriority()
  > print(world.turn) --> 0

World:executePlayerActions() -- within
  Players act, in the phase 1.
  ! no turn of this world may be running
  > local world = World(3, 3)
  > world:executePlayerActions()
  > print(world.turn) --> 1

World:calculateActions() -- within
  All others choose their actions.
  ! no turn of this world may be running
  > local world = World(3, 3)
  > world:calculateActions()
  > print(world.turn) --> 0

World:advancePhase() -- within
  Adds 1 to `World.phase`, up to 7. gameLoop does it before each of the methods below, but for `reset`.
  ! no turn of this world may be running
  > local world = World(3, 3)
  > world:advancePhase()
  > print(world.turn) --> 0

World:activateMisc() -- within
  The entities of `Layers.misc` act, and then tick.
  ! no turn of this world may be running
  > local world = World(3, 3)
  > world:activateMisc()
  > print(world.turn) --> 0

World:activateReals() -- within
  Reals and players act, unless they did, and then tick.
  ! no turn of this world may be running
  > local world = World(3, 3)
  > world:activateReals()
  > print(world.turn) --> 0

World:activateProjectiles() -- within
  Projectiles act, and then tick.
  ! no turn of this world may be running
  > local world = World(3, 3)
  > world:activateProjectiles()
  > print(world.turn) --> 0

World:activateFloors() -- within
  Floors act, and then tick.
  ! no turn of this world may be running
  > local world = World(3, 3)
  > world:activateFloors()
  > print(world.turn) --> 0

World:activateTraps() -- within
  Traps act, and then tick.
  ! no turn of this world may be running
  > local world = World(3, 3)
  > world:activateTraps()
  > print(world.turn) --> 0

World:filterDead() -- within
  Gives the changes of the turn to the renderer, and removes the dead.
  ! no turn of this world may be running
  > local world = World(3, 3)
  > world:filterDead()
  > print(world.turn) --> 0

World:reset() -- within
  Ends a turn: begins new changes, the phase is 1 again, and nobody has acted.
  ! no turn of this world may be running
  > local world = World(3, 3)
  > world:reset()
  > print(world.turn) --> 0

World:gameLoopIfSet(): boolean -- within
  Plays a turn when each living player has an action. Returns whether it did.
  > local world = World(9, 3)
  > world:create(Mods.Critters.Entities.knight, Vec(1, 2))
  > print(world:gameLoopIfSet()) --> false

World:setPlayerActions(direction: Vec, index: integer?): boolean -- within
  Sets the action of a player for the turn: calls its method `generateAction` with the direction, or without that method
  its decorator PlayerControl. Returns whether the player exists, lives and had none.
  - direction: (0, 0) means to do nothing
  - index: which player, 1 for the first
  ! the player must have the method `generateAction`, or be decorated with PlayerControl
  > local world = World(9, 3)
  > world:create(Mods.Critters.Entities.knight, Vec(1, 2))
  > print(world:setPlayerActions(Vec(1, 0), 1), world:setPlayerActions(Vec(1, 0), 2)) --> true false

World:getPlayers(): GameObject[] -- within
  The living players, in order of creation.
  > local world = World(9, 3)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(1, 2))
  > print(#world:getPlayers(), world:getPlayers()[1] == knight) --> 1 true

World:getEntities(layer: integer): GameObject[] -- within
  The living entities of a layer, in the order in which they act. Reals include the players.
  ! the layer must be one of Layers
  > local world = World(9, 3)
  > world:create(Mods.Critters.Entities.rat, Vec(1, 2))
  > print(#world:getEntities(Layers.real), #world:getEntities(Layers.trap)) --> 1 0

World:materializeGenerator(generator: Generator, floor: class, wall: class, enemy: class | class[] | nil): Vec
  Creates the floors, walls and enemies of the rooms of a generator. Returns the centre of the first room.
  - enemy: a class, a list of classes to draw from, or nil for no enemies
  ! the generator must have generated rooms that fit into the world
  > local Floor, Wall = class("Floor", Entity), class("Wall", Entity)
  > Floor.layer, Wall.layer = Layers.floor, Layers.wall
  > local generator, world = Generator(20, 20), World(20, 20)
  > generator:start(6, 6)
  > if generator:generate() then print(world:materializeGenerator(generator, Floor, Wall)) end --> Vec(11, 11)

World:takeCreatures(): Vec[]
  Removes the creatures of kts, which do not act in a world, with their entities. They do not die. Returns the positions
  of those whose squares are free now, row by row.
  > print(#World(3, 3):takeCreatures()) --> 0

World:usePool(name: string, pool: any)
  Gives the world its own pool for a root.
  - pool: a Pool or an InfPool without a parent
  ! a root pool must have that name
  ! a pool of `Pools.instantiatePool` must be of that root
  > local world = World(3, 3)
  > world:usePool("i", require("host.pools").instantiatePool "i")
  > print(Items[world:drawFromPool "i.common.weapon"] ~= nil) --> true

World:drawFromPool(path: string): any -- within
  Draws from the pool that the world has for a root, or from the pool of the game. Returns the id.
  ! as for Pools.drawFromPool
  > print(Entities[World(3, 3):drawFromPool "e.z1.f1.enemy"] ~= nil) --> true

World:show()
  Makes the map of this world the map of the game, which is drawn, exported and saved.
  > local first, second = World(3, 3), World(4, 4)
  > first:show()
  > print(World.fromMap() == first) --> true

class DroppedItem: Entity -- local
  = World(5, 5):createDroppedItem(1, Vec(1, 1))
  The items on a square. `state` is the list of their ids; the last is on top.
  > local lying = World(3, 3):createDroppedItem(Mods.Critters.Items.sword.id, Vec(1, 1))
  > print(#lying.state) --> 1

DroppedItem:setItemId(id: integer)
  Makes an item the only one there.
  > local lying = World(3, 3):createDroppedItem(1, Vec(1, 1))
  > lying:setItemId(2)
  > print(table.concat(lying:getItemIds(), " ")) --> 2

DroppedItem:addItemId(id: integer)
  Adds an item on top.
  > local lying = World(3, 3):createDroppedItem(1, Vec(1, 1))
  > lying:addItemId(2)
  > print(table.concat(lying:getItemIds(), " ")) --> 1 2

DroppedItem:getItemIds(): integer[]
  The ids of the items; the last is on top.
  > print(#World(3, 3):createDroppedItem(1, Vec(1, 1)):getItemIds()) --> 1

modules.initworld(options: table): World
  Creates a world and what stands in it.
  - options: `x` and `y`, the size; `player = { character = class, pos = Vec }`; `enemies`, a list of `{ class, pos }`;
    `floor`, the class of its floors; `pools = { items = pool, entities = pool }`; `generator`, whose rooms it gets. All
    but the size may be left out.
  > local world = require "game.initworld" {
  >   x = 5, y = 5, player = { character = Mods.Critters.Entities.knight, pos = Vec(1, 1) },
  >   enemies = { { Mods.Critters.Entities.rat, Vec(3, 3) } },
  > }
  > print(#world:getPlayers(), #world:getEntities(Layers.real)) --> 1 2
]==]
