-- Sequences: what an entity does turn after turn.
return [==[
movs.basic(actor: Entity): Vec[] -- within
  The directions along the axes that lead closer to the nearest player, first the axis along which the entity looks.
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
  The direction in which the entity looks.
  > local rat = World(9, 9):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(table.unpack(require "@sequence.movs.straight"(rat))) --> Vec(1, 0)

record SequenceStep
  A step of `sequenceSteps`. Handlers are a function of an event, a list of functions, or a chain.
  action: class<Action>, the action of this step
  movs: (fun(actor: Entity, action: Action): Vec[])?, the directions to try, the best first: one of `@sequence.movs`
  success: integer?, the number of the step after a success; nil for the next step
  fail: integer?, the number of the step after a failure; nil for the next step
  repet: integer?, the number of turns that it lasts
  checkSuccess: function | table | nil, handlers that set `event.success`, and `event.index` for the next step
  enter: function | table | nil, handlers for the start of the step
  exit: function | table | nil, handlers for the end of the step

class Step
  = require("@sequence.step")({ action = Action }, "a step")
  A step of a sequence.

Step(config: SequenceStep, name: string): Step -- within
  A step. Sequences create their own.
  - name: its name in messages
  > print(require("@sequence.step")({ action = Action }, "a step").action == Action) --> true

Step.action: class<Action>
  The class of its action.

Step.movs: function?
  The function that gives the directions to try.

Step.success: integer?
  The number of the step after a success.

Step.fail: integer?
  The number of the step after a failure.

Step.repet: integer?
  The number of turns that it lasts.

Step.checkSuccess: Chain | PlainChain
  The handlers that decide whether it succeeded.

Step.enter: Chain | PlainChain | nil
  Handlers for its start.

Step.exit: Chain | PlainChain | nil
  Handlers for its end.

class Sequence
  = World(5, 5):create(Mods.Critters.Entities.rat, Vec(2, 2)).sequence
  The position of an entity in its `sequenceSteps`.

Sequence(sequenceSteps: SequenceStep[], actor: Entity): Sequence -- within
  A sequence at its first step. The decorator Sequential creates one for each entity.
  ! from 1 to 1000 steps
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local sequence = require("@sequence.sequence")({ { action = Action } }, rat)
  > print(sequence.currentStepIndex) --> 1

Sequence.currentStepIndex: integer
  The number of the current step.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1)).sequence.currentStepIndex) --> 1

Sequence.repetCounter: integer
  How many turns the current step has lasted, when it has `repet`.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1)).sequence.repetCounter) --> 0

Sequence:getCurrentAction(): Action -- within
  Creates the action of the current step.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(class.name(rat.sequence:getCurrentAction())) --> AttackMove

Sequence:getMovs(actor: Entity, action: Action): Vec[] -- within
  The directions of the current step, the best first.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(#rat.sequence:getMovs(rat, Action())) --> 0

Sequence:tick(event: Event) -- within
  Advances to the step that follows the result of this turn.
  > local Pacer = class("Pacer", Mods.Critters.Entities.rat)
  > copyChains(Mods.Critters.Entities.rat, Pacer)
  > Pacer.sequenceSteps = { { action = Action }, { action = Action } }
  > local pacer = World(3, 3):create(Pacer, Vec(1, 1))
  > pacer.sequence:tick(Event(pacer))
  > print(pacer.sequence.currentStepIndex) --> 2

sequence.init(configs: SequenceStep[]): Step[]
  Makes steps of a list of configurations.
  ! at most 1000 steps
  > print(#require "@sequence.init" { { action = Action }, { action = Action } }) --> 2

sequence.utils.optionalChain(value: any): Chain | PlainChain | nil
  A chain of a function or of a list of functions; a chain or nil as it is.
  > print(require("@sequence.utils").optionalChain(print):pass(5)) --> 5

sequence.utils.traverseChainFunction(chain: Chain | PlainChain): function
  Makes a function that passes an event through a chain until `propagate` is false, and returns the event.
  > local utils = require "@sequence.utils"
  > print(utils.traverseChainFunction(Chain())(Event()).propagate) --> true

movs.utils.getClosestPlayer(actor: Entity): Entity?
  The player that is nearest to an entity.
  > local world = World(9, 9)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(1, 1))
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(5, 5))
  > print(require("@sequence.movs.utils").getClosestPlayer(rat) == knight) --> true

movs.utils.calculateRelativeness(actor: table, player: table): boolean, boolean, boolean, boolean
  Whether a player is to the right of an entity, below, to the left, above.
  > local utils = require "@sequence.movs.utils"
  > print(utils.calculateRelativeness({ pos = Vec(1, 1) }, { pos = Vec(5, 1) })) --> true false false false
]==]
