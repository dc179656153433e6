-- Entities: what stands in a world, what it knows of itself, and what it can be made to do.
return [==[
class GameObject
  = World(5, 5):create(Mods.Critters.Entities.rat, Vec(2, 2))
  Whatever stands in a world. It is made by `world:create(Class, pos)`, which calls `init`.

GameObject.layer: integer
  One of Layers: what it is, and when it acts. Layers.misc when a class says nothing.
  > local Moss = class("Moss", Entity)
  > Moss.layer = Layers.floor

GameObject.priority: number
  Of those in one layer, the one with the greater priority acts first. 0 when a class says nothing.
  > local Hasty = class("Hasty", Entity)
  > Hasty.priority = 10

GameObject.state: any
  Whatever a mod uses it for; 1 at first.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1)).state) --> 1

GameObject.glyph: string?
  The letter by which pictures show it.
  > print(Mods.Critters.Entities.rat.glyph) --> r

GameObject.colour: string?
  The colour in which pictures show it.
  > print(Mods.Critters.Entities.rat.colour) --> yellow

GameObject.name: string?
  What it is called where it lies on maps; else the name under which it is registered.
  > local Moss = class("Moss", Entity)
  > Moss.name = "soft moss"

GameObject.global_id: integer?
  The place of a class in Entities, once it is registered.
  > print(Entities[Mods.Critters.Entities.rat.global_id] == Mods.Critters.Entities.rat) --> true

GameObject.class_id: integer?
  The same as `global_id`.
  > print(Mods.Critters.Entities.rat.class_id == Mods.Critters.Entities.rat.global_id) --> true

GameObject.id: string
  A name that nothing else has in this game.
  > local world = World(3, 3)
  > local first, second = world:create(Entity, Vec(1, 1)), world:create(Entity, Vec(1, 1))
  > print(first.id ~= second.id) --> true

GameObject.pos: Vec
  Where it stands.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1)).pos) --> Vec(2, 1)

GameObject.orientation: Vec
  Where it looks; to the right at first.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1)).orientation) --> Vec(1, 0)

GameObject.world: World
  The world in which it stands.
  > local world = World(3, 3)
  > print(world:create(Mods.Critters.Entities.rat, Vec(2, 1)).world == world) --> true

GameObject.dead: boolean
  Whether it has left the world.
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
  What it will do in this turn.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:calculateAction()
  > print(class.is(rat.nextAction, Action)) --> true

GameObject.enclosingEvent: Event?
  The event of what it does in this turn: `success`, `action`, and what the algorithm left there.
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
  What happened to it in this turn.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:takeDamage(1)
  > print(rat.history:was "hurt") --> true

GameObject.tinkerData: table
  What tinkers keep for it, by their ids.
  > print(next(World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1)).tinkerData)) --> nil

GameObject.chainTemplate: ChainTemplate?
  The chains that entities of a class get; `Decorators.Start` makes it.
  > local Rat = class("Rat", Entity)
  > Decorators.Start(Rat)
  > print(Rat.chainTemplate:isSetChain "tick") --> false

GameObject.decoratorsList: class[]?
  The decorators of a class, in the order in which they were added; `decorate` fills it.
  > local Rat = class("Rat", Entity)
  > Decorators.Start(Rat)
  > decorate(Rat, Decorators.Ticking)
  > print(Rat.decoratorsList[1] == Decorators.Ticking) --> true

GameObject:init(pos: Vec, world: World) -- within
  Called once when it is made, with where it is. A class that has an `init` of its own calls that of its base.
  ! it cannot be called twice
  > local Mole = class("Mole", Entity)
  > function Mole:init(pos, world)
  >   Entity.init(self, pos, world)
  >   self.depth = 3
  > end
  > print(World(3, 3):create(Mole, Vec(1, 1)).depth) --> 3

GameObject:calculateAction() -- within
  Decides what to do: sets `nextAction`. Entities that are Sequential ask their sequence.
  > local Mole = class("Mole", Entity)
  > function Mole:calculateAction() self.nextAction = require("@action.actions.dig")() end
  > local mole = World(3, 3):create(Mole, Vec(1, 1))
  > mole:calculateAction()
  > print(class.name(mole.nextAction)) --> DigAction

GameObject:executeAction() -- within
  Does what it has decided on.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:executeAction()
  > print(rat.didAction) --> true

GameObject:isSized(): boolean -- within
  Whether it takes more than one square: never so far.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1)):isSized()) --> false

GameObject:isPlayer(): boolean -- within
  Whether it is a player.
  > print(World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1)):isPlayer()) --> true

GameObject:registerEvent(code: any) -- within
  Tells the world and the history that something happened to it.
  - code: one of Changes, or one of your own
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:registerEvent "squeak"
  > print(rat.history:was "squeak") --> true

record BaseModifiers
  The stats of a class of entities: each is a table of numbers, under the key of the stat. What mods register has keys, too.
  hp: table?, `amount` is how many hit points it has
  attack: table?, what it does by attacking: `damage` 0, `pierce` 0, `power` 1, `source` "normal"
  push: table?, how it pushes: `distance` 1, `power` 0, `source` "normal"
  dig: table?, how it digs: `damage` 1, `power` 0
  move: table?, how it moves: `distance` 1, `ignore` 0 or, to jump, 1
  status: table?, the power of each status that it brings by attacking
  attackRes: table?, `armor` 0, `pierce` 0, `minDamage` 1, `maxDamage`, and the power up to which it withstands each source
  pushRes: table?, `normal` 1: the power up to which it withstands pushes
  resistance: table?, what is read where attackRes or pushRes is missing, and `dig` 0, `invincible` 0, and for each status

class Entity: GameObject
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2))
  A game object with decorators, and short ways to activate them. Without the decorator these do nothing and give nil.

Entity.baseModifiers: BaseModifiers?
  The stats of a class of entities.
  > local Rat = class("Rat", Entity)
  > Rat.baseModifiers = { hp = { amount = 2 }, attack = { damage = 1, pierce = 1 } }

Entity.sequenceSteps: SequenceStep[]?
  What entities of a class that are Sequential do, step by step.
  > local Rat = class("Rat", Entity)
  > Rat.sequenceSteps = { { action = require "@action.actions.move", movs = require "@sequence.movs.basic" } }

Entity.script: (fun(player: Entity, world: World): Vec)?
  Of a class of players: where `dungeon-host simulate` lets the player go.
  > local Pacer = class("Pacer", Mods.Critters.Entities.knight)
  > function Pacer.script(player, world) return Vec(world.turn % 2 == 0 and 1 or -1, 0) end

Entity.hp: HP?
  Its hit points, when it is decorated WithHP.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1)).hp:get()) --> 2

Entity.statuses: StatusAmounts?
  How much longer each status lasts, when it is Statused.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1)).statuses:get "stun") --> 0

Entity.inventory: InventoryOfEntity?
  What it wears, when it is decorated with Inventory.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > print(knight.inventory:get(InventorySlots.weapon)) --> nil

Entity.sequence: Sequence?
  Where it is among its steps, when it is Sequential.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1)).sequence.currentStepIndex) --> 1

Entity:executeMove(action: table): Event? -- within
  Activates Moving: moves in the direction of the action.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > knight:executeMove { direction = Vec(1, 0) }
  > print(knight.pos) --> Vec(2, 1)

Entity:executeAttack(action: table, entities: Entity[]?): Event? -- within
  Activates Attacking: attacks in the direction of the action.
  - entities: who is hit, wherever they are; else the targets that its weapon finds
  > local world = World(3, 3)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(1, 1))
  > local crate = world:create(Mods.Critters.Entities.crate, Vec(2, 1))
  > knight:executeAttack { direction = Vec(1, 0) }
  > print(crate.dead) --> true

Entity:executeDig(action: table): Event? -- within
  Activates Digging: digs in the direction of the action.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > print(knight:executeDig({ direction = Vec(1, 0) }).propagate) --> false

Entity:beAttacked(action: table): Event? -- within
  Activates Attackable: takes the blow `action.attack`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:beAttacked { attack = { damage = 1, pierce = 1, power = 1, source = "normal" } }
  > print(rat.hp:get()) --> 1

Entity:bePushed(action: table): Event? -- within
  Activates Pushable: is pushed by `action.push` in the direction of the action.
  > local rat = World(9, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > local Push = require "@action.effects.push"
  > rat:bePushed { push = Push { distance = 3, power = 1 }, direction = Vec(1, 0) }
  > print(rat.pos) --> Vec(5, 1)

Entity:beStatused(action: table, options: any): Event? -- within
  Activates Statused: gets each status of `action.status` whose power is at least the resistance.
  - options: given to `Status:apply`
  ! there must be such statuses
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:beStatused { status = { stun = 1 } }
  > print(rat.statuses:get "stun") --> 2

Entity:beDug(action: table): Event? -- within
  Activates Diggable: is dug out by `action.dig`.
  > local Brick = class("Brick", Entity)
  > Decorators.Start(Brick)
  > for _, name in ipairs { "Diggable", "WithHP", "Killable", "DynamicStats" } do decorate(Brick, Decorators[name]) end
  > Brick.baseModifiers = { hp = { amount = 1 } }
  > local brick = World(3, 3):create(Brick, Vec(2, 1))
  > brick:beDug { dig = { damage = 1, power = 0 } }
  > print(brick.dead) --> true

Entity:takeDamage(damage: number): number? -- within
  Activates WithHP: loses hit points; gives what was too much. Nobody dies of it here.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > print(rat:takeDamage(5), rat.hp:get(), rat.dead) --> 3 0 false

Entity:tick() -- within
  Activates Ticking: a beat is over.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat.chains.tick:addHandler(function() print "squeak" end)
  > rat:tick() --> squeak

Entity:die(): Event? -- within
  Activates Killable: dies, unless a handler of the chain `checkDie` prevents it.
  > local world = World(3, 3)
  > world:create(Mods.Critters.Entities.rat, Vec(2, 1)):die()
  > print(world.grid:getRealAt(Vec(2, 1))) --> nil

Entity:displace(move: MoveEffect): Event? -- within
  Activates Displaceable: goes where a move takes it, by whatever it may be.
  > local rat = World(9, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:displace(require("@action.effects.push")({ distance = 2 }):toMove(Vec(1, 0)))
  > print(rat.pos) --> Vec(4, 1)

Entity:getStat(index: integer): Effect | Stats | number | nil -- within
  A stat as its handlers leave it, when it is decorated with DynamicStats.
  - index: one of StatTypes
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > knight:equip(Mods.Critters.Items.sword)
  > print(knight:getStat(StatTypes.Attack).damage, knight:getStat(StatTypes.AttackRes):get "armor") --> 3 0

Entity:getStatRaw(index: integer): Stats | number | nil -- within
  A stat as it is without handlers.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > knight:equip(Mods.Critters.Items.sword)
  > print(knight:getStatRaw(StatTypes.Attack):get "damage") --> 2

Entity:setStat(index: integer, name: string | number | table, amount: number?) -- within
  Sets a value of a stat: (index, name, amount), (index, amount) or (index, Stats).
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:setStat(StatTypes.Attack, "damage", 5)
  > print(rat:getStat(StatTypes.Attack).damage) --> 5

Entity:addStat(index: integer, name: string | number | table, amount: number?) -- within
  Adds to a value of a stat: (index, name, amount), (index, amount) or (index, Stats).
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:addStat(StatTypes.Attack, "damage", 5)
  > print(rat:getStat(StatTypes.Attack).damage) --> 6

Entity:getAttackableness(attacker: Entity?): string -- within
  How it can be aimed at: one of Attackableness; NO when it is not Attackable.
  > local world = World(3, 3)
  > print(world:create(Mods.Critters.Entities.chest, Vec(2, 1)):getAttackableness()) --> NO

Entity:reorient(direction: Vec) -- within
  Turns to look in a direction.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:reorient(Vec(0, -1))
  > print(rat.orientation) --> Vec(0, -1)

Entity:isDecorated(decorator: class | string): boolean
  Whether it has a decorator, given as its class or its name.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > print(rat:isDecorated(Decorators.Moving), rat:isDecorated "Digging") --> true false

Entity:equip(item: Item)
  Puts an item on. What its slot has no room for any more is dropped by `dropExcess`.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > knight:equip(Mods.Critters.Items.spear)
  > print(knight:getWeapon() == Mods.Critters.Items.spear) --> true

Entity:unequip(item: Item)
  Takes an item off: it drops.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > knight:equip(Mods.Critters.Items.spear)
  > knight:unequip(Mods.Critters.Items.spear)
  > print(knight:getWeapon(), #knight.world.grid:getDroppedAt(knight.pos).state) --> nil 1

Entity:removeItem(item: Item)
  Takes an item away for good.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > knight:equip(Mods.Critters.Items.spear)
  > knight:removeItem(Mods.Critters.Items.spear)
  > print(knight:getWeapon(), knight.world.grid:getDroppedAt(knight.pos)) --> nil nil

Entity:dropExcess()
  Drops what its slots had no room for.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > knight:equip(Mods.Critters.Items.spear)
  > knight:equip(Mods.Critters.Items.axe)
  > knight:dropExcess()
  > print(#knight.world.grid:getDroppedAt(knight.pos).state) --> 1

Entity:getWeapon(): Item? -- within
  The weapon that it has in its hands.
  > print(World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1)):getWeapon()) --> nil

Entity:getTargets(action: table): Target[] -- within
  What an attack in the direction of the action would be aimed at: with a weapon as that says, else what is ahead.
  > local world = World(3, 3)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(1, 1))
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 1))
  > print(knight:getTargets({ direction = Vec(1, 0) })[1].entity == rat) --> true

Entity:getTargetsDefault(direction: Vec): Target? -- within
  What is ahead in a direction, whether it can be aimed at or not.
  > local world = World(3, 3)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(1, 1))
  > print(knight:getTargetsDefault(Vec(1, 0)) == nil) --> true

Entity:getDigTargets(action: table): Target[] -- within
  What is ahead in the direction of the action, when it can be dug out.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > print(#knight:getDigTargets { direction = Vec(1, 0) }) --> 0

Entity.copyChains(from: class, to: class)
  Gives a class copies of the chains and the decorators of another. Also found as the global `copyChains`.
  ! `from` must have chains
  ! `to` must be a class of your own
  > local Rat = class("Rat", Mods.Critters.Entities.rat)
  > Entity.copyChains(Mods.Critters.Entities.rat, Rat)
  > print(#Rat.decoratorsList == #Mods.Critters.Entities.rat.decoratorsList) --> true

Entity.redecorate(from: class, to: class)
  Gives a class the decorators of another anew, without what was retouched.
  > local Rat = class("Rat", Mods.Critters.Entities.rat)
  > Entity.redecorate(Mods.Critters.Entities.rat, Rat)
  > print(Rat.chainTemplate:isSetChain "beHit") --> true

Entity.reapplyDecorators(from: class, to: class)
  The same as `Entity.redecorate`.
  > local Rat = class("Rat", Mods.Critters.Entities.rat)
  > Entity.reapplyDecorators(Mods.Critters.Entities.rat, Rat)
  > print(Rat.chainTemplate:isSetChain "beHit") --> true

class History
  = World(5, 5):create(Mods.Critters.Entities.rat, Vec(2, 2)).history
  What happened to an entity in this turn, in order.

History(): History
  A history without events.
  > print(#require("@history.history")().events) --> 0

History.events: table[]
  The events: each with `id`, `state`, `pos`, `orientation`, `event` (its code) and `phase`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:takeDamage(1)
  > print(rat.history.events[1].event) --> hurt

History:registerEvent(event: table) -- within
  Adds an event.
  > local history = require("@history.history")()
  > history:registerEvent { event = "squeak", phase = 4 }
  > print(history:was "squeak") --> true

History:getFirstByCode(code: any): table? -- within
  The first event with that code.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:takeDamage(1)
  > print(rat.history:getFirstByCode("hurt").pos) --> Vec(2, 1)

History:was(code: any): boolean -- within
  Whether there is an event with that code.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > print(rat.history:was "hurt") --> false

History:wasDuringPhase(code: any, phase: integer): boolean -- within
  Whether there is an event with that code of a phase.
  > local world = World(3, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:takeDamage(1)
  > print(rat.history:wasDuringPhase("hurt", world.phase), rat.history:wasDuringPhase("hurt", 7)) --> true false

History:clear() -- within
  Forgets all, as happens after each turn.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:takeDamage(1)
  > rat.history:clear()
  > print(rat.history:was "hurt") --> false

class HP
  = World(5, 5):create(Mods.Critters.Entities.rat, Vec(2, 2)).hp
  Hit points: hearts of two points each, filled from the first; damage eats from the last.

HP(amount: number): HP -- within
  So many hit points.
  ! a number of at most 1000000
  > print(require("@hp.hp")(5):get()) --> 5

HP.amount: number
  How much is left.
  > print(require("@hp.hp")(5).amount) --> 5

HP.most: number
  How much there was at first.
  > print(require("@hp.hp")(5).most) --> 5

HP:get(): number -- within
  How much is left.
  > print(World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1)).hp:get()) --> 30

HP:takeDamage(damage: number): number -- within
  Takes damage, as far as there is anything left to take; gives what was too much.
  > local hp = require("@hp.hp")(5)
  > print(hp:takeDamage(7), hp:get()) --> 2 0

HP:heal(amount: number): number -- within
  Gives back what was taken, up to the full amount; gives what was too much.
  > local hp = require("@hp.hp")(5)
  > hp:takeDamage(3)
  > print(hp:heal(10), hp:get()) --> 7 5

HP:hearts(): number[] -- within
  The points in each heart, from the first.
  > local hp = require("@hp.hp")(5)
  > hp:takeDamage(2)
  > print(table.concat(hp:hearts(), " ")) --> 2 1 0
]==]
