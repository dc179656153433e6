-- The decorators of the host, with the chains that they add.
return [==[
class Acting: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.Acting
  Chains: `checkAction`, `action`, `failAction`, `succeedAction`. A retoucher such as `Retouchers.Algos.simple` adds the
  handler that runs the action.

Acting:activate(actor: Entity) -- within
  Carries out `actor.nextAction`. The event is then in `actor.enclosingEvent`.
  ! `nextAction` must be an action
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat.decorators.Acting:activate(rat)
  > print(rat.enclosingEvent.success) --> true

Acting:activation() -- within
  The same as `entity:executeAction()` of its entity.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat.decorators.Acting:activation()
  > print(rat.didAction) --> true

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
  Is hit by `action.attack`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local blow = { attack = require "@action.effects.attack" { damage = 1, pierce = 1 } }
  > rat.decorators.Attackable:activate(rat, blow)
  > print(rat.hp:get()) --> 1

Attackable:getAttackableness(actor: Entity, attacker: Entity?): string -- within
  The value that handlers of `attackableness` set in `event.result`, or YES.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat.decorators.Attackable:getAttackableness(rat)) --> YES

class Attacking: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.Attacking
  Chains: `getAttack`, which sets `event.targets` and attack, push and status of `event.action`, and `attack`.

Attacking:activate(actor: Entity, action: table, entities: Entity[]?): Event -- within
  Attacks in the direction of the action.
  - entities: the entities to hit, at any distance
  > local world = World(3, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(3, 3))
  > rat.decorators.Attacking:activate(rat, { direction = Vec(1, 0) }, { knight })
  > print(knight.hp:get()) --> 29

class Diggable: Decorator
  = Decorators.Diggable()
  Chains: `checkDig`, `beDug`. In `checkDig`, `event.resistance` holds the stat DigRes.

Diggable:activate(actor: Entity, action: table): Event -- within
  Is damaged by `action.dig`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat.decorators.Diggable) --> nil

class Digging: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.Digging
  Chains: `getDig`, which sets `event.targets` and `event.action.dig`, and `dig`.

Digging:activate(actor: Entity, action: table): Event -- within
  Digs in the direction of the action.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > print(#knight.decorators.Digging:activate(knight, { direction = Vec(1, 0) }).targets) --> 0

class Displaceable: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.Displaceable
  Chains: `getDisplacement`, which sets `event.newPos` from `event.move`, and `displace`.

Displaceable:activate(actor: Entity, move: MoveEffect): Event -- within
  Changes the square of the actor as a move says.
  > local rat = World(5, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local move = require "@action.effects.move" { distance = 2 }
  > move.direction = Vec(1, 0)
  > print(rat.decorators.Displaceable:activate(rat, move).newPos) --> Vec(3, 1)

class DynamicStats: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.DynamicStats
  The stats of an entity. They start as its `baseModifiers` say; handlers change them each time they are read.

DynamicStats.actor: Entity
  The entity.

DynamicStats.statsList: table<integer, Stats>
  The stats that were read so far, by StatTypes.

DynamicStats.statsChains: table<integer, PlainChain>
  The handlers of stats, by StatTypes.

DynamicStats:getStat(index: integer?): Effect | Stats | number -- within
  A stat after its handlers; 0 for nil.
  ! the index must be one of StatTypes
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat.decorators.DynamicStats:getStat(StatTypes.Attack).damage) --> 1

DynamicStats:getStatRaw(index: integer): Stats -- within
  The stored Stats of a stat, which handlers do not change.
  ! the index must be one of StatTypes
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat.decorators.DynamicStats:getStatRaw(StatTypes.Attack):get "damage") --> 1

DynamicStats:setStat(index: integer, name: string | number | table, amount: number?)
  Sets a value: (index, name, amount), (index, amount) or (index, Stats).
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat.decorators.DynamicStats:setStat(StatTypes.DigRes, 3)
  > print(rat:getStat(StatTypes.DigRes)) --> 3

DynamicStats:addStat(index: integer, name: string | number | table, amount: number?)
  Adds to a value: (index, name, amount), (index, amount) or (index, Stats).
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat.decorators.DynamicStats:addStat(StatTypes.Attack, { damage = 2 })
  > print(rat:getStat(StatTypes.Attack).damage) --> 3

DynamicStats:addHandler(index: integer, handler: function | table)
  Adds a handler that changes a stat each time it is read: `event.stats` is Stats or a number.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local function double(event) event.stats:add("damage", event.stats:get "damage") end
  > rat.decorators.DynamicStats:addHandler(StatTypes.Attack, double)
  > print(rat:getStat(StatTypes.Attack).damage) --> 2

DynamicStats:removeHandler(index: integer, handler: function | table)
  Removes a handler.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local function double(event) event.stats:add("damage", event.stats:get "damage") end
  > rat.decorators.DynamicStats:addHandler(StatTypes.Attack, double)
  > rat.decorators.DynamicStats:removeHandler(StatTypes.Attack, double)
  > print(rat:getStat(StatTypes.Attack).damage) --> 1

class Interactable: Decorator
  = World(5, 5):create(Mods.Critters.Entities.chest, Vec(2, 2)).decorators.Interactable
  Chains: `checkInteracted`, `beInteracted`. By default the entity dies, as a chest does that opens.

Interactable:activate(actor: Entity, action: table, by: Entity?): Event -- within
  Opens the entity.
  - by: the entity that opens it; handlers find it in `event.by`
  > local chest = World(3, 3):create(Mods.Critters.Entities.chest, Vec(1, 1))
  > chest.decorators.Interactable:activate(chest, {})
  > print(chest.dead) --> true

class Interacting: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.Interacting
  Chains: `checkInteract`, which sets `event.target`, and `interact`.

Interacting:activate(actor: Entity, action: table): Event -- within
  Opens the entity on the next square in the direction of the action.
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
  Chains: `getMove`, which sets `event.move`, and `move`.

Moving:activate(actor: Entity, action: table): Event -- within
  Moves in the direction of the action.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat.decorators.Moving:activate(rat, { direction = Vec(0, 1) })
  > print(rat.pos) --> Vec(1, 2)

class PlayerControl: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.PlayerControl
  Takes the actions of a player from `world:setPlayerActions`.

PlayerControl:activate(player: Entity, direction: Vec)
  Sets the action of the player for the turn: in a direction, or none for (0, 0).
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
  Gives each entity a `sequence` of its `sequenceSteps`. The class must also have Ticking.

Sequential:activate(actor: Entity) -- within
  Sets `nextAction` to the action of the current step.
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
  The entity.

Statused:activate(actor: Entity, action: table, options: any): Event -- within
  Applies each status of `action.status` whose power is at least the resistance.
  ! the statuses must be registered
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat.decorators.Statused:activate(rat, { status = { web = 1 } })
  > print(rat.statuses:get "web") --> 2

Statused:resetStatus(index: integer | string) -- within
  Ends a status, named by its number or name, at once.
  ! the status must be registered
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat:beStatused { status = { web = 1 } }
  > rat.decorators.Statused:resetStatus(StatusTypes.web)
  > print(rat.statuses:get "web") --> 0

class Ticking: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.Ticking
  Chain: `tick`.

Ticking:activate(actor: Entity) -- within
  Passes an event to the chain `tick`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat.chains.tick:addHandler(function() print "tock" end)
  > rat.decorators.Ticking:activate(rat) --> tock

class WithHP: Decorator
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).decorators.WithHP
  Gives each entity the field `hp` with `baseModifiers.hp.amount` points.

WithHP:activate(actor: Entity, damage: number): number -- within
  Loses hit points. Returns the damage that exceeded them.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat.decorators.WithHP:activate(rat, 3)) --> 1
]==]
