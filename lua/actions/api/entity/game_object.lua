-- GameObject: what everything in a world has.
return [==[
class GameObject -- named
  = World(5, 5):create(Mods.Critters.Entities.rat, Vec(2, 2))
  The base class of everything that stands in a world. `world:create(Class, pos)` creates one and calls `init`.

GameObject[string]: any
  Every other field is free for the class, its decorators and its mod.

GameObject.layer: integer
  One of Layers: its kind, and when in a turn it acts. The default is Layers.misc. An entity, and a tile of the map that
  shows floors or walls, keeps the layer that its class has when it is created or laid.
  > local Moss = class("Moss", Entity)
  > Moss.layer = Layers.floor

GameObject.priority: number
  In a layer, the entity with the higher priority acts first. The default is 0.
  > local Hasty = class("Hasty", Entity)
  > Hasty.priority = 10

GameObject.state: any
  Free for mods; 1 at first.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1)).state) --> 1

GameObject.glyph: string?
  The character that pictures show.
  > print(Mods.Critters.Entities.rat.glyph) --> r

GameObject.colour: string?
  Its colour in pictures.

GameObject.sprite: string?
  Its sprite in pictures: a key that `dungeon-host show --sprites` lists, or a sprite of the mod.

GameObject.material: string?
  What it is made of, for pictures.
  > print(Mods.Critters.Entities.rat.colour) --> yellow

GameObject.name: string?
  Its name on maps. The default is the name under which it is registered.
  > local Moss = class("Moss", Entity)
  > Moss.name = "soft moss"

GameObject.global_id: integer?
  The index of a registered class in Entities.
  > print(Entities[Mods.Critters.Entities.rat.global_id] == Mods.Critters.Entities.rat) --> true

GameObject.class_id: integer?
  The same as `global_id`.
  > print(Mods.Critters.Entities.rat.class_id == Mods.Critters.Entities.rat.global_id) --> true

GameObject.id: string
  A text that is unique in the game.
  > local world = World(3, 3)
  > local first, second = world:create(Entity, Vec(1, 1)), world:create(Entity, Vec(1, 1))
  > print(first.id ~= second.id) --> true

GameObject.pos: Vec
  Its position.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1)).pos) --> Vec(2, 1)

GameObject.orientation: Vec
  The direction in which it looks; to the right at first.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1)).orientation) --> Vec(1, 0)

GameObject.world: World
  Its world.
  > local world = World(3, 3)
  > print(world:create(Mods.Critters.Entities.rat, Vec(2, 1)).world == world) --> true

GameObject.dead: boolean
  Whether it has died or was removed from the world.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:die()
  > print(rat.dead) --> true

GameObject.didAction: boolean
  Whether it has acted in this turn.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1)).didAction) --> false

GameObject.doingAction: boolean
  Whether it is acting now.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1)).doingAction) --> false

GameObject.nextAction: Action?
  Its action for this turn.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:calculateAction()
  > print(class.is(rat.nextAction, Action)) --> true

GameObject.enclosingEvent: Event?
  The event of its action in this turn, with `success`, `action` and the fields that the algorithm sets.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:executeAction()
  > print(rat.enclosingEvent.success) --> true

GameObject.decorators: table<string, Decorator>
  Its decorators, by the names of their classes.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > print(rat.decorators.Moving ~= nil, rat.decorators.Digging) --> true nil

GameObject.chains: table<string, Chain>
  Its chains, by name.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat.chains.tick:addHandler(function(event) print(event.actor == rat) end)
  > rat:tick() --> true

GameObject.history: History
  Its events of this turn.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:takeDamage(1)
  > print(rat.history:was "hurt") --> true

GameObject.tinkerData: table
  Data of tinkers about it, by their ids.
  > print(next(World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1)).tinkerData)) --> nil

GameObject.chainTemplate: ChainTemplate?
  The chains that entities of a class get. `Decorators.Start` creates it.
  > local Rat = class("Rat", Entity)
  > Decorators.Start(Rat)
  > print(Rat.chainTemplate:isSetChain "tick") --> false

GameObject.decoratorsList: class[]?
  The decorators of a class, in the order in which `decorate` added them.
  > local Rat = class("Rat", Entity)
  > Decorators.Start(Rat)
  > decorate(Rat, Decorators.Ticking)
  > print(Rat.decoratorsList[1] == Decorators.Ticking) --> true

GameObject:init(pos: Vec, world: World) -- within
  Called once, by `world:create`. A class with its own `init` must call the `init` of its base class.
  ! it cannot be called twice
  > local Mole = class("Mole", Entity)
  > function Mole:init(pos, world)
  >   Entity.init(self, pos, world)
  >   self.depth = 3
  > end
  > print(World(3, 3):create(Mole, Vec(1, 1)).depth) --> 3

GameObject:calculateAction() -- within
  Sets `nextAction`. An entity with the decorator Sequential takes the action of its sequence.
  > local Mole = class("Mole", Entity)
  > function Mole:calculateAction() self.nextAction = require("@action.actions.dig")() end
  > local mole = World(3, 3):create(Mole, Vec(1, 1))
  > mole:calculateAction()
  > print(class.name(mole.nextAction)) --> DigAction

GameObject:executeAction() -- within
  Carries out `nextAction`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:executeAction()
  > print(rat.didAction) --> true

GameObject:isSized(): boolean -- within
  Whether it covers more than one square: always false.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1)):isSized()) --> false

GameObject:isPlayer(): boolean -- within
  Whether it is a player.
  > print(World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1)):isPlayer()) --> true

GameObject:registerEvent(code: any) -- within
  Adds an event to its history and to the changes of the world.
  - code: one of Changes, or a code of the mod
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:registerEvent "squeak"
  > print(rat.history:was "squeak") --> true
]==]
