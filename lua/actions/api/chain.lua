-- Chains: lists of handlers to which events are passed, and their templates.
return [==[
class Event
  = Event()
  The object that is passed to the handlers of a chain. Handlers read and write its fields.

Event(actor: any, action: any): Event -- within
  An event. `propagate` is true until a handler sets it to false.
  > local event = Event(nil, nil)
  > print(event.propagate) --> true

Event.actor: Entity?
  The entity that acts, or to which something happens.
  > print(Event("me").actor) --> me

Event.action: Action | table | nil
  The action, with its direction and its effects.
  > print(Event("me", { direction = Vec(1, 0) }).action.direction) --> Vec(1, 0)

Event.propagate: boolean
  Whether the next handler runs; a check chain ends when a handler sets it to false.
  > local chain = Chain { function(event) event.propagate = false end, function() print "not reached" end }
  > print(chain:pass(Event(), Chain.checkPropagate).propagate) --> false

Event.success: boolean?
  Whether the action succeeded.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > print(knight:executeMove({ direction = Vec(1, 0) }).success) --> true

Event.succeed: boolean?
  The same as `success`, in `algoEvent` of an action.
  > local world = World(3, 3)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(1, 1))
  > world:setPlayerActions(Vec(1, 0), 1)
  > knight:executeAction()
  > print(knight.enclosingEvent.algoEvent.succeed) --> true

class Chain
  = Chain()
  Handlers by priority, the highest first; handlers of equal priority run in the order in which they were added.
  Handlers that are added or removed during a pass count from the next pass on.

Chain(handlers: (function | table)[]?): Chain
  A chain. A handler is a function of an event, or `{ function, rank }`: one of Ranks, or a priority of 6 or more.
  ! a handler must be a function or such a table; at most 10000 handlers
  > local chain = Chain { function(t) t[#t + 1] = "then" end, { function(t) t[#t + 1] = "first" end, Ranks.HIGH } }
  > print(table.unpack(chain:pass {})) --> first then

Chain.fromList(handlers: (function | table)[]): Chain
  A chain of a list of handlers.
  > Chain.fromList({ print }):pass("an event") --> an event

Chain.fromHandler(handler: function | table): Chain
  A chain of one handler.
  > Chain.fromHandler(print):pass("an event") --> an event

Chain.checkPropagate(event: Event): boolean -- within
  For `pass`: whether the pass ends because a handler set `event.propagate` to false.
  > print(Chain.checkPropagate(Event())) --> false

Chain:addHandler(handler: function | table)
  Adds a handler.
  > local chain = Chain()
  > chain:addHandler { function(event) event.seen = true end, Ranks.LOW }
  > print(chain:pass(Event()).seen) --> true

Chain:addHandlers(handlers: (function | table)[])
  Adds a list of handlers.
  > local chain = Chain()
  > chain:addHandlers { function(event) event.n = 1 end, function(event) event.n = event.n + 1 end }
  > print(chain:pass(Event()).n) --> 2

Chain:removeHandler(handler: function | table)
  Removes a handler, the first of several equal ones. Does nothing when the chain does not have it.
  > local chain = Chain { print }
  > chain:removeHandler(print)
  > print(chain:pass("nobody sees it")) --> nobody sees it

Chain:pass(event: any, stop: (fun(event: any): boolean)?): any -- within
  Passes an event to the handlers and gives it back.
  - stop: asked after each handler whether the pass ends
  > local count = Chain { function(event) event.n = event.n + 1 end }
  > print(count:pass({ n = 1 }).n) --> 2

class PlainChain
  = require("lib.chains.chain")()
  Handlers in the order in which they were added, independent of their ranks.

PlainChain(handlers: (function | table)[]?): PlainChain
  A plain chain.
  > local PlainChain = require "lib.chains.chain"
  > PlainChain({ print }):pass("an event") --> an event

PlainChain.fromList(handlers: (function | table)[]): PlainChain
  A plain chain of a list of handlers.
  > require("lib.chains.chain").fromList({ print }):pass("an event") --> an event

PlainChain.fromHandler(handler: function | table): PlainChain
  A plain chain of one handler.
  > require("lib.chains.chain").fromHandler(print):pass("an event") --> an event

PlainChain.checkPropagate(event: Event): boolean -- within
  The same as `Chain.checkPropagate`.
  > print(require("lib.chains.chain").checkPropagate { propagate = false }) --> true

PlainChain:addHandler(handler: function | table)
  Adds a handler at the end.
  > local chain = require("lib.chains.chain")()
  > chain:addHandler(print)
  > chain:pass("an event") --> an event

PlainChain:addHandlers(handlers: (function | table)[])
  Adds a list of handlers at the end.
  > local chain = require("lib.chains.chain")()
  > chain:addHandlers { print }
  > chain:pass("an event") --> an event

PlainChain:removeHandler(handler: function | table)
  Removes a handler, the first of several equal ones.
  > local chain = require("lib.chains.chain") { print }
  > chain:removeHandler(print)
  > print(chain:pass(5)) --> 5

PlainChain:pass(event: any, stop: (fun(event: any): boolean)?): any -- within
  Passes an event to the handlers and gives it back.
  > print(require("lib.chains.chain")({ function(event) event.seen = true end }):pass({}).seen) --> true

class ChainTemplate
  = require("lib.chains.schaintemplate")()
  The chains that each new entity of a class gets, by name. `Decorators.Start` creates one for a class.

ChainTemplate(): ChainTemplate
  A template without chains.
  > local template = require("lib.chains.schaintemplate")()
  > print(template:isSetChain "tick") --> false

ChainTemplate:addChain(name: string)
  Adds a chain. Does nothing when the template has a chain of that name.
  ! a template of another mod's class cannot be changed
  > local template = require("lib.chains.schaintemplate")()
  > template:addChain "tick"
  > print(template:isSetChain "tick") --> true

ChainTemplate:isSetChain(name: string): boolean
  Whether the template has a chain of that name.
  > print(Mods.Critters.Entities.rat.chainTemplate:isSetChain "beHit") --> true

ChainTemplate:addHandler(name: string, handler: function | table)
  Adds a handler to a chain. Entities that exist already do not get it.
  ! the template must have the chain
  > local Rat = class("Rat", Entity)
  > Decorators.Start(Rat)
  > decorate(Rat, Decorators.Ticking)
  > Rat.chainTemplate:addHandler("tick", function() print "squeak" end)
  > World(3, 3):create(Rat, Vec(1, 1)):tick() --> squeak

ChainTemplate:init(): table<string, Chain>
  Creates the chains, by name.
  > local template = require("lib.chains.schaintemplate")()
  > template:addChain "tick"
  > print(template:init().tick:pass("an event")) --> an event

ChainTemplate:clone(): ChainTemplate
  An independent copy.
  > local template = require("lib.chains.schaintemplate")()
  > template:clone():addChain "tick"
  > print(template:isSetChain "tick") --> false

class PlainChainTemplate
  = require("lib.chains.chaintemplate")()
  A template of plain chains.

PlainChainTemplate(): PlainChainTemplate
  A template without chains.
  > local template = require("lib.chains.chaintemplate")()
  > print(template:isSetChain "tick") --> false

PlainChainTemplate:addChain(name: string)
  Adds a chain. Does nothing when the template has a chain of that name.
  > local template = require("lib.chains.chaintemplate")()
  > template:addChain "tick"
  > print(template:isSetChain "tick") --> true

PlainChainTemplate:isSetChain(name: string): boolean
  Whether the template has a chain of that name.
  > print(require("lib.chains.chaintemplate")():isSetChain "tick") --> false

PlainChainTemplate:addHandler(name: string, handler: function | table)
  Adds a handler at the end of a chain.
  > local template = require("lib.chains.chaintemplate")()
  > template:addChain "tick"
  > template:addHandler("tick", print)
  > template:init().tick:pass("an event") --> an event

PlainChainTemplate:init(): table<string, PlainChain>
  Creates the chains, by name.
  > print(next(require("lib.chains.chaintemplate")():init())) --> nil

PlainChainTemplate:clone(): PlainChainTemplate
  An independent copy.
  > local template = require("lib.chains.chaintemplate")()
  > template:clone():addChain "tick"
  > print(template:isSetChain "tick") --> false

Ranks.LOWEST: integer
  The rank that runs last.
  > print(Ranks.LOWEST) --> 1

Ranks.LOW: integer
  The rank of handlers that run after most others.
  > print(Ranks.LOW) --> 2

Ranks.MEDIUM: integer
  The default rank.
  > print(Ranks.MEDIUM) --> 3

Ranks.HIGH: integer
  The rank of handlers that run before most others.
  > print(Ranks.HIGH) --> 4

Ranks.HIGHEST: integer
  The rank that runs first.
  > print(Ranks.HIGHEST) --> 5

RankNumbers.rankMap: integer[]
  The priority of the first handler of each rank in a chain; each further handler has 5 less.
  > print(RankNumbers.rankMap[Ranks.HIGH]) --> 400000

Numbers.rankMap: integer[]
  The same as `RankNumbers.rankMap`.
  > local above = { print, Numbers.rankMap[Ranks.HIGHEST] + 1 }
  > Chain({ above }):pass("an event") --> an event

modules.utils.modchain.addHandlerOnChain(name: string, handler: function | table): function
  Makes a function of an entity that adds a handler to a chain of it.
  > local utils = require "modules.utils.modchain"
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > utils.addHandlerOnChain("tick", function() print "squeak" end)(rat)
  > rat:tick() --> squeak

modules.utils.modchain.addHandlerOnChains(list: table[]): function
  The same for a list of `{ chain, handler }`.
  > local utils = require "modules.utils.modchain"
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > utils.addHandlerOnChains({ { "tick", function() print "squeak" end } })(rat)
  > rat:tick() --> squeak

modules.utils.modchain.removeHandlerOnChain(name: string, handler: function | table): function
  Makes a function of an entity that removes a handler from a chain of it.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > require("modules.utils.modchain").removeHandlerOnChain("tick", print)(rat)

modules.utils.modchain.removeHandlerOnChains(list: table[]): function
  The same for a list of `{ chain, handler }`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > require("modules.utils.modchain").removeHandlerOnChains({ { "tick", print } })(rat)

modules.utils.modchain.addRemoveHandlerOnChain(name: string, handler: function | table): function, function
  Makes both functions: the one that adds a handler, and the one that removes it.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local function squeak() print "squeak" end
  > local add, remove = require("modules.utils.modchain").addRemoveHandlerOnChain("tick", squeak)
  > add(rat)
  > rat:tick() --> squeak
  > remove(rat)
  > rat:tick()

modules.utils.modchain.addRemoveHandlerOnChains(list: table[]): function, function
  The same for a list of `{ chain, handler }`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local add, remove = require("modules.utils.modchain").addRemoveHandlerOnChains({ { "tick", print } })
  > add(rat)
  > remove(rat)
]==]
