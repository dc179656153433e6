-- Decorators: what classes of entities are given before there is any entity.
return [==[
decorate(class: class, decorator: class<Decorator> | function)
  Adds a decorator to a class: its chains and their handlers, and an instance for each entity, in `decorators`.
  - decorator: a class of decorators, or a function that is called with the class
  ! the class must be your own, and have a chain template: see Decorators.Start
  ! at most 200 decorators
  > local Rat = class("Rat", Entity)
  > Decorators.Start(Rat)
  > decorate(Rat, Decorators.Ticking)
  > print(World(3, 3):create(Rat, Vec(1, 1)):isDecorated "Ticking") --> true

copyChains(from: class, to: class)
  Gives a class copies of the chains and the decorators of another.
  ! `from` must have chains
  ! `to` must be a class of your own
  > local Rat = class("Rat", Mods.Critters.Entities.rat)
  > copyChains(Mods.Critters.Entities.rat, Rat)
  > Rat.chainTemplate:addHandler("tick", function() print "squeak" end)
  > World(3, 3):create(Rat, Vec(1, 1)):tick() --> squeak

Decorators.Start(class: class)
  Gives a class a chain template and a list of decorators of its own, both empty.
  ! the class must be your own
  > local Rat = class("Rat", Entity)
  > Decorators.Start(Rat)
  > print(#Rat.decoratorsList) --> 0

Decorators.General(class: class)
  Decorates a class with Acting and Sequential, and lets it try the directions of its sequence. It must have Ticking.
  > local Rat = class("Rat", Entity)
  > Decorators.Start(Rat)
  > decorate(Rat, Decorators.Ticking)
  > Decorators.General(Rat)
  > print(#Rat.decoratorsList) --> 3

Decorators.Decorator: class<Decorator>
  The class of which decorators are made.

Decorators.Acting: class<Acting>
  It does what it has decided on.

Decorators.Attackable: class<Attackable>
  It can be attacked.

Decorators.Attacking: class<Attacking>
  It can attack.

Decorators.Diggable: class<Diggable>
  It can be dug out.

Decorators.Digging: class<Digging>
  It can dig.

Decorators.Displaceable: class<Displaceable>
  It can be taken to another square.

Decorators.DynamicStats: class<DynamicStats>
  It has the stats of its `baseModifiers`.

Decorators.Interactable: class<Interactable>
  It can be opened and the like.

Decorators.Interacting: class<Interacting>
  It can open chests and the like.

Decorators.Inventory: class<Inventory>
  It wears items.

Decorators.Killable: class<Killable>
  It can die.

Decorators.Moving: class<Moving>
  It can move.

Decorators.PlayerControl: class<PlayerControl>
  It does what it is told.

Decorators.Pushable: class<Pushable>
  It can be pushed.

Decorators.Sequential: class<Sequential>
  It decides by its `sequenceSteps`.

Decorators.Statused: class<Statused>
  It can have statuses.

Decorators.Ticking: class<Ticking>
  It hears of beats.

Decorators.WithHP: class<WithHP>
  It has hit points.

class Decorator
  = Decorators.Decorator()
  What adds chains to a class, and something to each entity. Its constructor is called with the entity.
  > local Counted = class("Counted", Decorators.Decorator)
  > Counted.affectedChains = { { "tick", { function(event) event.actor.beats = (event.actor.beats or 0) + 1 end } } }
  > local Rat = class("Rat", Mods.Critters.Entities.rat)
  > copyChains(Mods.Critters.Entities.rat, Rat)
  > decorate(Rat, Counted)
  > local rat = World(3, 3):create(Rat, Vec(1, 1))
  > rat:tick()
  > print(rat.beats) --> 1

Decorator(entity: GameObject?): Decorator
  A decorator of an entity, which entities make.
  > print(class.name(Decorators.Decorator())) --> Decorator

Decorator.affectedChains: table[]
  The chains that it adds, each with its handlers: `{ name, { handler, … } }`.
  > print(Decorators.Moving.affectedChains[1][1]) --> getMove

Decorator:activate(actor: GameObject?, action: any): any
  Lets it do what it is there for.
  > local Loud = class("Loud", Decorators.Decorator)
  > function Loud:activate() print "squeak" end
  > Loud():activate() --> squeak

class Acting: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.Acting
  Chains: `checkAction`, `action`, `failAction`, `succeedAction`. A retoucher such as `Retouchers.Algos.simple` adds what
  runs the action.

Acting:activate(actor: Entity) -- within
  Does `actor.nextAction`; the event is left in `actor.enclosingEvent`.
  ! `nextAction` must be an action
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat.decorators.Acting:activate(rat)
  > print(rat.enclosingEvent.success) --> true

class Attackable: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.Attackable
  Chains: `defence`, `beHit`, `attackableness`. In `defence`, `event.resistance` holds the stat AttackRes.

Attackable.AttackSourceTypes: table<string, string>
  The global table AttackSourceTypes.
  > print(Decorators.Attackable.AttackSourceTypes.Normal) --> normal

Attackable.registerAttackSource(name: string): string
  The same as the global `registerAttackSource`.
  > print(Decorators.Attackable.registerAttackSource "Frost") --> frost

Attackable:activate(actor: Entity, action: table): Event -- within
  Takes the blow `action.attack`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local blow = { attack = require "@action.effects.attack" { damage = 1, pierce = 1 } }
  > rat.decorators.Attackable:activate(rat, blow)
  > print(rat.hp:get()) --> 1

Attackable:getAttackableness(actor: Entity, attacker: Entity?): string -- within
  How it can be aimed at: what handlers of `attackableness` leave in `event.result`, or YES.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat.decorators.Attackable:getAttackableness(rat)) --> YES

class Attacking: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.Attacking
  Chains: `getAttack`, where `event.targets` is found and `event.action` gets attack, push and status, and `attack`.

Attacking:activate(actor: Entity, action: table, entities: Entity[]?): Event -- within
  Attacks in the direction of the action.
  - entities: who is hit, wherever they are
  > local world = World(3, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(3, 3))
  > rat.decorators.Attacking:activate(rat, { direction = Vec(1, 0) }, { knight })
  > print(knight.hp:get()) --> 29

class Diggable: Decorator
  = Decorators.Diggable()
  Chains: `checkDig`, `beDug`. In `checkDig`, `event.resistance` holds the stat DigRes.

Diggable:activate(actor: Entity, action: table): Event -- within
  Is dug out by `action.dig`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat.decorators.Diggable) --> nil

class Digging: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.Digging
  Chains: `getDig`, where `event.targets` is found and `event.action.dig` is set, and `dig`.

Digging:activate(actor: Entity, action: table): Event -- within
  Digs in the direction of the action.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > print(#knight.decorators.Digging:activate(knight, { direction = Vec(1, 0) }).targets) --> 0

class Displaceable: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.Displaceable
  Chains: `getDisplacement`, where `event.newPos` is set from `event.move`, and `displace`.

Displaceable:activate(actor: Entity, move: MoveEffect): Event -- within
  Goes where a move takes it.
  > local rat = World(5, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local move = require "@action.effects.move" { distance = 2 }
  > move.direction = Vec(1, 0)
  > print(rat.decorators.Displaceable:activate(rat, move).newPos) --> Vec(3, 1)

class DynamicStats: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.DynamicStats
  The stats of an entity, from its `baseModifiers` and through handlers that change them as they are read.

DynamicStats.actor: Entity
  Whose they are.

DynamicStats.statsList: table<integer, Stats>
  The stats that somebody has asked for so far, by StatTypes.

DynamicStats.statsChains: table<integer, PlainChain>
  The handlers of stats, by StatTypes.

DynamicStats:getStat(index: integer?): Effect | Stats | number -- within
  A stat as its handlers leave it; 0 for nil.
  ! it must be one of StatTypes
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat.decorators.DynamicStats:getStat(StatTypes.Attack).damage) --> 1

DynamicStats:getStatRaw(index: integer): Stats | number -- within
  A stat without its handlers.
  ! it must be one of StatTypes
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat.decorators.DynamicStats:getStatRaw(StatTypes.Attack):get "damage") --> 1

DynamicStats:setStat(index: integer, name: string | number | table, amount: number?) -- within
  Sets a value: (index, name, amount), (index, amount) or (index, Stats).
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat.decorators.DynamicStats:setStat(StatTypes.DigRes, 3)
  > print(rat:getStat(StatTypes.DigRes)) --> 3

DynamicStats:addStat(index: integer, name: string | number | table, amount: number?) -- within
  Adds to a value: (index, name, amount), (index, amount) or (index, Stats).
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat.decorators.DynamicStats:addStat(StatTypes.Attack, { damage = 2 })
  > print(rat:getStat(StatTypes.Attack).damage) --> 3

DynamicStats:addHandler(index: integer, handler: function | table) -- within
  Adds a handler that changes a stat as it is read: `event.stats` is Stats or a number.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local function double(event) event.stats:add("damage", event.stats:get "damage") end
  > rat.decorators.DynamicStats:addHandler(StatTypes.Attack, double)
  > print(rat:getStat(StatTypes.Attack).damage) --> 2

DynamicStats:removeHandler(index: integer, handler: function | table)
  Takes such a handler away.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local function double(event) event.stats:add("damage", event.stats:get "damage") end
  > rat.decorators.DynamicStats:addHandler(StatTypes.Attack, double)
  > rat.decorators.DynamicStats:removeHandler(StatTypes.Attack, double)
  > print(rat:getStat(StatTypes.Attack).damage) --> 1

class Interactable: Decorator
  = World(5, 5):create(Mods.Critters.Entities.chest, Vec(2, 2)).decorators.Interactable
  Chains: `checkInteracted`, `beInteracted`. Whoever is interacted with dies, as chests do that open.

Interactable:activate(actor: Entity, action: table): Event -- within
  Is opened.
  > local chest = World(3, 3):create(Mods.Critters.Entities.chest, Vec(1, 1))
  > chest.decorators.Interactable:activate(chest, {})
  > print(chest.dead) --> true

class Interacting: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.Interacting
  Chains: `checkInteract`, where `event.target` is found, and `interact`.

Interacting:activate(actor: Entity, action: table): Event -- within
  Opens what is ahead in the direction of the action.
  > local world = World(3, 3)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(1, 1))
  > local chest = world:create(Mods.Critters.Entities.chest, Vec(2, 1))
  > knight.decorators.Interacting:activate(knight, { direction = Vec(1, 0) })
  > print(chest.dead) --> true

class Inventory: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.Inventory
  Gives each entity an `inventory`.

class Killable: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.Killable
  Chains: `checkDie`, `die`.

Killable:activate(actor: Entity): Event -- within
  Dies, unless a handler of `checkDie` prevents it.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat.chains.checkDie:addHandler(function(event) event.propagate = false end)
  > rat.decorators.Killable:activate(rat)
  > print(rat.dead) --> false

class Moving: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.Moving
  Chains: `getMove`, where `event.move` is set, and `move`.

Moving:activate(actor: Entity, action: table): Event -- within
  Moves in the direction of the action.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat.decorators.Moving:activate(rat, { direction = Vec(0, 1) })
  > print(rat.pos) --> Vec(1, 2)

class PlayerControl: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.PlayerControl
  Lets a player be told what to do, as `world:setPlayerActions` does.

PlayerControl:activate(player: Entity, direction: Vec) -- within
  Gives the player its action for the turn: towards the direction, or none for (0, 0).
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > knight.decorators.PlayerControl:activate(knight, Vec(1, 0))
  > print(class.name(knight.nextAction)) --> PlayerAction

class Pushable: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.Pushable
  Chains: `checkPush`, `executePush`. In `checkPush`, `event.resistance` holds the stat PushRes.

Pushable:activate(actor: Entity, action: table): Event -- within
  Is pushed by `action.push` in the direction of the action.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local push = require "@action.effects.push" { power = 1 }
  > rat.decorators.Pushable:activate(rat, { push = push, direction = Vec(1, 0) })
  > print(rat.pos) --> Vec(2, 1)

class Sequential: Decorator
  = World(5, 5):create(Mods.Critters.Entities.rat, Vec(2, 2)).decorators.Sequential
  Gives each entity a `sequence` of its `sequenceSteps`. The class must have Ticking.

Sequential:activate(actor: Entity) -- within
  Sets `nextAction` to that of the step.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat.decorators.Sequential:activate(rat)
  > print(class.name(rat.nextAction)) --> AttackMove

class Statused: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.Statused
  Chain: `status`. Gives each entity `statuses`, and counts them down in the chain `tick`.

Statused.StatusTypes: table<string, integer>
  The global table StatusTypes.
  > print(Decorators.Statused.StatusTypes.stun == StatusTypes.stun) --> true

Statused.actor: Entity
  Whose they are.

Statused:activate(actor: Entity, action: table, options: any): Event -- within
  Applies each status of `action.status` whose power is at least the resistance.
  ! there must be such statuses
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat.decorators.Statused:activate(rat, { status = { web = 1 } })
  > print(rat.statuses:get "web") --> 2

Statused:resetStatus(index: integer | string) -- within
  Ends a status, given by its number or name, at once.
  ! there must be such a status
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat:beStatused { status = { web = 1 } }
  > rat.decorators.Statused:resetStatus(StatusTypes.web)
  > print(rat.statuses:get "web") --> 0

class Ticking: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.Ticking
  Chain: `tick`.

Ticking:activate(actor: Entity) -- within
  Tells its chain `tick` that a beat is over.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat.chains.tick:addHandler(function() print "tock" end)
  > rat.decorators.Ticking:activate(rat) --> tock

class WithHP: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.WithHP
  Gives each entity `hp`, of `baseModifiers.hp.amount` points.

WithHP:activate(actor: Entity, damage: number): number -- within
  Loses hit points; gives what was too much.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat.decorators.WithHP:activate(rat, 3)) --> 1

decorators.utils.checkApplyCycle(check: string, apply: string): function
  An `activate(actor, action)`: an event passes a chain, and when nobody stops it another. It succeeds with the first.
  > local Yelling = class("Yelling", Decorators.Decorator)
  > Yelling.affectedChains = { { "checkYell", {} }, { "yell", { function() print "squeak" end } } }
  > Yelling.activate = require("@decorators.utils").checkApplyCycle("checkYell", "yell")
  > local Rat = class("Rat", Entity)
  > Decorators.Start(Rat)
  > decorate(Rat, Yelling)
  > local rat = World(3, 3):create(Rat, Vec(1, 1))
  > rat.decorators.Yelling:activate(rat) --> squeak

decorators.utils.checkApplyPresetEvent(check: string, apply: string): function
  The same for an event that the caller has made: an `activate(actor, event)`.
  > local utils = require "@decorators.utils"
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local die = utils.checkApplyPresetEvent("checkDie", "die")
  > print(die(nil, rat, Event(rat)).success) --> true

decorators.utils.checkApplyCustomized(check: string, apply: string, property: string): function
  The same without an action: an `activate(actor, value)`, where the value is a field of the event.
  > local utils = require "@decorators.utils"
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(utils.checkApplyCustomized("checkDie", "die", "why")(nil, rat, "age").why) --> age

decorators.utils.die(event: Event) -- within
  A handler: the actor dies when it has no hit points left.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat:takeDamage(5)
  > require("@decorators.utils").die(Event(rat))
  > print(rat.dead) --> true

decorators.utils.nothing() -- within
  A handler that does nothing.
  > require("@decorators.utils").nothing()

decorators.utils.regChangeFunc(code: any): function
  A handler that registers an event with the actor.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > require("@decorators.utils").regChangeFunc "squeak"(Event(rat))
  > print(rat.history:was "squeak") --> true

decorators.utils.convertToTargets(entities: Entity[], direction: Vec, actor: Entity): Target[]
  Targets for entities that are hit wherever they are.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(require("@decorators.utils").convertToTargets({ rat }, Vec(1, 0), rat)[1].entity == rat) --> true
]==]
