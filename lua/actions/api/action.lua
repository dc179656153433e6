-- Actions, what runs them, and sequences of them.
return [==[
class Action
  = Action()
  What an entity is about to do: a class has a chain of components, and an instance is made for a turn. A component
  succeeds when the event that it gives has `success`; later ones are left out then.

Action(): Action -- within
  An action of no components: to do nothing.
  > print(Action():getChain()) --> nil

Action.fromHandlers(name: string, handlers: function | function[]): class<Action>
  A new class of actions.
  - handlers: a component, or a list of them: functions of an event; `handlers.utils` makes them
  > local Squeak = Action.fromHandlers("Squeak", function(event) print(class.name(event.action)) end)
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > Squeak():getChain():pass(Event(rat, Squeak())) --> Squeak

Action.chain: Chain | PlainChain | nil
  The components of a class of actions.
  > Action.fromHandlers("Squeak", print).chain:pass "squeak" --> squeak

Action.direction: Vec?
  Where it is directed.
  > local act = Action()
  > act.direction = Vec(1, 0)
  > print(act.direction) --> Vec(1, 0)

Action.attack: AttackEffect?
  What it does to whom it hits; `Attacking` sets it.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > local act = Action()
  > act:setDirection(Vec(1, 0))
  > knight:executeAttack(act, {})
  > print(act.attack.damage) --> 2

Action.push: PushEffect?
  How it pushes whom it hits; `Attacking` sets it.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > local act = Action()
  > act:setDirection(Vec(1, 0))
  > knight:executeAttack(act, {})
  > print(act.push.distance) --> 1

Action.dig: DigEffect?
  How it digs; `Digging` sets it.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > local act = Action()
  > act:setDirection(Vec(1, 0))
  > knight:executeDig(act)
  > print(act.dig.power) --> 0

Action.status: Stats | table | nil
  The power of each status that it brings; `Attacking` sets it.
  > local arrow = World(3, 3):create(Mods.Critters.Entities.spikes, Vec(2, 1))
  > local act = Action()
  > act:setDirection(Vec(0, 0))
  > arrow:executeAttack(act, {})
  > print(act.status:get "stun") --> 0

Action.unnumbered: boolean
  True: instances of actions are too many to be keys of tables that `pairs` walks in a fixed order.
  > print(Action.unnumbered) --> true

Action:getChain(): Chain | PlainChain | nil -- within
  The components of its class.
  > print(require("@action.actions.none")():getChain()) --> nil

Action:setDirection(direction: Vec) -- within
  Directs it somewhere.
  > local act = Action()
  > act:setDirection(Vec(0, 1))
  > print(act.direction) --> Vec(0, 1)

class AttackAction: Action
  = require("@action.actions.attack")()
  To attack.

AttackAction(): AttackAction -- within
  An attack.
  > print(class.name(require("@action.actions.attack")())) --> AttackAction

class MoveAction: Action
  = require("@action.actions.move")()
  To move.

MoveAction(): MoveAction -- within
  A move.
  > print(class.name(require("@action.actions.move")())) --> MoveAction

class DigAction: Action
  = require("@action.actions.dig")()
  To dig.

DigAction(): DigAction -- within
  To dig.
  > print(class.name(require("@action.actions.dig")())) --> DigAction

class AttackMove: Action
  = require("@action.actions.attackmove")()
  To attack, or else to move.

AttackMove(): AttackMove -- within
  To attack, or else to move.
  > print(class.name(require("@action.actions.attackmove")())) --> AttackMove

class AttackDig: Action
  = require("@action.actions.attackdig")()
  To attack, or else to dig.

AttackDig(): AttackDig -- within
  To attack, or else to dig.
  > print(class.name(require("@action.actions.attackdig")())) --> AttackDig

class AttackDigMove: Action
  = require("@action.actions.attackdigmove")()
  To attack, or else to dig, or else to move.

AttackDigMove(): AttackDigMove -- within
  To attack, or else to dig, or else to move.
  > print(class.name(require("@action.actions.attackdigmove")())) --> AttackDigMove

class NoneAction: Action
  = require("@action.actions.none")()
  To do nothing.

NoneAction(): NoneAction -- within
  To do nothing.
  > print(class.name(require("@action.actions.none")())) --> NoneAction

class PlayerAction: Action
  = require("@action.actions.player")()
  What players do: attack, or else dig, or else interact, or else move.

PlayerAction(): PlayerAction -- within
  What players do.
  > print(class.name(require("@action.actions.player")())) --> PlayerAction

algos.simple(event: Event) -- within
  Runs the action of an event in the direction that it has. `Retouchers.Algos.simple` adds it to a class.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > local event = Event(rat, Action.fromHandlers("Squeak", function(event) event.success = true end)())
  > require "@algos.simple"(event)
  > print(event.success) --> true

algos.general(event: Event) -- within
  Runs the action of an event in the first of the directions from the sequence in which it succeeds. Who stands in the way
  and has not acted yet acts first. `Retouchers.Algos.general` adds it to a class.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > local event = Event(rat, require("@action.actions.move")())
  > require "@algos.general"(event)
  > print(event.success, #event.directions) --> false 0

handlers.basic.Attack(event: Event) -- within
  A component of actions: to attack.
  > local Bite = Action.fromHandlers("Bite", require("@action.handlers.basic").Attack)

handlers.basic.Move(event: Event) -- within
  A component of actions: to move.
  > local handlers = require "@action.handlers.basic"
  > local BiteOrRun = Action.fromHandlers("BiteOrRun", { handlers.Attack, handlers.Move })

handlers.basic.Dig(event: Event) -- within
  A component of actions: to dig.
  > local Dig = Action.fromHandlers("Dig", require("@action.handlers.basic").Dig)

handlers.utils.applyHandler(name: string): function
  A component that calls a method of the actor with the action.
  > local Squeaker = class("Squeaker", Entity)
  > function Squeaker:squeak(action) print(action.direction) end
  > local component = require("@action.handlers.utils").applyHandler "squeak"
  > component(Event(Squeaker(), { direction = Vec(1, 0) })) --> Vec(1, 0)

handlers.utils.activateDecorator(name: string): function
  A component that activates a decorator of the actor; without it, it fails.
  > local utils = require "@action.handlers.utils"
  > local Open = Action.fromHandlers("Open", utils.activateDecorator "Interacting")

handlers.utils.applyFunctionHandler(fn: fun(actor: Entity, action: Action): table?): function
  A component that calls a function with the actor and the action. It succeeds when that gives a table with `success`.
  > local utils = require "@action.handlers.utils"
  > local component = utils.applyFunctionHandler(function(actor, action) return { success = true } end)
  > local event = Event({}, Action())
  > component(event)
  > print(event.success) --> true

modules.utils.handlers.turnToPlayer(event: Event) -- within
  A handler: the actor looks towards the nearest player, along the axis on which that is farther away.
  > local world = World(9, 9)
  > world:create(Mods.Critters.Entities.knight, Vec(2, 8))
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(3, 1))
  > require("modules.utils.handlers").turnToPlayer(Event(rat))
  > print(rat.orientation) --> Vec(0, 1)

modules.utils.handlers.checkOrthogonal(event: Event) -- within
  For `checkSuccess` of a step: whether the nearest player is in the same row or column.
  > local world = World(9, 9)
  > world:create(Mods.Critters.Entities.knight, Vec(3, 8))
  > local event = Event(world:create(Mods.Critters.Entities.rat, Vec(3, 1)))
  > require("modules.utils.handlers").checkOrthogonal(event)
  > print(event.success) --> true

modules.utils.handlers.checkNotMove(event: Event) -- within
  For `checkSuccess` of a step: whether the entity did something else than move.
  > local event = Event(World(9, 9):create(Mods.Critters.Entities.rat, Vec(3, 1)))
  > require("modules.utils.handlers").checkNotMove(event)
  > print(event.success) --> false

movs.basic(actor: Entity): Vec[] -- within
  The directions along the axes that lead closer to the nearest player: first where the entity looks.
  > local world = World(9, 9)
  > world:create(Mods.Critters.Entities.knight, Vec(5, 5))
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(table.unpack(require "@sequence.movs.basic"(rat))) --> Vec(1, 0) Vec(0, 1)

movs.adjacent(actor: Entity): Vec[] -- within
  The diagonal towards the nearest player, then along the axes.
  > local world = World(9, 9)
  > world:create(Mods.Critters.Entities.knight, Vec(5, 5))
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(table.unpack(require "@sequence.movs.adjacent"(rat))) --> Vec(1, 1) Vec(0, 1) Vec(1, 0)

movs.diagonal(actor: Entity): Vec[] -- within
  The diagonals that lead closer to the nearest player.
  > local world = World(9, 9)
  > world:create(Mods.Critters.Entities.knight, Vec(5, 5))
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(table.unpack(require "@sequence.movs.diagonal"(rat))) --> Vec(1, 1)

movs.straight(actor: Entity): Vec[] -- within
  Where the entity looks.
  > local rat = World(9, 9):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(table.unpack(require "@sequence.movs.straight"(rat))) --> Vec(1, 0)

record SequenceStep
  A step of `sequenceSteps`. Handlers are a function of an event, a list of such, or a chain.
  action: class<Action>, what is done in this step
  movs: (fun(actor: Entity, action: Action): Vec[])?, in which directions, the best first: one of `@sequence.movs`
  success: integer?, the number of the step that follows when it succeeded; nil for the next
  fail: integer?, the number of the step that follows when it did not; nil for the next
  repet: integer?, how many turns it takes
  checkSuccess: function | table | nil, handlers that set `event.success`, and `event.index` for the step that follows
  enter: function | table | nil, handlers for when the step begins
  exit: function | table | nil, handlers for when the step is over

class Step
  = require("@sequence.step")({ action = Action }, "a step")
  A step, as a sequence has read it.

Step(config: SequenceStep, name: string): Step -- within
  A step. Sequences make their own.
  - name: what messages call it
  > print(require("@sequence.step")({ action = Action }, "a step").action == Action) --> true

Step.action: class<Action>
  What is done.

Step.movs: function?
  In which directions.

Step.success: integer?
  The number of the step that follows when it succeeded.

Step.fail: integer?
  The number of the step that follows when it did not.

Step.repet: integer?
  How many turns it takes.

Step.checkSuccess: Chain | PlainChain
  What says whether it succeeded.

Step.enter: Chain | PlainChain | nil
  Handlers for when it begins.

Step.exit: Chain | PlainChain | nil
  Handlers for when it is over.

class Sequence
  = World(5, 5):create(Mods.Critters.Entities.rat, Vec(2, 2)).sequence
  Where an entity is among its `sequenceSteps`.

Sequence(sequenceSteps: SequenceStep[], actor: Entity): Sequence -- within
  A sequence at its first step. `Sequential` makes one for each entity.
  ! there must be steps, at most 1000
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local sequence = require("@sequence.sequence")({ { action = Action } }, rat)
  > print(sequence.currentStepIndex) --> 1

Sequence.currentStepIndex: integer
  The number of the step.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1)).sequence.currentStepIndex) --> 1

Sequence.repetCounter: integer
  How many turns the step has taken, when it has `repet`.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1)).sequence.repetCounter) --> 0

Sequence:getCurrentAction(): Action -- within
  A new instance of the action of the step.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(class.name(rat.sequence:getCurrentAction())) --> AttackMove

Sequence:getMovs(actor: Entity, action: Action): Vec[] -- within
  The directions of the step, the best first.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(#rat.sequence:getMovs(rat, Action())) --> 0

Sequence:tick(event: Event) -- within
  Goes to the step that follows from what the entity did.
  > local Pacer = class("Pacer", Mods.Critters.Entities.rat)
  > copyChains(Mods.Critters.Entities.rat, Pacer)
  > Pacer.sequenceSteps = { { action = Action }, { action = Action } }
  > local pacer = World(3, 3):create(Pacer, Vec(1, 1))
  > pacer.sequence:tick(Event(pacer))
  > print(pacer.sequence.currentStepIndex) --> 2
]==]
