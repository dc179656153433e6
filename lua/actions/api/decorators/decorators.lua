-- Decorators: functions that decorate classes, and the table Decorators.
return [==[
decorate(class: class, decorator: class<Decorator> | function)
  Adds a decorator to a class: its chains with their handlers, and an instance in `decorators` of each entity.
  - decorator: a class of decorators, or a function that is called with the class
  ! the class must belong to the mod and have a chain template: see Decorators.Start
  ! at most 200 decorators
  > local Rat = class("Rat", Entity)
  > Decorators.Start(Rat)
  > decorate(Rat, Decorators.Ticking)
  > print(World(3, 3):create(Rat, Vec(1, 1)):isDecorated "Ticking") --> true

copyChains(from: class, to: class)
  Copies the chains and the decorators of one class to another.
  ! `from` must have chains
  ! `to` must be a class of the mod
  > local Rat = class("Rat", Mods.Critters.Entities.rat)
  > copyChains(Mods.Critters.Entities.rat, Rat)
  > Rat.chainTemplate:addHandler("tick", function() print "squeak" end)
  > World(3, 3):create(Rat, Vec(1, 1)):tick() --> squeak

Decorators.Start(class: class)
  Gives a class an empty chain template and an empty list of decorators.
  ! the class must belong to the mod
  > local Rat = class("Rat", Entity)
  > Decorators.Start(Rat)
  > print(#Rat.decoratorsList) --> 0

Decorators.General(class: class)
  Decorates a class with Acting and Sequential, and adds `Retouchers.Algos.general`. The class must have Ticking.
  > local Rat = class("Rat", Entity)
  > Decorators.Start(Rat)
  > decorate(Rat, Decorators.Ticking)
  > Decorators.General(Rat)
  > print(#Rat.decoratorsList) --> 3

Decorators.Decorator: class<Decorator>
  The base class of decorators.

Decorators.Acting: class<Acting>
  The entity acts.

Decorators.Attackable: class<Attackable>
  The entity can be hit.

Decorators.Attacking: class<Attacking>
  The entity attacks.

Decorators.Diggable: class<Diggable>
  The entity can be dug away.

Decorators.Digging: class<Digging>
  The entity digs.

Decorators.Displaceable: class<Displaceable>
  The entity can change its square.

Decorators.DynamicStats: class<DynamicStats>
  The entity has the stats of its `baseModifiers`.

Decorators.Interactable: class<Interactable>
  The entity can be opened or used, as chests and levers can.

Decorators.Interacting: class<Interacting>
  The entity opens chests, pulls levers and the like.

Decorators.Inventory: class<Inventory>
  The entity carries items.

Decorators.Killable: class<Killable>
  The entity can die.

Decorators.Moving: class<Moving>
  The entity moves.

Decorators.PlayerControl: class<PlayerControl>
  The entity is a player, whose actions come from `world:setPlayerActions`.

Decorators.Pushable: class<Pushable>
  The entity can be pushed.

Decorators.Sequential: class<Sequential>
  The entity takes its actions from its `sequenceSteps`.

Decorators.Statused: class<Statused>
  Statuses can affect the entity.

Decorators.Ticking: class<Ticking>
  The entity has the chain `tick`, for the end of its part of each turn.

Decorators.WithHP: class<WithHP>
  The entity has hit points.

class Decorator
  = Decorators.Decorator()
  Adds chains to a class, and an instance to each entity. The constructor is called with the entity.
  > local Counted = class("Counted", Decorators.Decorator)
  > Counted.affectedChains = { { "tick", { function(event) event.actor.beats = (event.actor.beats or 0) + 1 end } } }
  > local Rat = class("Rat", Mods.Critters.Entities.rat)
  > copyChains(Mods.Critters.Entities.rat, Rat)
  > decorate(Rat, Counted)
  > local rat = World(3, 3):create(Rat, Vec(1, 1))
  > rat:tick()
  > print(rat.beats) --> 1

Decorator(entity: GameObject?): Decorator
  A decorator of an entity. `world:create` creates it.
  > print(class.name(Decorators.Decorator())) --> Decorator

Decorator.affectedChains: table[]
  The chains that it adds, with their handlers: a list of `{ name, { handler, … } }`.
  > print(Decorators.Moving.affectedChains[1][1]) --> getMove

Decorator:activate(actor: GameObject?, action: any): any
  Runs the decorator.
  > local Loud = class("Loud", Decorators.Decorator)
  > function Loud:activate() print "squeak" end
  > Loud():activate() --> squeak

decorators.utils.checkApplyCycle(check: string, apply: string): function
  Makes an `activate(actor, action)`: passes an event to the check chain and, unless a handler stops it, to the apply
  chain.
  > local Yelling = class("Yelling", Decorators.Decorator)
  > Yelling.affectedChains = { { "checkYell", {} }, { "yell", { function() print "squeak" end } } }
  > Yelling.activate = require("@decorators.utils").checkApplyCycle("checkYell", "yell")
  > local Rat = class("Rat", Entity)
  > Decorators.Start(Rat)
  > decorate(Rat, Yelling)
  > local rat = World(3, 3):create(Rat, Vec(1, 1))
  > rat.decorators.Yelling:activate(rat) --> squeak

decorators.utils.checkApplyPresetEvent(check: string, apply: string): function
  Makes a function of an event that the caller creates. It may also be an `activate(actor, event)`.
  > local utils = require "@decorators.utils"
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local die = utils.checkApplyPresetEvent("checkDie", "die")
  > print(die(Event(rat)).success) --> true

decorators.utils.checkApplyCustomized(check: string, apply: string, property: string): function
  Makes an `activate(actor, value)` without an action. The value is a field of the event.
  > local utils = require "@decorators.utils"
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(utils.checkApplyCustomized("checkDie", "die", "why")(nil, rat, "age").why) --> age

decorators.utils.die(event: Event) -- within
  A handler: kills the actor when it has no hit points left.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat:takeDamage(5)
  > require("@decorators.utils").die(Event(rat))
  > print(rat.dead) --> true

decorators.utils.nothing() -- within
  A handler that does nothing.
  > require("@decorators.utils").nothing()

decorators.utils.regChangeFunc(code: any): function
  Makes a handler that registers an event with the actor.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > require("@decorators.utils").regChangeFunc "squeak"(Event(rat))
  > print(rat.history:was "squeak") --> true

decorators.utils.convertToTargets(entities: Entity[], direction: Vec, actor: Entity): Target[]
  Makes targets of entities that are hit at any distance.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(require("@decorators.utils").convertToTargets({ rat }, Vec(1, 0), rat)[1].entity == rat) --> true
]==]
