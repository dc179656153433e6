---@meta
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---What an entity is about to do: a class has a chain of components, and an instance is made for a turn. A component succeeds when the event that it gives has `success`; later ones are left out then.
---@class actions.Action
---@field chain (actions.Chain | actions.PlainChain)? The components of a class of actions.
---@field direction actions.Vec? Where it is directed.
---@field attack actions.AttackEffect? What it does to whom it hits; `Attacking` sets it.
---@field push actions.PushEffect? How it pushes whom it hits; `Attacking` sets it.
---@field dig actions.DigEffect? How it digs; `Digging` sets it.
---@field status (actions.Stats | table)? The power of each status that it brings; `Attacking` sets it.
---@field unnumbered boolean True: instances of actions are too many to be keys of tables that `pairs` walks in a fixed order.
---@overload fun(): actions.Action
Action = {}

---A new class of actions.
---@param name string
---@param handlers function | function[] a component, or a list of them: functions of an event; `handlers.utils` makes them
---@return actions.Action
function Action.fromHandlers(name, handlers) end

---The components of its class.
---@return (actions.Chain | actions.PlainChain)?
function Action:getChain() end

---Directs it somewhere.
---@param direction actions.Vec
function Action:setDirection(direction) end


---To attack.
---@class actions.AttackAction: actions.Action
---@overload fun(): actions.AttackAction

---To move.
---@class actions.MoveAction: actions.Action
---@overload fun(): actions.MoveAction

---To dig.
---@class actions.DigAction: actions.Action
---@overload fun(): actions.DigAction

---To attack, or else to move.
---@class actions.AttackMove: actions.Action
---@overload fun(): actions.AttackMove

---To attack, or else to dig.
---@class actions.AttackDig: actions.Action
---@overload fun(): actions.AttackDig

---To attack, or else to dig, or else to move.
---@class actions.AttackDigMove: actions.Action
---@overload fun(): actions.AttackDigMove

---To do nothing.
---@class actions.NoneAction: actions.Action
---@overload fun(): actions.NoneAction

---What players do: attack, or else dig, or else interact, or else move.
---@class actions.PlayerAction: actions.Action
---@overload fun(): actions.PlayerAction

---A step of `sequenceSteps`. Handlers are a function of an event, a list of such, or a chain.
---@class actions.SequenceStep
---@field action actions.Action what is done in this step
---@field movs (fun(actor: actions.Entity, action: actions.Action): actions.Vec[])? in which directions, the best first: one of `@sequence.movs`
---@field success integer? the number of the step that follows when it succeeded; nil for the next
---@field fail integer? the number of the step that follows when it did not; nil for the next
---@field repet integer? how many turns it takes
---@field checkSuccess (function | table)? handlers that set `event.success`, and `event.index` for the step that follows
---@field enter (function | table)? handlers for when the step begins
---@field exit (function | table)? handlers for when the step is over

---A step, as a sequence has read it.
---@class actions.Step
---@field action actions.Action What is done.
---@field movs function? In which directions.
---@field success integer? The number of the step that follows when it succeeded.
---@field fail integer? The number of the step that follows when it did not.
---@field repet integer? How many turns it takes.
---@field checkSuccess actions.Chain | actions.PlainChain What says whether it succeeded.
---@field enter (actions.Chain | actions.PlainChain)? Handlers for when it begins.
---@field exit (actions.Chain | actions.PlainChain)? Handlers for when it is over.
---@overload fun(config: actions.SequenceStep, name: string): actions.Step

do
---Where an entity is among its `sequenceSteps`.
---@class actions.Sequence
---@field currentStepIndex integer The number of the step.
---@field repetCounter integer How many turns the step has taken, when it has `repet`.
---@overload fun(sequenceSteps: actions.SequenceStep[], actor: actions.Entity): actions.Sequence
local Sequence = {}

---A new instance of the action of the step.
---@return actions.Action
function Sequence:getCurrentAction() end

---The directions of the step, the best first.
---@param actor actions.Entity
---@param action actions.Action
---@return actions.Vec[]
function Sequence:getMovs(actor, action) end

---Goes to the step that follows from what the entity did.
---@param event actions.Event
function Sequence:tick(event) end

end

---Functions by the names of events.
---@class actions.Emitter
---@field listeners table<any, function[]> The functions by the names of events.
---@overload fun(): actions.Emitter
Emitter = {}

---Calls a function whenever an event is emitted.
---@param name any
---@param fn function
function Emitter:on(name, fn) end

---Calls a function no more.
---@param name any
---@param fn function
function Emitter:off(name, fn) end

---Calls the functions of an event, in the order in which they came.
---@param name any
---@param ... any
function Emitter:emit(name, ...) end


---What passes through chains. Handlers find in it what came before, and leave in it what comes after.
---@class actions.Event
---@field actor actions.Entity? Who acts, or to whom something happens.
---@field action (actions.Action | table)? What is done: its direction and its effects.
---@field propagate boolean Whether the event goes on; a check chain ends when a handler sets it to false.
---@field success boolean? Whether what was done succeeded.
---@overload fun(actor: any, action: any): actions.Event
Event = {}


---Handlers by priority, the greater first; of equal ones the first added runs first. What handlers add or remove counts from the next pass on.
---@class actions.Chain
---@overload fun(handlers: (function | table)[]?): actions.Chain
Chain = {}

---A chain of a list of handlers.
---@param handlers (function | table)[]
---@return actions.Chain
function Chain.fromList(handlers) end

---A chain of one handler.
---@param handler function | table
---@return actions.Chain
function Chain.fromHandler(handler) end

---For `pass`: whether the walk ends, because a handler has set `event.propagate` to false.
---@param event actions.Event
---@return boolean
function Chain.checkPropagate(event) end

---Adds a handler.
---@param handler function | table
function Chain:addHandler(handler) end

---Adds a list of handlers.
---@param handlers (function | table)[]
function Chain:addHandlers(handlers) end

---Takes away a handler, the first of several; nothing happens when it is not there.
---@param handler function | table
function Chain:removeHandler(handler) end

---Lets an event pass, and gives it back.
---@param event any
---@param stop? fun(event: any): boolean asked after each handler whether the walk ends
---@return any
function Chain:pass(event, stop) end


do
---Handlers in the order in which they were added, whatever their ranks.
---@class actions.PlainChain
---@overload fun(handlers: (function | table)[]?): actions.PlainChain
local PlainChain = {}

---A plain chain of a list of handlers.
---@param handlers (function | table)[]
---@return actions.PlainChain
function PlainChain.fromList(handlers) end

---A plain chain of one handler.
---@param handler function | table
---@return actions.PlainChain
function PlainChain.fromHandler(handler) end

---The same as `Chain.checkPropagate`.
---@param event actions.Event
---@return boolean
function PlainChain.checkPropagate(event) end

---Adds a handler at the end.
---@param handler function | table
function PlainChain:addHandler(handler) end

---Adds a list of handlers at the end.
---@param handlers (function | table)[]
function PlainChain:addHandlers(handlers) end

---Takes away a handler, the first of several.
---@param handler function | table
function PlainChain:removeHandler(handler) end

---Lets an event pass, and gives it back.
---@param event any
---@param stop? fun(event: any): boolean
---@return any
function PlainChain:pass(event, stop) end

end

do
---What each new entity of a class gets as its chains, by name. `Decorators.Start` gives a class one.
---@class actions.ChainTemplate
---@overload fun(): actions.ChainTemplate
local ChainTemplate = {}

---Adds a chain; nothing happens when there is one of that name.
---* refused: a template of another mod's class cannot be changed
---@param name string
function ChainTemplate:addChain(name) end

---Whether there is a chain of that name.
---@param name string
---@return boolean
function ChainTemplate:isSetChain(name) end

---Adds a handler to a chain. Entities that were made before do not get it.
---* refused: the template must have the chain
---@param name string
---@param handler function | table
function ChainTemplate:addHandler(name, handler) end

---New chains, by name.
---@return table<string, actions.Chain>
function ChainTemplate:init() end

---A copy that can be changed by itself.
---@return actions.ChainTemplate
function ChainTemplate:clone() end

end

do
---A template of plain chains.
---@class actions.PlainChainTemplate
---@overload fun(): actions.PlainChainTemplate
local PlainChainTemplate = {}

---Adds a chain; nothing happens when there is one of that name.
---@param name string
function PlainChainTemplate:addChain(name) end

---Whether there is a chain of that name.
---@param name string
---@return boolean
function PlainChainTemplate:isSetChain(name) end

---Adds a handler at the end of a chain.
---@param name string
---@param handler function | table
function PlainChainTemplate:addHandler(name, handler) end

---New chains, by name.
---@return table<string, actions.PlainChain>
function PlainChainTemplate:init() end

---A copy that can be changed by itself.
---@return actions.PlainChainTemplate
function PlainChainTemplate:clone() end

end

do
---What adds chains to a class, and something to each entity. Its constructor is called with the entity.
---@class actions.Decorator
---@field affectedChains table[] The chains that it adds, each with its handlers: `{ name, { handler, … } }`.
---@overload fun(entity: actions.GameObject?): actions.Decorator
local Decorator = {}

---Lets it do what it is there for.
---@param actor? actions.GameObject
---@param action any
---@return any
function Decorator:activate(actor, action) end

end

do
---Chains: `checkAction`, `action`, `failAction`, `succeedAction`. A retoucher such as `Retouchers.Algos.simple` adds what runs the action.
---@class actions.Acting: actions.Decorator
local Acting = {}

---Does `actor.nextAction`; the event is left in `actor.enclosingEvent`.
---* refused: `nextAction` must be an action
---@param actor actions.Entity
function Acting:activate(actor) end

end

do
---Chains: `defence`, `beHit`, `attackableness`. In `defence`, `event.resistance` holds the stat AttackRes.
---@class actions.Attackable: actions.Decorator
---@field AttackSourceTypes table<string, string> The global table AttackSourceTypes.
local Attackable = {}

---The same as the global `registerAttackSource`.
---@param name string
---@return string
function Attackable.registerAttackSource(name) end

---Takes the blow `action.attack`.
---@param actor actions.Entity
---@param action table
---@return actions.Event
function Attackable:activate(actor, action) end

---How it can be aimed at: what handlers of `attackableness` leave in `event.result`, or YES.
---@param actor actions.Entity
---@param attacker? actions.Entity
---@return string
function Attackable:getAttackableness(actor, attacker) end

end

do
---Chains: `getAttack`, where `event.targets` is found and `event.action` gets attack, push and status, and `attack`.
---@class actions.Attacking: actions.Decorator
local Attacking = {}

---Attacks in the direction of the action.
---@param actor actions.Entity
---@param action table
---@param entities? actions.Entity[] who is hit, wherever they are
---@return actions.Event
function Attacking:activate(actor, action, entities) end

end

do
---Chains: `checkDig`, `beDug`. In `checkDig`, `event.resistance` holds the stat DigRes.
---@class actions.Diggable: actions.Decorator
local Diggable = {}

---Is dug out by `action.dig`.
---@param actor actions.Entity
---@param action table
---@return actions.Event
function Diggable:activate(actor, action) end

end

do
---Chains: `getDig`, where `event.targets` is found and `event.action.dig` is set, and `dig`.
---@class actions.Digging: actions.Decorator
local Digging = {}

---Digs in the direction of the action.
---@param actor actions.Entity
---@param action table
---@return actions.Event
function Digging:activate(actor, action) end

end

do
---Chains: `getDisplacement`, where `event.newPos` is set from `event.move`, and `displace`.
---@class actions.Displaceable: actions.Decorator
local Displaceable = {}

---Goes where a move takes it.
---@param actor actions.Entity
---@param move actions.MoveEffect
---@return actions.Event
function Displaceable:activate(actor, move) end

end

do
---The stats of an entity, from its `baseModifiers` and through handlers that change them as they are read.
---@class actions.DynamicStats: actions.Decorator
---@field actor actions.Entity Whose they are.
---@field statsList table<integer, actions.Stats> The stats that somebody has asked for so far, by StatTypes.
---@field statsChains table<integer, actions.PlainChain> The handlers of stats, by StatTypes.
local DynamicStats = {}

---A stat as its handlers leave it; 0 for nil.
---* refused: it must be one of StatTypes
---@param index? integer
---@return actions.Effect | actions.Stats | number
function DynamicStats:getStat(index) end

---A stat without its handlers.
---* refused: it must be one of StatTypes
---@param index integer
---@return actions.Stats | number
function DynamicStats:getStatRaw(index) end

---Sets a value: (index, name, amount), (index, amount) or (index, Stats).
---@param index integer
---@param name string | number | table
---@param amount? number
function DynamicStats:setStat(index, name, amount) end

---Adds to a value: (index, name, amount), (index, amount) or (index, Stats).
---@param index integer
---@param name string | number | table
---@param amount? number
function DynamicStats:addStat(index, name, amount) end

---Adds a handler that changes a stat as it is read: `event.stats` is Stats or a number.
---@param index integer
---@param handler function | table
function DynamicStats:addHandler(index, handler) end

---Takes such a handler away.
---@param index integer
---@param handler function | table
function DynamicStats:removeHandler(index, handler) end

end

do
---Chains: `checkInteracted`, `beInteracted`. Whoever is interacted with dies, as chests do that open.
---@class actions.Interactable: actions.Decorator
local Interactable = {}

---Is opened.
---@param actor actions.Entity
---@param action table
---@return actions.Event
function Interactable:activate(actor, action) end

end

do
---Chains: `checkInteract`, where `event.target` is found, and `interact`.
---@class actions.Interacting: actions.Decorator
local Interacting = {}

---Opens what is ahead in the direction of the action.
---@param actor actions.Entity
---@param action table
---@return actions.Event
function Interacting:activate(actor, action) end

end

---Gives each entity an `inventory`.
---@class actions.Inventory: actions.Decorator

do
---Chains: `checkDie`, `die`.
---@class actions.Killable: actions.Decorator
local Killable = {}

---Dies, unless a handler of `checkDie` prevents it.
---@param actor actions.Entity
---@return actions.Event
function Killable:activate(actor) end

end

do
---Chains: `getMove`, where `event.move` is set, and `move`.
---@class actions.Moving: actions.Decorator
local Moving = {}

---Moves in the direction of the action.
---@param actor actions.Entity
---@param action table
---@return actions.Event
function Moving:activate(actor, action) end

end

do
---Lets a player be told what to do, as `world:setPlayerActions` does.
---@class actions.PlayerControl: actions.Decorator
local PlayerControl = {}

---Gives the player its action for the turn: towards the direction, or none for (0, 0).
---@param player actions.Entity
---@param direction actions.Vec
function PlayerControl:activate(player, direction) end

end

do
---Chains: `checkPush`, `executePush`. In `checkPush`, `event.resistance` holds the stat PushRes.
---@class actions.Pushable: actions.Decorator
local Pushable = {}

---Is pushed by `action.push` in the direction of the action.
---@param actor actions.Entity
---@param action table
---@return actions.Event
function Pushable:activate(actor, action) end

end

do
---Gives each entity a `sequence` of its `sequenceSteps`. The class must have Ticking.
---@class actions.Sequential: actions.Decorator
local Sequential = {}

---Sets `nextAction` to that of the step.
---@param actor actions.Entity
function Sequential:activate(actor) end

end

do
---Chain: `status`. Gives each entity `statuses`, and counts them down in the chain `tick`.
---@class actions.Statused: actions.Decorator
---@field StatusTypes table<string, integer> The global table StatusTypes.
---@field actor actions.Entity Whose they are.
local Statused = {}

---Applies each status of `action.status` whose power is at least the resistance.
---* refused: there must be such statuses
---@param actor actions.Entity
---@param action table
---@param options any
---@return actions.Event
function Statused:activate(actor, action, options) end

---Ends a status, given by its number or name, at once.
---* refused: there must be such a status
---@param index integer | string
function Statused:resetStatus(index) end

end

do
---Chain: `tick`.
---@class actions.Ticking: actions.Decorator
local Ticking = {}

---Tells its chain `tick` that a beat is over.
---@param actor actions.Entity
function Ticking:activate(actor) end

end

do
---Gives each entity `hp`, of `baseModifiers.hp.amount` points.
---@class actions.WithHP: actions.Decorator
local WithHP = {}

---Loses hit points; gives what was too much.
---@param actor actions.Entity
---@param damage number
---@return number
function WithHP:activate(actor, damage) end

end

do
---Whatever stands in a world. It is made by `world:create(Class, pos)`, which calls `init`.
---@class actions.GameObject
---@field layer integer One of Layers: what it is, and when it acts. Layers.misc when a class says nothing.
---@field priority number Of those in one layer, the one with the greater priority acts first. 0 when a class says nothing.
---@field state any Whatever a mod uses it for; 1 at first.
---@field glyph string? The letter by which pictures show it.
---@field colour string? The colour in which pictures show it.
---@field name string? What it is called where it lies on maps; else the name under which it is registered.
---@field global_id integer? The place of a class in Entities, once it is registered.
---@field class_id integer? The same as `global_id`.
---@field id string A name that nothing else has in this game.
---@field pos actions.Vec Where it stands.
---@field orientation actions.Vec Where it looks; to the right at first.
---@field world actions.World The world in which it stands.
---@field dead boolean Whether it has left the world.
---@field didAction boolean Whether it has acted in this turn.
---@field doingAction boolean Whether it is acting now.
---@field nextAction actions.Action? What it will do in this turn.
---@field enclosingEvent actions.Event? The event of what it does in this turn: `success`, `action`, and what the algorithm left there.
---@field decorators table<string, actions.Decorator> Its decorators, by the names of their classes.
---@field chains table<string, actions.Chain> Its chains, by name.
---@field history actions.History What happened to it in this turn.
---@field tinkerData table What tinkers keep for it, by their ids.
---@field chainTemplate actions.ChainTemplate? The chains that entities of a class get; `Decorators.Start` makes it.
---@field decoratorsList table[]? The decorators of a class, in the order in which they were added; `decorate` fills it.
local GameObject = {}

---Called once when it is made, with where it is. A class that has an `init` of its own calls that of its base.
---* refused: it cannot be called twice
---@param pos actions.Vec
---@param world actions.World
function GameObject:init(pos, world) end

---Decides what to do: sets `nextAction`. Entities that are Sequential ask their sequence.
function GameObject:calculateAction() end

---Does what it has decided on.
function GameObject:executeAction() end

---Whether it takes more than one square: never so far.
---@return boolean
function GameObject:isSized() end

---Whether it is a player.
---@return boolean
function GameObject:isPlayer() end

---Tells the world and the history that something happened to it.
---@param code any one of Changes, or one of your own
function GameObject:registerEvent(code) end

end

---The stats of a class of entities: each is a table of numbers, under the key of the stat. What mods register has keys, too.
---@class actions.BaseModifiers
---@field hp table? `amount` is how many hit points it has
---@field attack table? what it does by attacking: `damage` 0, `pierce` 0, `power` 1, `source` "normal"
---@field push table? how it pushes: `distance` 1, `power` 0, `source` "normal"
---@field dig table? how it digs: `damage` 1, `power` 0
---@field move table? how it moves: `distance` 1, `ignore` 0 or, to jump, 1
---@field status table? the power of each status that it brings by attacking
---@field attackRes table? `armor` 0, `pierce` 0, `minDamage` 1, `maxDamage`, and the power up to which it withstands each source
---@field pushRes table? `normal` 1: the power up to which it withstands pushes
---@field resistance table? what is read where attackRes or pushRes is missing, and `dig` 0, `invincible` 0, and for each status

---A game object with decorators, and short ways to activate them. Without the decorator these do nothing and give nil.
---@class actions.Entity: actions.GameObject
---@field baseModifiers actions.BaseModifiers? The stats of a class of entities.
---@field sequenceSteps actions.SequenceStep[]? What entities of a class that are Sequential do, step by step.
---@field script (fun(player: actions.Entity, world: actions.World): actions.Vec)? Of a class of players: where `dungeon-host simulate` lets the player go.
---@field hp actions.HP? Its hit points, when it is decorated WithHP.
---@field statuses actions.StatusAmounts? How much longer each status lasts, when it is Statused.
---@field inventory actions.InventoryOfEntity? What it wears, when it is decorated with Inventory.
---@field sequence actions.Sequence? Where it is among its steps, when it is Sequential.
Entity = {}

---Activates Moving: moves in the direction of the action.
---@param action table
---@return actions.Event?
function Entity:executeMove(action) end

---Activates Attacking: attacks in the direction of the action.
---@param action table
---@param entities? actions.Entity[] who is hit, wherever they are; else the targets that its weapon finds
---@return actions.Event?
function Entity:executeAttack(action, entities) end

---Activates Digging: digs in the direction of the action.
---@param action table
---@return actions.Event?
function Entity:executeDig(action) end

---Activates Attackable: takes the blow `action.attack`.
---@param action table
---@return actions.Event?
function Entity:beAttacked(action) end

---Activates Pushable: is pushed by `action.push` in the direction of the action.
---@param action table
---@return actions.Event?
function Entity:bePushed(action) end

---Activates Statused: gets each status of `action.status` whose power is at least the resistance.
---* refused: there must be such statuses
---@param action table
---@param options any given to `Status:apply`
---@return actions.Event?
function Entity:beStatused(action, options) end

---Activates Diggable: is dug out by `action.dig`.
---@param action table
---@return actions.Event?
function Entity:beDug(action) end

---Activates WithHP: loses hit points; gives what was too much. Nobody dies of it here.
---@param damage number
---@return number?
function Entity:takeDamage(damage) end

---Activates Ticking: a beat is over.
function Entity:tick() end

---Activates Killable: dies, unless a handler of the chain `checkDie` prevents it.
---@return actions.Event?
function Entity:die() end

---Activates Displaceable: goes where a move takes it, by whatever it may be.
---@param move actions.MoveEffect
---@return actions.Event?
function Entity:displace(move) end

---A stat as its handlers leave it, when it is decorated with DynamicStats.
---@param index integer one of StatTypes
---@return (actions.Effect | actions.Stats | number)?
function Entity:getStat(index) end

---A stat as it is without handlers.
---@param index integer
---@return (actions.Stats | number)?
function Entity:getStatRaw(index) end

---Sets a value of a stat: (index, name, amount), (index, amount) or (index, Stats).
---@param index integer
---@param name string | number | table
---@param amount? number
function Entity:setStat(index, name, amount) end

---Adds to a value of a stat: (index, name, amount), (index, amount) or (index, Stats).
---@param index integer
---@param name string | number | table
---@param amount? number
function Entity:addStat(index, name, amount) end

---How it can be aimed at: one of Attackableness; NO when it is not Attackable.
---@param attacker? actions.Entity
---@return string
function Entity:getAttackableness(attacker) end

---Turns to look in a direction.
---@param direction actions.Vec
function Entity:reorient(direction) end

---Whether it has a decorator, given as its class or its name.
---@param decorator table | string
---@return boolean
function Entity:isDecorated(decorator) end

---Puts an item on. What its slot has no room for any more is dropped by `dropExcess`.
---@param item actions.Item
function Entity:equip(item) end

---Takes an item off: it drops.
---@param item actions.Item
function Entity:unequip(item) end

---Takes an item away for good.
---@param item actions.Item
function Entity:removeItem(item) end

---Drops what its slots had no room for.
function Entity:dropExcess() end

---The weapon that it has in its hands.
---@return actions.Item?
function Entity:getWeapon() end

---What an attack in the direction of the action would be aimed at: with a weapon as that says, else what is ahead.
---@param action table
---@return actions.Target[]
function Entity:getTargets(action) end

---What is ahead in a direction, whether it can be aimed at or not.
---@param direction actions.Vec
---@return actions.Target?
function Entity:getTargetsDefault(direction) end

---What is ahead in the direction of the action, when it can be dug out.
---@param action table
---@return actions.Target[]
function Entity:getDigTargets(action) end

---Gives a class copies of the chains and the decorators of another. Also found as the global `copyChains`.
---* refused: `from` must have chains
---* refused: `to` must be a class of your own
---@param from table
---@param to table
function Entity.copyChains(from, to) end

---Gives a class the decorators of another anew, without what was retouched.
---@param from table
---@param to table
function Entity.redecorate(from, to) end

---The same as `Entity.redecorate`.
---@param from table
---@param to table
function Entity.reapplyDecorators(from, to) end


do
---What happened to an entity in this turn, in order.
---@class actions.History
---@field events table[] The events: each with `id`, `state`, `pos`, `orientation`, `event` (its code) and `phase`.
---@overload fun(): actions.History
local History = {}

---Adds an event.
---@param event table
function History:registerEvent(event) end

---The first event with that code.
---@param code any
---@return table?
function History:getFirstByCode(code) end

---Whether there is an event with that code.
---@param code any
---@return boolean
function History:was(code) end

---Whether there is an event with that code of a phase.
---@param code any
---@param phase integer
---@return boolean
function History:wasDuringPhase(code, phase) end

---Forgets all, as happens after each turn.
function History:clear() end

end

do
---Hit points: hearts of two points each, filled from the first; damage eats from the last.
---@class actions.HP
---@field amount number How much is left.
---@field most number How much there was at first.
---@overload fun(amount: number): actions.HP
local HP = {}

---How much is left.
---@return number
function HP:get() end

---Takes damage, as far as there is anything left to take; gives what was too much.
---@param damage number
---@return number
function HP:takeDamage(damage) end

---Gives back what was taken, up to the full amount; gives what was too much.
---@param amount number
---@return number
function HP:heal(amount) end

---The points in each heart, from the first.
---@return number[]
function HP:hearts() end

end

---What rooms and hallways are like.
---@class actions.GeneratorOptions
---@field min_hallway_length integer? squares from wall to wall at least. Default: 0
---@field max_hallway_length integer? and at most. Default: 5
---@field min_hallway_width integer? squares that one can walk beside each other at least. Default: 1
---@field max_hallway_width integer? and at most. Default: 2
---@field enemy_density number? the share of squares in rooms on which an enemy is placed. Default: 0.1
---@field max_iter integer? how often it tries. Default: 50

---Lays out rooms on a graph of ten by ten cells, joined by hallways. From each room one comes to all others but the secret ones.
---@class actions.Generator
---@field width integer Squares from left to right.
---@field height integer Squares from top to bottom.
---@field options actions.GeneratorOptions Its options, with the defaults.
---@field rooms table[] The rooms that are laid out: each with `x`, `y`, `width`, `height`, `index` and `secret`.
---@field grid table[][] The cells, by x and y: each with `type` ("w" for a wall, "t" in a room, "h" in a hallway, "e" for an enemy) and `node`, the number of the room.
---@overload fun(width: integer, height: integer, options: actions.GeneratorOptions?): actions.Generator
Generator = {}

---The first room; gives its number, 1. Begins anew when it was started before.
---@param width? integer with its walls; 6 when left out, from 3 to 1000
---@param height? integer with its walls; 6 when left out, from 3 to 1000
---@return integer
function Generator:start(width, height) end

---One more room beside another; gives its number, or nil when there is no free side.
---* refused: there must be a room of that number
---* refused: at most 100 rooms
---@param parent integer
---@param direction? actions.Vec (1, 0), (0, 1), (-1, 0) or (0, -1); any when left out
---@param width? integer with its walls; 7 to 9 when left out
---@param height? integer with its walls; 7 to 9 when left out
---@return integer?
function Generator:addNode(parent, direction, width, height) end

---Lays out all rooms, the first one in the middle; whether that was possible.
---* refused: it must be started
---@return boolean
function Generator:generate() end

---One more room, beside as many others as possible and without a way in; whether there was a place for it.
---@param width? integer
---@param height? integer
---@return boolean
function Generator:secret(width, height) end

---Cuts off what is empty all around.
function Generator:prune() end

---The type of a cell, nil when it is empty; "r" out of bounds.
---@param x integer
---@param y integer
---@return string?
function Generator:typeAt(x, y) end


---What entities carry. It does something while it is worn, by its tinker.
---@class actions.Item
---@field slot integer One of InventorySlots: where it is worn. `InventorySlots.trinket` when a class says nothing.
---@field tinker actions.Tinker? What it does while it is worn.
---@field id integer? Its place in Items, once it is registered.
---@field name string? What it is called where it lies on maps; else the name under which it is registered.
---@field glyph string? The letter by which pictures show it.
---@field colour string? The colour in which pictures show it.
---@overload fun(tinker: actions.Tinker?): actions.Item
Item = {}

---Its place in Items, once it is registered.
---@return integer?
function Item:getItemId() end

---It is put on.
---@param entity actions.Entity
function Item:beEquipped(entity) end

---It is taken off, and drops.
---@param entity actions.Entity
function Item:beUnequipped(entity) end

---It is taken away for good.
---@param entity actions.Entity
function Item:beDestroyed(entity) end


do
---What an entity wears, by slots. Entities that are decorated with Inventory have one in `inventory`.
---@class actions.InventoryOfEntity
---@field actor actions.Entity Whose it is.
---@field containers actions.CyclicBuffer[] What the slots hold, by InventorySlots.
local InventoryOfEntity = {}

---Puts an item on; what its slot has no room for any more is dropped by `dropExcess`.
---* refused: its slot must be one of InventorySlots
---@param item actions.Item
function InventoryOfEntity:equip(item) end

---Takes an item off: it drops. Nothing happens when it is not worn.
---@param item actions.Item
function InventoryOfEntity:unequip(item) end

---Takes an item away for good.
---@param item actions.Item
function InventoryOfEntity:remove(item) end

---The item at a place of a slot.
---* refused: it must be one of InventorySlots
---@param slot integer
---@param index? integer 1 for the oldest one, when left out
---@return actions.Item?
function InventoryOfEntity:get(slot, index) end

---Drops what the slots had no room for.
function InventoryOfEntity:dropExcess() end

end

do
---Holds so many items; one more pushes out the oldest.
---@class actions.CyclicBuffer
---@field size integer How many it holds.
---@field clock integer How many have come.
---@field items any[] What it holds, the oldest first.
---@field excess any[] What was pushed out and nobody has taken yet.
---@overload fun(size: integer): actions.CyclicBuffer
local CyclicBuffer = {}

---Adds an item.
---@param item any
function CyclicBuffer:addItem(item) end

---The item at a place, 1 for the oldest.
---@param index integer
---@return any
function CyclicBuffer:get(index) end

---Takes an item out; gives it back, or nil when it is not there.
---@param item any
---@return any
function CyclicBuffer:removeItem(item) end

---Lets it hold more.
---@param by? integer 1 when left out
function CyclicBuffer:increaseSize(by) end

---What was pushed out, which is then forgotten here.
---@return any[]
function CyclicBuffer:takeExcess() end

---What it holds, the oldest first, in a list of your own.
---@return any[]
function CyclicBuffer:toList() end

end

do
---An item that decides what an attack hits.
---@class actions.Weapon: actions.Item
---@field pattern actions.Pattern? What it hits, for somebody who looks to the right; one square ahead when a class says nothing.
---@field chain actions.Chain | actions.PlainChain Chooses among `event.targets`: `weapons.chains.general` when a class says nothing.
---@field check fun(event: actions.Event): boolean Whether the walk of the chain ends: `weapons.chains.check` when a class says nothing.
---@overload fun(tinker: actions.Tinker?): actions.Weapon
local Weapon = {}

---What an attack in the direction of the action is aimed at.
---@param actor actions.Entity
---@param action table
---@return actions.Target[]
function Weapon:getTargets(actor, action) end

end

do
---What a weapon hits, for somebody who looks to the right.
---@class actions.Pattern
---@field pieces actions.Piece[] Its pieces, in the order in which they are hit.
---@overload fun(): actions.Pattern
local Pattern = {}

---Adds a piece.
---* refused: at most 1000 pieces
---@param pos actions.Vec where, seen from the actor
---@param dir actions.Vec where the blow goes there
---@param reach? boolean | integer[] true when none of the pieces before it may be blocked by a wall, or the numbers of those that may not be
---@return actions.Piece
function Pattern:add(pos, dir, reach) end

---The pieces as they lie for somebody at a position who looks in a direction.
---@param pos actions.Vec
---@param direction actions.Vec
---@return actions.Piece[]
function Pattern:turned(pos, direction) end

end

---A square that an attack hits.
---@class actions.Piece
---@field pos actions.Vec Where it is: seen from the actor, or in a target on the map.
---@field dir actions.Vec Where the blow goes there.
---@field reach boolean | integer[] Which of the pieces before it may not be blocked: all for true.
---@overload fun(pos: actions.Vec, dir: actions.Vec, reach: (boolean | integer[])?): actions.Piece

---What an action is aimed at.
---@class actions.Target
---@field entity actions.Entity? Who is there.
---@field piece actions.Piece The square.
---@field index integer The number of the piece in its pattern.
---@field attackableness string How the entity can be aimed at: one of Attackableness.
---@overload fun(entity: actions.Entity?, piece: actions.Piece, index: integer, attackableness: string): actions.Target

do
---Numbers by name, and words where effects have them; what is not set is 0. The unary `-` gives the opposite of each.
---@class actions.Stats
---@field stats table<string, number | string> The values by name.
---@overload fun(): actions.Stats
local Stats = {}

---Stats with a copy of these values, at most 1000.
---@param values? actions.Stats | table
---@return actions.Stats
function Stats.fromTable(values) end

---Sets a value.
---@param name string | number
---@param amount number | string
function Stats:set(name, amount) end

---A value; 0 when it is not set.
---@param name any
---@return number | string
function Stats:get(name) end

---Adds to a value.
---@param name string | number
---@param amount number
function Stats:add(name, amount) end

---Whether a value is set.
---@param name any
---@return boolean
function Stats:isSet(name) end

---A copy.
---@return actions.Stats
function Stats:clone() end

---Sets what is set in another.
---@param other actions.Stats | table
function Stats:updateTo(other) end

---Adds what is set in another.
---@param other actions.Stats | table
function Stats:addStats(other) end

end

do
---What an action does to a target: a table of numbers and words. A class lists them in `modifier`.
---@class actions.Effect
---@field modifier table[] The fields of a class of effects: `{ name, default }` each.
---@overload fun(values: (actions.Stats | table)?): actions.Effect
local Effect = {}

---A copy.
---@return actions.Effect
function Effect:clone() end

end

---A blow.
---@class actions.AttackEffect: actions.Effect
---@field damage number How many hit points it takes: 0 when nothing says so.
---@field pierce number It does nothing unless this is greater than the `pierce` of the resistance: 0 when nothing says so.
---@field power number It does nothing when the resistance against its source is greater: 1 when nothing says so.
---@field source string What it comes from: one of AttackSourceTypes, "normal" when nothing says so.
---@overload fun(values: (actions.Stats | table)?): actions.AttackEffect

---Digging.
---@class actions.DigEffect: actions.Effect
---@field damage number How many hit points it takes: 1 when nothing says so.
---@field power number It does nothing when the resistance is greater: 0 when nothing says so.
---@overload fun(values: (actions.Stats | table)?): actions.DigEffect

do
---A move.
---@class actions.MoveEffect: actions.Effect
---@field distance number How many squares: 1 when nothing says so.
---@field ignore number A jump over what is between when it is above 0, as it is not when nothing says so.
---@field direction actions.Vec? Where to.
---@overload fun(values: (actions.Stats | table)?): actions.MoveEffect
local MoveEffect = {}

---Where the move takes somebody: a jump when it ignores what is between, else as far as nothing stands in the way.
---* refused: it must have a direction, and its distance be at most 10000
---@param grid actions.Grid
---@param actor actions.Entity
---@return actions.Vec
function MoveEffect:toPos(grid, actor) end

end

do
---A push.
---@class actions.PushEffect: actions.Effect
---@field distance number How many squares: 1 when nothing says so.
---@field power number It does nothing when the resistance is greater: 0 when nothing says so.
---@field source string What it comes from: "normal" when nothing says so.
---@overload fun(values: (actions.Stats | table)?): actions.PushEffect
local PushEffect = {}

---The move of whoever is pushed.
---@param direction actions.Vec
---@return actions.MoveEffect
function PushEffect:toMove(direction) end

end

do
---What lasts for some beats: it tinks an entity when it is applied and untinks it when it wears off.
---@class actions.Status
---@field amount integer For how many beats it lasts: 2 when a class says nothing.
---@field overlay "reset" | "add" What happens when it is applied again: it begins anew, or lasts longer by its amount.
---@field RESET string The same as `overlay.RESET`.
---@field ADD string The same as `overlay.ADD`.
---@field tinker actions.Tinker? What it does while it lasts.
---@overload fun(tinker: actions.Tinker?): actions.Status
local Status = {}

---It begins.
---@param entity actions.Entity
---@param amount? integer how long it lasts
---@param options any what was given to `beStatused`
function Status:apply(entity, amount, options) end

---It was there already when it was applied again.
---@param entity actions.Entity
---@param amount? integer
---@param options any
function Status:reapply(entity, amount, options) end

---It is over.
---@param entity actions.Entity
function Status:wearOff(entity) end

---The entity decides for the first time after the status wore off.
---@param entity actions.Entity
function Status:free(entity) end

end

---A status whose tinker keeps the options, for those that are StoreTinkers.
---@class actions.OptionStatus: actions.Status
---@overload fun(tinker: actions.Tinker): actions.OptionStatus

---A status with flavors: `options.flavor` is `{ chain, handler }`, or a list of such, which the entity has while it lasts.
---@class actions.FlavorStatus: actions.OptionStatus
---@overload fun(tinker: actions.Tinker): actions.FlavorStatus

---A flavor, for `options.flavor`.
---@class actions.Flavor
---@overload fun(chain: string, handler: function | table): actions.Flavor

---How much longer each status of an entity lasts, by name or by number.
---@class actions.StatusAmounts: actions.Stats

do
---Handlers for single entities, which can be taken away again.
---@class actions.Tinker
---@field id integer Its number, under which entities keep what it needs.
---@field elements table[]? Its handlers: `{ chain, handler }` each.
---@overload fun(elements: table[]): actions.Tinker
local Tinker = {}

---Adds the handlers to an entity, once more each time.
---* refused: the entity must have the chains
---@param entity actions.GameObject
function Tinker:tink(entity) end

---Takes back what the last `tink` added; nothing happens without one.
---@param entity actions.GameObject
function Tinker:untink(entity) end

---Whether an entity has its handlers.
---@param entity actions.GameObject
---@return boolean
function Tinker:isTinked(entity) end

---The elements for one more `tink`: for classes of your own.
---@param entity? actions.GameObject
---@return table[]
function Tinker:generate(entity) end

---Adds one element to an entity; gives what `removeElement` needs: for classes of your own.
---@param entity actions.GameObject
---@param element table
---@return table
function Tinker:addElement(entity, element) end

---Takes one element from an entity: for classes of your own.
---@param entity actions.GameObject
---@param added table
function Tinker:removeElement(entity, added) end

end

---A tinker whose elements are made anew for each `tink`.
---@class actions.RefTinker: actions.Tinker
---@field generator function What gives its elements.
---@overload fun(generator: fun(tinker: actions.RefTinker): table[]): actions.RefTinker

do
---A RefTinker that keeps something for each entity.
---@class actions.StoreTinker: actions.RefTinker
---@overload fun(generator: fun(tinker: actions.StoreTinker): table[]): actions.StoreTinker
local StoreTinker = {}

---Keeps something for an entity.
---@param entity actions.GameObject
---@param store any
function StoreTinker:setStore(entity, store) end

---What it keeps for an entity.
---@param entity actions.GameObject
---@return any
function StoreTinker:getStore(entity) end

---Keeps nothing for an entity any more.
---@param entity actions.GameObject
function StoreTinker:removeStore(entity) end

end

---A tinker of stats.
---@class actions.StatTinker: actions.Tinker
---@overload fun(elements: table[]): actions.StatTinker

---A tinker of stats whose elements are made anew for each `tink`.
---@class actions.RefStatTinker: actions.StatTinker
---@field generator function What gives its elements.
---@overload fun(generator: fun(tinker: actions.RefStatTinker): table[]): actions.RefStatTinker

do
---A RefStatTinker that keeps something for each entity.
---@class actions.StoreStatTinker: actions.RefStatTinker
---@overload fun(generator: fun(tinker: actions.StoreStatTinker): table[]): actions.StoreStatTinker
local StoreStatTinker = {}

---Keeps something for an entity.
---@param entity actions.GameObject
---@param store any
function StoreStatTinker:setStore(entity, store) end

---What it keeps for an entity.
---@param entity actions.GameObject
---@return any
function StoreStatTinker:getStore(entity) end

---Keeps nothing for an entity any more.
---@param entity actions.GameObject
function StoreStatTinker:removeStore(entity) end

end

---A position or a direction: x grows to the right, y downwards. `+` and `-` take a Vec or a number, `*` a Vec (component by component) or a number, `/` a number, and there is the unary `-`. Two of them are compared with `equals`.
---@class actions.Vec
---@field x number How far to the right.
---@field y number How far down.
---@overload fun(x: number, y: number): actions.Vec
Vec = {}

---The dot product: 0 when one is at right angles to the other.
---@param other actions.Vec
---@return number
function Vec:dot(other) end

---The square of the length.
---@return number
function Vec:magSq() end

---The length.
---@return number
function Vec:mag() end

---The same direction with the length 1; (0, 0) stays what it is.
---@return actions.Vec
function Vec:norm() end

---Each component rounded, and then its sign: -1, 0 or 1.
---@return actions.Vec
function Vec:normComps() end

---Turned by an angle in radians, anticlockwise as one sees it.
---@param angle number
---@return actions.Vec
function Vec:rotate(angle) end

---The vector whose coordinates in the basis i, j are those of this one.
---@param i actions.Vec
---@param j actions.Vec
---@return actions.Vec
function Vec:matmul(i, j) end

---The determinant of the two: above 0 when `other` lies clockwise of this one as one sees it.
---@param other actions.Vec
---@return number
function Vec:det(other) end

---The angle in radians by which `rotate` turns a into the direction of b.
---@param a actions.Vec
---@param b actions.Vec
---@return number
function Vec.angleBetween(a, b) end

---Another vector with the same components.
---@return actions.Vec
function Vec:copy() end

---Both components.
---@return number
---@return number
function Vec:comps() end

---The greater of the two components, without its sign.
---@return number
function Vec:longest() end

---The components without their signs.
---@return actions.Vec
function Vec:abs() end

---Whether something is a vector with the same components.
---@param other any
---@return boolean
function Vec:equals(other) end


---Entities that live and act on a map of the host. The world is that map: it is drawn, exported and saved like any other. Squares count from 1.
---@class actions.World
---@field width integer Squares from left to right.
---@field height integer Squares from top to bottom.
---@field grid actions.Grid What stands on the squares.
---@field turn integer The number of the turn that is played, or was last.
---@field phase integer The phase of the turn: one of `World.phases`.
---@field phases table<string, integer> The phases of a turn by name.
---@field changes table<integer, table[]> What happened in this turn, by phase: each with `id`, `state`, `pos`, `orientation`, `event` (its code) and `phase`.
---@field strict boolean? Whether an error of an entity ends the turn. Otherwise it is told, and the turn goes on.
---@field zone (string | integer)? What `~` means below `e` at the first level in draws of this world; `Pools.setCurrent` decides when it is nil.
---@field floor (string | integer)? What `~` means below `e` at the second level in draws of this world.
---@field rarity (string | integer)? What `~` means below `i` in draws of this world.
---@overload fun(width: integer, height: integer): actions.World
World = {}

---The world of a map that there is, whoever laid it out: what is in the way there are walls. A map has one world.
---* refused: without a map, the game must have one
---@param map? table a map of any dialect; nil for that of the game
---@return actions.World
function World.fromMap(map) end

---A new entity of a class, on a square. It acts from the next turn on.
---* refused: the class must be made from GameObject, and its layer one of Layers
---* refused: the position must be a square of the world
---@param class actions.GameObject
---@param pos actions.Vec
---@return actions.GameObject
function World:create(class, pos) end

---A new entity that is a player, whatever the layer of its class.
---* refused: as for World.create
---@param class actions.GameObject
---@param pos actions.Vec
---@return actions.GameObject
function World:createPlayer(class, pos) end

---A floor on every square that has none.
---* refused: the layer of the class must be Layers.floor
---@param class actions.GameObject
function World:createFloors(class) end

---Lets an item lie on a square, on what lies there already.
---* refused: there must be an item with that id
---* refused: the position must be a square of the world
---@param id any the id of an item, or what a pool gave of kts: such a one lies on the map, one kind on a square, and is no entity
---@param pos actions.Vec
---@return actions.DroppedItem?
function World:createDroppedItem(id, pos) end

---Gold that lies on a square; its `state` is how much.
---* refused: the position must be a square of the world
---@param amount number
---@param pos actions.Vec
---@return actions.GameObject
function World:registerGold(amount, pos) end

---Takes an entity out of the world at once, without a death that is told.
---@param entity actions.GameObject
function World:removeDead(entity) end

---Notes that something happened to an entity: in its history, in `changes`, and in what `simulate` tells.
---@param entity actions.GameObject
---@param code any one of Changes, or one of your own
function World:registerEvent(entity, code) end

---Lets something watch the world: it is told of each entity and of what happened in each turn.
---* refused: it must have the first two
---@param renderer table has the methods addRenderEntity(entity), pushChanges(changes) and, if it likes, setAsPlayer(entity)
function World:setRenderer(renderer) end

---Plays one turn: players, then all that decide, by layers; then the dead go.
---* refused: each player must have an action
---* refused: a turn cannot begin within another
function World:gameLoop() end

---Plays a turn when each living player has an action; whether it did.
---@return boolean
function World:gameLoopIfSet() end

---Gives a player its action for the turn; whether there is such a player, alive and without one.
---* refused: the player must be decorated with PlayerControl
---@param direction actions.Vec where to; (0, 0) for nothing
---@param index? integer which player, 1 for the first
---@return boolean
function World:setPlayerActions(direction, index) end

---The living players, in the order in which they came.
---@return actions.GameObject[]
function World:getPlayers() end

---The living entities of a layer, in the order of their turns. Players are among the reals.
---* refused: it must be one of Layers
---@param layer integer
---@return actions.GameObject[]
function World:getEntities(layer) end

---Floors, walls and enemies of the rooms that a generator laid out; gives the centre of the first room.
---* refused: the generator must have laid out rooms, which must fit into the world
---@param generator actions.Generator
---@param floor table
---@param wall table
---@param enemy? table | table[] a class, a list of classes to choose from, or nil for nobody
---@return actions.Vec
function World:materializeGenerator(generator, floor, wall, enemy) end

---Gives the world a pool of its own for a root.
---* refused: there must be a root pool of that name
---@param name string
---@param pool any a Pool or an InfPool without a parent
function World:usePool(name, pool) end

---Draws from the pool of the world for a root, or else from that of the game; gives the id.
---* refused: as for Pools.drawFromPool
---@param path string
---@return any
function World:drawFromPool(path) end

---Lets the map of this world be that of the game: what is drawn, exported and saved.
function World:show() end


---Items that lie on a square. `state` is a list of their ids, the last one on top.
---@class actions.DroppedItem: actions.Entity

do
---What stands on the squares of a world. Positions out of bounds have nothing but walls.
---@class actions.Grid
---@field width integer Squares from left to right.
---@field height integer Squares from top to bottom.
local Grid = {}

---The real or player at (x, y), for those in a hurry.
---@param x number
---@param y number
---@return actions.GameObject?
function Grid:realAt(x, y) end

---Whether there is a wall at (x, y), or nothing, being out of bounds.
---@param x number
---@param y number
---@return boolean
function Grid:isWall(x, y) end

---Whether nobody can go to (x, y): a real or a wall stands there, or it is out of bounds.
---@param x number
---@param y number
---@return boolean
function Grid:isBlocked(x, y) end

---What is hit first at (x, y): the real, wall, projectile or trap.
---@param x number
---@param y number
---@return actions.GameObject?
function Grid:topAt(x, y) end

---Whether a position is a square.
---@param pos actions.Vec
---@return boolean
function Grid:checkBound(pos) end

---Whether nobody can go there: a real or a wall stands there, or it is out of bounds.
---@param pos actions.Vec
---@return boolean
function Grid:hasBlockAt(pos) end

---The real or player on a square.
---@param pos actions.Vec
---@return actions.GameObject?
function Grid:getRealAt(pos) end

---The player on a square.
---@param pos actions.Vec
---@return actions.GameObject?
function Grid:getPlayerAt(pos) end

---The real on a square, unless it is a player.
---@param pos actions.Vec
---@return actions.GameObject?
function Grid:getNonPlayerRealAt(pos) end

---The wall on a square.
---@param pos actions.Vec
---@return actions.GameObject?
function Grid:getWallAt(pos) end

---The floor on a square.
---@param pos actions.Vec
---@return actions.GameObject?
function Grid:getFloorAt(pos) end

---The trap on a square.
---@param pos actions.Vec
---@return actions.GameObject?
function Grid:getTrapAt(pos) end

---The projectile on a square.
---@param pos actions.Vec
---@return actions.GameObject?
function Grid:getProjectileAt(pos) end

---The items that lie on a square.
---@param pos actions.Vec
---@return actions.DroppedItem?
function Grid:getDroppedAt(pos) end

---What a layer has on a square.
---* refused: it must be one of Layers
---@param pos actions.Vec
---@param layer integer
---@return actions.GameObject?
function Grid:getByLayer(pos, layer) end

---What is hit first on a square: the real, wall, projectile or trap.
---@param pos actions.Vec
---@return actions.GameObject?
function Grid:getOneFromTopAt(pos) end

---Everything on a square, from the floor to the real.
---@param pos actions.Vec
---@return actions.GameObject[]
function Grid:getAllAt(pos) end

---A square as a thing of its own; nil out of bounds.
---@param pos actions.Vec
---@return actions.Cell?
function Grid:getCellAt(pos) end

---The cells to the right, below, to the left and above, as far as there are any.
---@param pos actions.Vec
---@return actions.Cell[]
function Grid:getOrthogonalCells(pos) end

---The four cells at the corners, as far as there are any.
---@param pos actions.Vec
---@return actions.Cell[]
function Grid:getDiagonalCells(pos) end

---The eight cells around, clockwise from the right, as far as there are any.
---@param pos actions.Vec
---@return actions.Cell[]
function Grid:getAdjacentCells(pos) end

---The living player nearest to a position, the first of several.
---@param pos actions.Vec
---@return actions.GameObject?
function Grid:getClosestPlayer(pos) end

---Calls a function with whoever comes onto a square.
---* refused: the position must be a square
---@param pos actions.Vec
---@param fn fun(entity: actions.GameObject)
---@param beats? number for so many turns; nil or 0 for ever
function Grid:watchOnto(pos, fn, beats) end

---Calls a function with whoever leaves a square.
---* refused: the position must be a square
---@param pos actions.Vec
---@param fn fun(entity: actions.GameObject)
---@param beats? number for so many turns; nil or 0 for ever
function Grid:watchFrom(pos, fn, beats) end

---Takes an entity off its square.
---* refused: it must stand in this world
---@param entity actions.GameObject
function Grid:remove(entity) end

---Puts an entity where its `pos` says it is.
---* refused: it must stand in this world, and its `pos` be a square
---@param entity actions.GameObject
function Grid:reset(entity) end

---Takes an entity from where it is to another square, whatever is in between. The dead stay where they are.
---* refused: it must stand in this world, and the position be a square
---@param entity actions.GameObject
---@param to actions.Vec
function Grid:move(entity, to) end

---Whether an entity is what its layer has on its square.
---@param entity actions.GameObject
---@return boolean
function Grid:holds(entity) end

end

do
---A square of a grid.
---@class actions.Cell
---@field Layers table<string, integer> The global table Layers.
---@field grid actions.Grid The grid that it belongs to.
---@field pos actions.Vec Where it is.
local Cell = {}

---What a layer has there.
---* refused: it must be one of Layers
---@param layer integer
---@return actions.GameObject?
function Cell:get(layer) end

---The real or player there.
---@return actions.GameObject?
function Cell:getReal() end

---The wall there.
---@return actions.GameObject?
function Cell:getWall() end

---The floor there.
---@return actions.GameObject?
function Cell:getFloor() end

---The trap there.
---@return actions.GameObject?
function Cell:getTrap() end

end

---@class actions.algos
local algos = {}

---Runs the action of an event in the direction that it has. `Retouchers.Algos.simple` adds it to a class.
---@param event actions.Event
function algos.simple(event) end

---Runs the action of an event in the first of the directions from the sequence in which it succeeds. Who stands in the way and has not acted yet acts first. `Retouchers.Algos.general` adds it to a class.
---@param event actions.Event
function algos.general(event) end

---@class actions.handlers
local handlers = {}

---@class actions.handlers.basic
handlers.basic = {}

---A component of actions: to attack.
---@param event actions.Event
function handlers.basic.Attack(event) end

---A component of actions: to move.
---@param event actions.Event
function handlers.basic.Move(event) end

---A component of actions: to dig.
---@param event actions.Event
function handlers.basic.Dig(event) end

---@class actions.handlers.utils
handlers.utils = {}

---A component that calls a method of the actor with the action.
---@param name string
---@return function
function handlers.utils.applyHandler(name) end

---A component that activates a decorator of the actor; without it, it fails.
---@param name string
---@return function
function handlers.utils.activateDecorator(name) end

---A component that calls a function with the actor and the action. It succeeds when that gives a table with `success`.
---@param fn fun(actor: actions.Entity, action: actions.Action): table?
---@return function
function handlers.utils.applyFunctionHandler(fn) end

---@class actions.modules
local modules = {}

---@class actions.modules.utils
modules.utils = {}

---@class actions.modules.utils.handlers
modules.utils.handlers = {}

---A handler: the actor looks towards the nearest player, along the axis on which that is farther away.
---@param event actions.Event
function modules.utils.handlers.turnToPlayer(event) end

---For `checkSuccess` of a step: whether the nearest player is in the same row or column.
---@param event actions.Event
function modules.utils.handlers.checkOrthogonal(event) end

---For `checkSuccess` of a step: whether the entity did something else than move.
---@param event actions.Event
function modules.utils.handlers.checkNotMove(event) end

---@class actions.movs
local movs = {}

---The directions along the axes that lead closer to the nearest player: first where the entity looks.
---@param actor actions.Entity
---@return actions.Vec[]
function movs.basic(actor) end

---The diagonal towards the nearest player, then along the axes.
---@param actor actions.Entity
---@return actions.Vec[]
function movs.adjacent(actor) end

---The diagonals that lead closer to the nearest player.
---@param actor actions.Entity
---@return actions.Vec[]
function movs.diagonal(actor) end

---Where the entity looks.
---@param actor actions.Entity
---@return actions.Vec[]
function movs.straight(actor) end

table = {}

---A list of what a function gives for each element.
---@param t any[]
---@param fn fun(value: any, i: integer): any
---@return any[]
function table.map(t, fn) end

---What a function makes of a value and the first element, of that and the second, and so on.
---@param t any[]
---@param fn fun(value: any, element: any, i: integer): any
---@param value any
---@return any
function table.reduce(t, fn, value) end

---A list of the elements for which a function holds.
---@param t any[]
---@param fn fun(value: any, i: integer): any
---@return any[]
function table.filter(t, fn) end

---Calls a function with each element.
---@param t any[]
---@param fn fun(value: any, i: integer)
function table.each(t, fn) end

---Whether a function holds for one element.
---@param t any[]
---@param fn fun(value: any, i: integer): any
---@return boolean
function table.somef(t, fn) end

---Whether a function holds for each element.
---@param t any[]
---@param fn fun(value: any, i: integer): any
---@return boolean
function table.allf(t, fn) end

---Whether one element is true, or a function holds for one.
---@param t any[]
---@param fn? fun(value: any, i: integer): any
---@return boolean
function table.some(t, fn) end

---Whether each element is true, or a function holds for each.
---@param t any[]
---@param fn? fun(value: any, i: integer): any
---@return boolean
function table.all(t, fn) end

---The place of the first element that equals a value.
---@param t any[]
---@param value any
---@return integer?
function table.indexOf(t, value) end

---Whether an element equals a value.
---@param t any[]
---@param value any
---@return boolean
function table.contains(t, value) end

---The elements of several lists, one after the other.
---@param ... any[]
---@return any[]
function table.mergeArray(...) end

---The fields of several tables; later ones win.
---@param ... table
---@return table
function table.merge(...) end

---A copy; what it holds is not copied.
---@param t table
---@return table
function table.clone(t) end

---A copy all the way down; instances and classes stay what they are.
---* refused: tables nested at most 100 deep
---@param t table
---@return table
function table.deepClone(t) end

---The elements from one place to another.
---@param t any[]
---@param first? integer 1 when left out
---@param last? integer the end when left out
---@return any[]
function table.slice(t, first, last) end

---The sum of what a function gives for each element, or of a field.
---@param t any[]
---@param fn function | string
---@return number
function table.sumBy(t, fn) end

---Mixes a list, where it stands.
---@param t any[]
---@return any[]
function table.shuffle(t) end

string = {}

---The parts between separators.
---* refused: the separator must not be empty
---@param value string
---@param separator? string a space when left out; plain text, not a pattern
---@return string[]
function string.split(value, separator) end

math = {}

---The nearest whole number; halves go up.
---@param value number
---@return integer
function math.round(value) end

----1, 0 or 1.
---@param value number
---@return integer
function sign(value) end

---The nearest number from `low` to `high`.
---@param value number
---@param low number
---@param high number
---@return number
function clamp(value, low, high) end

---A value as text, with what is in it: for looking at things.
---@param value any
---@return string
function ins(value) end

---Prints a text made by `string.format`.
---@param pattern string
---@param ... any
function printf(pattern, ...) end

Ranks = {}

---The rank that runs last.
---@type integer
Ranks.LOWEST = nil

---The rank of what comes after most others.
---@type integer
Ranks.LOW = nil

---The rank of a handler that names none.
---@type integer
Ranks.MEDIUM = nil

---The rank of what comes before most others.
---@type integer
Ranks.HIGH = nil

---The rank that runs first.
---@type integer
Ranks.HIGHEST = nil

RankNumbers = {}

---The priority of the first handler of each rank in a chain; each later one has 5 less.
---@type integer[]
RankNumbers.rankMap = nil

Numbers = {}

---The same as `RankNumbers.rankMap`.
---@type integer[]
Numbers.rankMap = nil

---A new class. What its bases have it has, too, the first of them winning; that is taken over when it is first used. `__construct` is called for each instance, and operators are fields of the class such as `__add`: a function, or a table of functions by the class or the type of the other operand.
---* refused: the name must be a string
---* refused: a base must be a class
---@param name string
---@param ... table its bases, at most 32
---@return table
function class(name, ...) end

class = {}

---The same as `class(name, …)`.
---@param name string
---@param ... table
---@return table
function class.new(name, ...) end

---The name of a class, or of the class of an instance; nil for anything else.
---@param value any
---@return string?
function class.name(value) end

---The class of an instance, or what Lua calls the type of anything else.
---@param value any
---@return table | string
function class.type(value) end

---Whether a value is an instance of a class, or a class that is made from it; with a string, whether Lua calls its type so.
---@param value any
---@param class table | string
---@return boolean
function class.is(value, class) end

---The classes that an instance or a class belongs to, as keys.
---@param value any
---@return table<table, boolean>
function class.types(value) end

---Whether something is a class.
---@param value any
---@return boolean
function class.is_class(value) end

---The class of an instance, or a class itself; nil for anything else.
---@param value any
---@return table?
function class.meta(value) end

---Lets a class take over now what its bases have, which happens by itself when it is first used.
---@param class table
function class.build(class) end

Luaoop = {}

---The table `class`, as it is called in the library whose habits it has.
---@type table
Luaoop.class = nil

Layers = {}

---Floors. Those that do nothing by themselves are tiles of the map.
---@type integer
Layers.floor = nil

---Whatever else there is, such as bombs that burn down: it acts before all others.
---@type integer
Layers.misc = nil

---Traps, which act last.
---@type integer
Layers.trap = nil

---Gold that lies about.
---@type integer
Layers.gold = nil

---Walls. Those that do nothing by themselves are tiles of the map.
---@type integer
Layers.wall = nil

---What flies.
---@type integer
Layers.projectile = nil

---Items that lie about.
---@type integer
Layers.dropped = nil

---What stands in the way: creatures, chests, crates.
---@type integer
Layers.real = nil

---Players, who stand among the reals and act first.
---@type integer
Layers.player = nil

---@class actions.phases
local phases = {}

---The phase of a turn in which players act; also the one between turns.
---@type integer
phases.Player = nil

---The phase of what is in Layers.misc.
---@type integer
phases.Misc = nil

---A phase that the host leaves to mods.
---@type integer
phases.Explosion = nil

---The phase in which all reals but players act.
---@type integer
phases.Real = nil

---The phase of projectiles.
---@type integer
phases.Projectile = nil

---The phase of floors that act.
---@type integer
phases.Floor = nil

---The phase of traps, the last.
---@type integer
phases.Trap = nil

Attackableness = {}

---It can be aimed at.
---@type string
Attackableness.YES = nil

---It cannot be aimed at.
---@type string
Attackableness.NO = nil

---It can be aimed at from the square beside it alone.
---@type string
Attackableness.IF_NEXT_TO = nil

---It is hit by what hits all, and passed over by what hits the first.
---@type string
Attackableness.SKIP = nil

---@class actions.Changes
local Changes = {}

---The code of a death.
---@type string
Changes.Dead = nil

---Somebody was dug out.
---@type string
Changes.Dug = nil

---Somebody digs.
---@type string
Changes.Digs = nil

---Somebody moved.
---@type string
Changes.Move = nil

---Somebody attacked.
---@type string
Changes.Hits = nil

---Somebody lost hit points.
---@type string
Changes.Hurt = nil

---A move led nowhere; see `Retouchers.Bumping`.
---@type string
Changes.Bump = nil

---For mods: somebody cannot get away.
---@type string
Changes.Stuck = nil

---Somebody was pushed.
---@type string
Changes.Pushed = nil

---The same as `Changes.Pushed`.
---@type string
Changes.Push = nil

---Somebody got a status.
---@type string
Changes.Status = nil

---For mods: somebody bounced.
---@type string
Changes.Bounce = nil

---For mods: nothing but the state of somebody changed.
---@type string
Changes.JustState = nil

---Somebody turned.
---@type string
Changes.Reorient = nil

InventorySlots = {}

---The slot of the weapon; it holds 1.
---@type integer
InventorySlots.weapon = nil

---The slot of armour; it holds 1.
---@type integer
InventorySlots.body = nil

---The slot of boots; it holds 1.
---@type integer
InventorySlots.boots = nil

---The slot of hats; it holds 1.
---@type integer
InventorySlots.hat = nil

---The slot of rings; it holds 1.
---@type integer
InventorySlots.ring = nil

---The slot of what one digs with; it holds 1.
---@type integer
InventorySlots.shovel = nil

---The slot of everything that names none; it holds 75.
---@type integer
InventorySlots.trinket = nil

---The slot of what is used up; it holds 2.
---@type integer
InventorySlots.consumable = nil

---The slot of magic; it holds 2.
---@type integer
InventorySlots.magic = nil

---The slot of bags; it holds 1.
---@type integer
InventorySlots.bag = nil

---Adds a decorator to a class: its chains and their handlers, and an instance for each entity, in `decorators`.
---* refused: the class must be your own, and have a chain template: see Decorators.Start
---* refused: at most 200 decorators
---@param class table
---@param decorator actions.Decorator | function a class of decorators, or a function that is called with the class
function decorate(class, decorator) end

---Gives a class copies of the chains and the decorators of another.
---* refused: `from` must have chains
---* refused: `to` must be a class of your own
---@param from table
---@param to table
function copyChains(from, to) end

Decorators = {}

---Gives a class a chain template and a list of decorators of its own, both empty.
---* refused: the class must be your own
---@param class table
function Decorators.Start(class) end

---Decorates a class with Acting and Sequential, and lets it try the directions of its sequence. It must have Ticking.
---@param class table
function Decorators.General(class) end

---The class of which decorators are made.
---@type actions.Decorator
Decorators.Decorator = nil

---It does what it has decided on.
---@type actions.Acting
Decorators.Acting = nil

---It can be attacked.
---@type actions.Attackable
Decorators.Attackable = nil

---It can attack.
---@type actions.Attacking
Decorators.Attacking = nil

---It can be dug out.
---@type actions.Diggable
Decorators.Diggable = nil

---It can dig.
---@type actions.Digging
Decorators.Digging = nil

---It can be taken to another square.
---@type actions.Displaceable
Decorators.Displaceable = nil

---It has the stats of its `baseModifiers`.
---@type actions.DynamicStats
Decorators.DynamicStats = nil

---It can be opened and the like.
---@type actions.Interactable
Decorators.Interactable = nil

---It can open chests and the like.
---@type actions.Interacting
Decorators.Interacting = nil

---It wears items.
---@type actions.Inventory
Decorators.Inventory = nil

---It can die.
---@type actions.Killable
Decorators.Killable = nil

---It can move.
---@type actions.Moving
Decorators.Moving = nil

---It does what it is told.
---@type actions.PlayerControl
Decorators.PlayerControl = nil

---It can be pushed.
---@type actions.Pushable
Decorators.Pushable = nil

---It decides by its `sequenceSteps`.
---@type actions.Sequential
Decorators.Sequential = nil

---It can have statuses.
---@type actions.Statused
Decorators.Statused = nil

---It hears of beats.
---@type actions.Ticking
Decorators.Ticking = nil

---It has hit points.
---@type actions.WithHP
Decorators.WithHP = nil

---@class actions.decorators
local decorators = {}

---@class actions.decorators.utils
decorators.utils = {}

---An `activate(actor, action)`: an event passes a chain, and when nobody stops it another. It succeeds with the first.
---@param check string
---@param apply string
---@return function
function decorators.utils.checkApplyCycle(check, apply) end

---The same for an event that the caller has made: an `activate(actor, event)`.
---@param check string
---@param apply string
---@return function
function decorators.utils.checkApplyPresetEvent(check, apply) end

---The same without an action: an `activate(actor, value)`, where the value is a field of the event.
---@param check string
---@param apply string
---@param property string
---@return function
function decorators.utils.checkApplyCustomized(check, apply, property) end

---A handler: the actor dies when it has no hit points left.
---@param event actions.Event
function decorators.utils.die(event) end

---A handler that does nothing.
function decorators.utils.nothing() end

---A handler that registers an event with the actor.
---@param code any
---@return function
function decorators.utils.regChangeFunc(code) end

---Targets for entities that are hit wherever they are.
---@param entities actions.Entity[]
---@param direction actions.Vec
---@param actor actions.Entity
---@return actions.Target[]
function decorators.utils.convertToTargets(entities, direction, actor) end

---@class actions.weapons
local weapons = {}

---@class actions.weapons.chains
weapons.chains = {}

---The chain of weapons that hit the first that can be hit.
---@type actions.PlainChain
weapons.chains.general = nil

---The chain of weapons that hit all that can be hit.
---@type actions.PlainChain
weapons.chains.hitall = nil

---Whether the walk of the chain of a weapon ends: nothing is left, or a handler has set `propagate` to false.
---@param event actions.Event
---@return boolean
function weapons.chains.check(event) end

---@class actions.Options
local Options = {}

---Inside is gold: `{ id = Options.GOLD, amount = 5 }`.
---@type integer
Options.GOLD = nil

---Inside is an entity: `{ id = Options.ENTITY, class = Class }`.
---@type integer
Options.ENTITY = nil

---Inside is an item: `{ id = Options.ITEM, itemId = 1 }`.
---@type integer
Options.ITEM = nil

---Inside is an item that a pool gives: `{ id = Options.ITEM_FROM_POOL, poolId = "i.common" }`.
---@type integer
Options.ITEM_FROM_POOL = nil

---By option: what a new entity keeps in `insides`, given what it is to hold. Pools are drawn from at once.
---@type table<integer, fun(insides: table, actor: actions.Entity): table>
setup = nil

---By option: lets what was inside appear where the actor is.
---@type table<integer, fun(insides: table, actor: actions.Entity)>
realizers = nil

---@class actions.interactors
local interactors = {}

---Attacks each target with a copy of `action.attack`; gives the events, by the numbers of the targets.
---@param targets actions.Target[]
---@param action table
---@return table<integer, actions.Event>
function interactors.attack(targets, action) end

---Pushes each target with a copy of `action.push`.
---@param targets actions.Target[]
---@param action table
---@return table<integer, actions.Event>
function interactors.push(targets, action) end

---Digs each target with a copy of `action.dig`.
---@param targets actions.Target[]
---@param action table
---@return table<integer, actions.Event>
function interactors.dig(targets, action) end

---Gives each target the statuses of `action.status`.
---@param targets actions.Target[]
---@param action table
---@return table<integer, actions.Event>
function interactors.status(targets, action) end

---Registers a class of entities; gives its place in Entities, which it gets as `global_id`.
---* refused: a class is registered once
---@param class table
---@param name? string letters, digits and underscores; that of the class when left out
---@return integer
function registerEntity(class, name) end

---Registers an item; gives its place in Items, which it gets as `id`.
---* refused: an item is registered once
---@param item actions.Item
---@param name? string letters, digits and underscores
---@return integer
function registerItem(item, name) end

---Registers a stat; gives its number, which is `StatTypes[name]` from now on.
---* refused: names are given once
---@param name string
---@param config table `{ key of baseModifiers, what is there }`: `{ "amount", 0 }`, a list of such pairs, or a class of effects
---@param how? string one of HowToReturn, when you like to have that checked
---@return integer
function registerStat(name, config, how) end

---Adds a number to a stat of several numbers.
---* refused: the stat must hold several numbers
---@param stat integer
---@param attribute table `{ name, default }`
function addAttribute(stat, attribute) end

---Registers a status; gives its number, which is `StatusTypes[name]` from now on.
---* refused: names are given once
---@param name string
---@param status actions.Status
---@return integer
function registerStatus(name, status) end

---Registers a source of attacks; gives its name in small letters, which is its name in the stat AttackRes.
---@param name string
---@return string
function registerAttackSource(name) end

---The registered classes of entities by their `global_id`.
---@type table<integer, actions.GameObject>
Entities = nil

---The registered items by their `id`.
---@type table<integer, actions.Item>
Items = nil

---What mods have registered: `Mods.Name.Entities.name` and `Mods.Name.Items.name`, where Name is the id of the mod, with a capital letter or without.
---@type table<string, table>
Mods = nil

---The id of your mod.
---@type string
MODULE_NAME = nil

Retouchers = {}

Retouchers.Algos = {}

---Runs actions in the direction that they have: for players. To the chain `action`.
---@param class table
function Retouchers.Algos.simple(class) end

---Runs actions in the first of the directions of the sequence in which they succeed. To the chain `action`.
---@param class table
function Retouchers.Algos.general(class) end

Retouchers.Attackableness = {}

---How it can be aimed at.
---@param class table
---@param value string one of Attackableness
function Retouchers.Attackableness.constant(class, value) end

---It cannot be aimed at.
---@param class table
function Retouchers.Attackableness.no(class) end

---Registers `bump` when a move leads nowhere.
---@param class table
function Retouchers.Bumping(class) end

---The same as `Retouchers.Bumping`.
---@param class table
function Retouchers.Bump(class) end

Retouchers.Equip = {}

---It picks up what lies where it comes to stand.
---@param class table
function Retouchers.Equip.onDisplace(class) end

Retouchers.Skip = {}

---It does not attack when nothing can be hit.
---@param class table
function Retouchers.Skip.emptyAttack(class) end

---It does not dig when nothing can be dug out.
---@param class table
function Retouchers.Skip.emptyDig(class) end

---It does not move where something stands in the way.
---@param class table
function Retouchers.Skip.blockedMove(class) end

---It attacks nobody but players.
---@param class table
function Retouchers.Skip.noPlayer(class) end

---It does not hit itself.
---@param class table
function Retouchers.Skip.self(class) end

Retouchers.Reorient = {}

---It looks where it moves.
---@param class table
function Retouchers.Reorient.onMove(class) end

---It looks where it goes, by whatever it may be.
---@param class table
function Retouchers.Reorient.onDisplace(class) end

---It looks where it did something.
---@param class table
function Retouchers.Reorient.onActionSuccess(class) end

---It looks where it attacks.
---@param class table
function Retouchers.Reorient.onAttack(class) end

---It looks where it digs.
---@param class table
function Retouchers.Reorient.onDig(class) end

Retouchers.NoAction = {}

---It does nothing in a turn in which it was hit before its own.
---@param class table
function Retouchers.NoAction.ifHit(class) end

---It does nothing in a turn in which it was pushed before its own.
---@param class table
function Retouchers.NoAction.ifPushed(class) end

---Whoever attacks does nothing else in that turn, as when another made it act.
---@param class table
function Retouchers.NoAction.byAttacking(class) end

Retouchers.Invincible = {}

---After it was hit it cannot be hurt for as many beats as its stat Invincible says.
---@param class table
function Retouchers.Invincible.ifHit(class) end

---After it was pushed it cannot be hurt for as many beats as its stat Invincible says.
---@param class table
function Retouchers.Invincible.ifPushed(class) end

Retouchers.utils = {}

---Adds a handler of your own to a chain of a class.
---* refused: the class must be your own, and have the chain
---@param class table
---@param chain string
---@param handler function | table
function Retouchers.utils.retouch(class, chain, handler) end

StatTypes = {}

---What somebody does by attacking: an AttackEffect of `baseModifiers.attack`.
---@type integer
StatTypes.Attack = nil

---How somebody pushes: a PushEffect of `baseModifiers.push`.
---@type integer
StatTypes.Push = nil

---How somebody digs: a DigEffect of `baseModifiers.dig`.
---@type integer
StatTypes.Dig = nil

---How somebody moves: a MoveEffect of `baseModifiers.move`.
---@type integer
StatTypes.Move = nil

---The power of each status that somebody brings by attacking: Stats of `baseModifiers.status`.
---@type integer
StatTypes.Status = nil

---What somebody withstands: Stats of `baseModifiers.attackRes`, or else of `resistance`.
---@type integer
StatTypes.AttackRes = nil

---The power of pushes that somebody withstands: Stats of `baseModifiers.pushRes`, or else of `resistance`.
---@type integer
StatTypes.PushRes = nil

---The power of digging that somebody withstands: the number `baseModifiers.resistance.dig`.
---@type integer
StatTypes.DigRes = nil

---The power of each status that somebody withstands: Stats of `baseModifiers.resistance`.
---@type integer
StatTypes.StatusRes = nil

---For how many beats somebody cannot be hurt again: the number `baseModifiers.resistance.invincible`.
---@type integer
StatTypes.Invincible = nil

HowToReturn = {}

---A stat whose values are those of an effect.
---@type string
HowToReturn.EFFECT = nil

---A stat of several numbers by name.
---@type string
HowToReturn.STATS = nil

---A stat of one number.
---@type string
HowToReturn.NUMBER = nil

AttackSourceTypes = {}

---The source of attacks that name none; those of mods are found beside it, by name.
---@type string
AttackSourceTypes.Normal = nil

---The numbers of the statuses that mods have registered, by name.
---@type table<string, integer>
StatusTypes = nil

---@class actions.overlay
local overlay = {}

---A status that is applied again begins anew.
---@type string
overlay.RESET = nil

---A status that is applied again lasts longer by its amount.
---@type string
overlay.ADD = nil

---@class actions.tinkers
local tinkers = {}

---@class actions.tinkers.utils
tinkers.utils = {}

---Adds a handler to an entity that is there for one pass.
---@param entity actions.GameObject
---@param chain string
---@param generator function called with the tinker and the entity, gives the handler
---@param priority? number of the handler: one of Ranks, or a number of 6 or more
---@return actions.RefTinker
function tinkers.utils.SelfUntinkingTinker(entity, chain, generator, priority) end
