-- Actions and the handlers that they are made of.
return [==[
class Action
  = Action()
  What an entity is about to do. A class has a chain of handlers; an instance is created for one turn. A handler
  succeeds when its result has `success`; the handlers after it do not run.

Action(): Action -- within
  An action without handlers, which does nothing.
  > print(Action():getChain()) --> nil

Action.fromHandlers(name: string, handlers: function | function[]): class<Action>
  Creates a class of actions.
  - handlers: one handler or a list of handlers: functions of an event, such as those that `handlers.utils` makes
  > local Squeak = Action.fromHandlers("Squeak", function(event) print(class.name(event.action)) end)
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > Squeak():getChain():pass(Event(rat, Squeak())) --> Squeak

Action.chain: Chain | PlainChain | nil
  The handlers of a class of actions.
  > Action.fromHandlers("Squeak", print).chain:pass "squeak" --> squeak

Action.direction: Vec?
  Its direction.
  > local act = Action()
  > act.direction = Vec(1, 0)
  > print(act.direction) --> Vec(1, 0)

Action.attack: AttackEffect?
  The attack on its targets; the decorator Attacking sets it.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > local act = Action()
  > act:setDirection(Vec(1, 0))
  > knight:executeAttack(act, {})
  > print(act.attack.damage) --> 2

Action.push: PushEffect?
  The push of its targets; the decorator Attacking sets it.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > local act = Action()
  > act:setDirection(Vec(1, 0))
  > knight:executeAttack(act, {})
  > print(act.push.distance) --> 1

Action.dig: DigEffect?
  The digging; the decorator Digging sets it.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > local act = Action()
  > act:setDirection(Vec(1, 0))
  > knight:executeDig(act)
  > print(act.dig.power) --> 0

Action.status: Stats | table | nil
  The power of each status that it applies; the decorator Attacking sets it.
  > local arrow = World(3, 3):create(Mods.Critters.Entities.spikes, Vec(2, 1))
  > local act = Action()
  > act:setDirection(Vec(0, 0))
  > arrow:executeAttack(act, {})
  > print(act.status:get "stun") --> 0

Action.unnumbered: boolean
  True: instances of actions have no number, so tables with actions as keys have no fixed order for `pairs`.
  > print(Action.unnumbered) --> true

Action:getChain(): Chain | PlainChain | nil -- within
  The handlers of its class.
  > print(require("@action.actions.none")():getChain()) --> nil

Action:setDirection(direction: Vec)
  Sets its direction.
  > local act = Action()
  > act:setDirection(Vec(0, 1))
  > print(act.direction) --> Vec(0, 1)

class AttackAction: Action
  = require("@action.actions.attack")()
  Attacks.

AttackAction(): AttackAction -- within
  An attack.
  > print(class.name(require("@action.actions.attack")())) --> AttackAction

class MoveAction: Action
  = require("@action.actions.move")()
  Moves.

MoveAction(): MoveAction -- within
  A move.
  > print(class.name(require("@action.actions.move")())) --> MoveAction

class DigAction: Action
  = require("@action.actions.dig")()
  Digs.

DigAction(): DigAction -- within
  Digs.
  > print(class.name(require("@action.actions.dig")())) --> DigAction

class AttackMove: Action
  = require("@action.actions.attackmove")()
  Attacks, or without a target moves.

AttackMove(): AttackMove -- within
  Attacks, or without a target moves.
  > print(class.name(require("@action.actions.attackmove")())) --> AttackMove

class AttackDig: Action
  = require("@action.actions.attackdig")()
  Attacks, or without a target digs.

AttackDig(): AttackDig -- within
  Attacks, or without a target digs.
  > print(class.name(require("@action.actions.attackdig")())) --> AttackDig

class AttackDigMove: Action
  = require("@action.actions.attackdigmove")()
  Attacks, or else digs, or else moves.

AttackDigMove(): AttackDigMove -- within
  Attacks, or else digs, or else moves.
  > print(class.name(require("@action.actions.attackdigmove")())) --> AttackDigMove

class NoneAction: Action
  = require("@action.actions.none")()
  Does nothing.

NoneAction(): NoneAction -- within
  Does nothing.
  > print(class.name(require("@action.actions.none")())) --> NoneAction

class PlayerAction: Action
  = require("@action.actions.player")()
  The action of players: attacks, or else digs, or else interacts, or else moves.

PlayerAction(): PlayerAction -- within
  The action of players.
  > print(class.name(require("@action.actions.player")())) --> PlayerAction

algos.simple(event: Event) -- within
  Does the action of an event in its own direction. `Retouchers.Algos.simple` adds it to a class.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > local event = Event(rat, Action.fromHandlers("Squeak", function(event) event.success = true end)())
  > require "@algos.simple"(event)
  > print(event.success) --> true

algos.general(event: Event) -- within
  Does the action of an event in the first direction of the sequence in which it succeeds. A real on the next square
  that has not acted yet acts first. `Retouchers.Algos.general` adds it to a class.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > local event = Event(rat, require("@action.actions.move")())
  > require "@algos.general"(event)
  > print(event.success, #event.directions) --> false 0

handlers.basic.Attack(event: Event) -- within
  A handler of actions: attacks.
  > local Bite = Action.fromHandlers("Bite", require("@action.handlers.basic").Attack)

handlers.basic.Move(event: Event) -- within
  A handler of actions: moves.
  > local handlers = require "@action.handlers.basic"
  > local BiteOrRun = Action.fromHandlers("BiteOrRun", { handlers.Attack, handlers.Move })

handlers.basic.Dig(event: Event) -- within
  A handler of actions: digs.
  > local Dig = Action.fromHandlers("Dig", require("@action.handlers.basic").Dig)

handlers.utils.applyHandler(name: string): function
  Makes a handler that calls a method of the actor with the action.
  > local Squeaker = class("Squeaker", Entity)
  > function Squeaker:squeak(action) print(action.direction) end
  > local component = require("@action.handlers.utils").applyHandler "squeak"
  > component(Event(Squeaker(), { direction = Vec(1, 0) })) --> Vec(1, 0)

handlers.utils.activateDecorator(name: string): function
  Makes a handler that activates a decorator of the actor. Without that decorator, the handler does nothing.
  > local utils = require "@action.handlers.utils"
  > local Open = Action.fromHandlers("Open", utils.activateDecorator "Interacting")

handlers.utils.applyFunctionHandler(fn: fun(actor: Entity, action: Action): table?): function
  Makes a handler that calls a function with the actor and the action. It succeeds when the result has `success`.
  > local utils = require "@action.handlers.utils"
  > local component = utils.applyFunctionHandler(function(actor, action) return { success = true } end)
  > local event = Event({}, Action())
  > component(event)
  > print(event.success) --> true

modules.utils.handlers.turnToPlayer(event: Event)
  A handler: turns the actor to the nearest player, along the axis with the greater distance.
  > local world = World(9, 9)
  > world:create(Mods.Critters.Entities.knight, Vec(2, 8))
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(3, 1))
  > require("modules.utils.handlers").turnToPlayer(Event(rat))
  > print(rat.orientation) --> Vec(0, 1)

modules.utils.handlers.checkOrthogonal(event: Event)
  For `checkSuccess` of a step: whether the nearest player is in the same row or column.
  > local world = World(9, 9)
  > world:create(Mods.Critters.Entities.knight, Vec(3, 8))
  > local event = Event(world:create(Mods.Critters.Entities.rat, Vec(3, 1)))
  > require("modules.utils.handlers").checkOrthogonal(event)
  > print(event.success) --> true

modules.utils.handlers.checkNotMove(event: Event)
  For `checkSuccess` of a step: whether the entity succeeded in something other than a move.
  > local event = Event(World(9, 9):create(Mods.Critters.Entities.rat, Vec(3, 1)))
  > require("modules.utils.handlers").checkNotMove(event)
  > print(event.success) --> false

interactors.attack(targets: Target[], action: table): table<integer, Event> -- within
  Attacks each target with a copy of `action.attack`. Returns the events, by the numbers of the targets.
  > local interactors = require "@interactors.do"
  > print(#interactors.attack({}, { direction = Vec(1, 0) })) --> 0

interactors.push(targets: Target[], action: table): table<integer, Event> -- within
  Pushes each target with a copy of `action.push`.
  > local world = World(5, 3)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(1, 1))
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 1))
  > local act = { direction = Vec(1, 0), push = require "@action.effects.push" { power = 1 } }
  > require("@interactors.do").push(knight:getTargets(act), act)
  > print(rat.pos) --> Vec(3, 1)

interactors.dig(targets: Target[], action: table): table<integer, Event> -- within
  Digs each target with a copy of `action.dig`.
  > print(#require("@interactors.do").dig({}, { direction = Vec(1, 0) })) --> 0

interactors.status(targets: Target[], action: table): table<integer, Event> -- within
  Applies the statuses of `action.status` to each target.
  > local world = World(5, 3)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(1, 1))
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 1))
  > local act = { direction = Vec(1, 0), status = { stun = 1 } }
  > require("@interactors.do").status(knight:getTargets(act), act)
  > print(rat.statuses:get "stun") --> 2

base.utils.activateDecorator(decorator: class<Decorator>): function
  Makes a method that activates a decorator of the entity with the arguments of the method. An entity without the
  decorator gives nil.
  > local Rat = class("Rat", Mods.Critters.Entities.rat)
  > copyChains(Mods.Critters.Entities.rat, Rat)
  > Rat.suffer = require("@base.utils").activateDecorator(Decorators.WithHP)
  > local rat = World(3, 3):create(Rat, Vec(1, 1))
  > rat:suffer(1)
  > print(rat.history:was "hurt") --> true

base.utils.activateDecoratorCustom(decorator: class<Decorator>, method: string): function
  Makes a method that calls a method of a decorator of the entity, without the entity as an argument.
  > local Rat = class("Rat", Mods.Critters.Entities.rat)
  > copyChains(Mods.Critters.Entities.rat, Rat)
  > Rat.read = require("@base.utils").activateDecoratorCustom(Decorators.DynamicStats, "getStat")
  > print(World(3, 3):create(Rat, Vec(1, 1)):read(StatTypes.Move).distance) --> 1
]==]
