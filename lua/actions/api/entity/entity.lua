-- Entity: game objects with decorators.
return [==[
record BaseModifiers
  The stats of a class of entities: a table of numbers for each key. Stats that mods register have keys of their own.
  hp: table?, `amount` is the number of hit points
  attack: table?, its attack: `damage` 0, `pierce` 0, `power` 1, `source` "normal"
  push: table?, its push: `distance` 1, `power` 0, `source` "normal"
  dig: table?, its digging: `damage` 1, `power` 0
  move: table?, its move: `distance` 1, `ignore` 0 or, to jump, 1
  status: table?, the power of each status that its attacks apply
  attackRes: table?, `armor` 0, `pierce` 0, `minDamage` 1, `maxDamage`, and its resistance to each source
  pushRes: table?, `normal` 1: its resistance to pushes
  resistance: table?, read where attackRes or pushRes is missing; `dig` 0, `invincible` 0, and resistance to each status

class Entity: GameObject
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2))
  A game object with decorators, and short methods that activate them. Without the decorator such a method returns nil.

Entity.baseModifiers: BaseModifiers?
  The stats of a class of entities. An entity takes each stat from there when it first needs it.
  > local Rat = class("Rat", Entity)
  > Rat.baseModifiers = { hp = { amount = 2 }, attack = { damage = 1, pierce = 1 } }

Entity.sequenceSteps: SequenceStep[]?
  The steps of the sequence, for a class with the decorator Sequential.
  > local Rat = class("Rat", Entity)
  > Rat.sequenceSteps = { { action = require "@action.actions.move", movs = require "@sequence.movs.basic" } }

Entity.script: (fun(player: Entity, world: World): Vec)?
  For a class of players: gives the direction of each turn in `dungeon-host simulate`.
  > local Pacer = class("Pacer", Mods.Critters.Entities.knight)
  > function Pacer.script(player, world) return Vec(world.turn % 2 == 0 and 1 or -1, 0) end

Entity.hp: HP?
  Its hit points, with the decorator WithHP.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1)).hp:get()) --> 2

Entity.statuses: StatusAmounts?
  The turns that remain of each status, with the decorator Statused.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1)).statuses:get "stun") --> 0

Entity.inventory: InventoryOfEntity?
  Its items, with the decorator Inventory.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > print(knight.inventory:get(InventorySlots.weapon)) --> nil

Entity.sequence: Sequence?
  Its sequence of steps, with the decorator Sequential.
  > print(World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1)).sequence.currentStepIndex) --> 1

Entity:executeMove(action: table): Event? -- within
  Activates Moving: moves in the direction of the action.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > knight:executeMove { direction = Vec(1, 0) }
  > print(knight.pos) --> Vec(2, 1)

Entity:executeAttack(action: table, entities: Entity[]?): Event? -- within
  Activates Attacking: attacks in the direction of the action.
  - entities: the entities to hit, at any distance; without them, the weapon or the direction decides
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
  Activates Attackable: is hit by `action.attack`.
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
  Activates Statused: applies each status of `action.status` whose power is at least the resistance.
  - options: passed to `Status:apply`
  ! the statuses must be registered
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:beStatused { status = { stun = 1 } }
  > print(rat.statuses:get "stun") --> 2

Entity:beDug(action: table): Event? -- within
  Activates Diggable: is damaged by `action.dig`.
  > local Brick = class("Brick", Entity)
  > Decorators.Start(Brick)
  > for _, name in ipairs { "Diggable", "WithHP", "Killable", "DynamicStats" } do decorate(Brick, Decorators[name]) end
  > Brick.baseModifiers = { hp = { amount = 1 } }
  > local brick = World(3, 3):create(Brick, Vec(2, 1))
  > brick:beDug { dig = { damage = 1, power = 1 } }
  > print(brick.dead) --> true

Entity:takeDamage(damage: number): number? -- within
  Activates WithHP: loses hit points. Returns the damage that exceeded them. The entity does not die.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > print(rat:takeDamage(5), rat.hp:get(), rat.dead) --> 3 0 false

Entity:tick() -- within
  Activates Ticking: passes an event to the chain `tick`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat.chains.tick:addHandler(function() print "squeak" end)
  > rat:tick() --> squeak

Entity:die(): Event? -- within
  Activates Killable: dies, unless a handler of the chain `checkDie` prevents it.
  > local world = World(3, 3)
  > world:create(Mods.Critters.Entities.rat, Vec(2, 1)):die()
  > print(world.grid:getRealAt(Vec(2, 1))) --> nil

Entity:displace(move: MoveEffect): Event? -- within
  Activates Displaceable: changes its square as a move says.
  > local rat = World(9, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:displace(require("@action.effects.push")({ distance = 2 }):toMove(Vec(1, 0)))
  > print(rat.pos) --> Vec(4, 1)

Entity:getStat(index: integer): Effect | Stats | number | nil -- within
  A stat after its handlers, with the decorator DynamicStats.
  - index: one of StatTypes
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > knight:equip(Mods.Critters.Items.sword)
  > print(knight:getStat(StatTypes.Attack).damage, knight:getStat(StatTypes.AttackRes):get "armor") --> 3 0

Entity:getStatRaw(index: integer): Stats? -- within
  The stored Stats of a stat, which handlers do not change.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > knight:equip(Mods.Critters.Items.sword)
  > print(knight:getStatRaw(StatTypes.Attack):get "damage") --> 3

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
  One of Attackableness; NO without the decorator Attackable.
  > local world = World(3, 3)
  > print(world:create(Mods.Critters.Entities.chest, Vec(2, 1)):getAttackableness()) --> NO

Entity:reorient(direction: Vec) -- within
  Turns it in a direction.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:reorient(Vec(0, -1))
  > print(rat.orientation) --> Vec(0, -1)

Entity:isDecorated(decorator: class | string): boolean
  Whether it has a decorator, given as a class or a name.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > print(rat:isDecorated(Decorators.Moving), rat:isDecorated "Digging") --> true false

Entity:equip(item: Item)
  Equips an item. `dropExcess` drops the items for which its slot has no room.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > knight:equip(Mods.Critters.Items.spear)
  > print(knight:getWeapon() == Mods.Critters.Items.spear) --> true

Entity:unequip(item: Item)
  Unequips an item and drops it.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > knight:equip(Mods.Critters.Items.spear)
  > knight:unequip(Mods.Critters.Items.spear)
  > print(knight:getWeapon(), #knight.world.grid:getDroppedAt(knight.pos).state) --> nil 1

Entity:removeItem(item: Item)
  Destroys an item.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > knight:equip(Mods.Critters.Items.spear)
  > knight:removeItem(Mods.Critters.Items.spear)
  > print(knight:getWeapon(), knight.world.grid:getDroppedAt(knight.pos)) --> nil nil

Entity:dropExcess()
  Drops the items for which the slots have no room.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1))
  > knight:equip(Mods.Critters.Items.spear)
  > knight:equip(Mods.Critters.Items.axe)
  > knight:dropExcess()
  > print(#knight.world.grid:getDroppedAt(knight.pos).state) --> 1

Entity:getWeapon(): Item? -- within
  Its weapon, or nil.
  > print(World(3, 3):create(Mods.Critters.Entities.knight, Vec(2, 1)):getWeapon()) --> nil

Entity:getTargets(action: table): Target[] -- within
  The targets of an attack in the direction of the action: what its weapon reaches, or without one the next square.
  > local world = World(3, 3)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(1, 1))
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 1))
  > print(knight:getTargets({ direction = Vec(1, 0) })[1].entity == rat) --> true

Entity:getTargetsDefault(direction: Vec): Target? -- within
  The entity on the next square in a direction, even when attacks cannot hit it.
  > local world = World(3, 3)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(1, 1))
  > print(knight:getTargetsDefault(Vec(1, 0)) == nil) --> true

Entity:getDigTargets(action: table): Target[] -- within
  The entity on the next square in the direction of the action, when it is Diggable.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > print(#knight:getDigTargets { direction = Vec(1, 0) }) --> 0

Entity.copyChains(from: class, to: class)
  Copies the chains and the decorators of one class to another. The same as the global `copyChains`.
  ! `from` must have chains
  ! `to` must be a class of the mod
  > local Rat = class("Rat", Mods.Critters.Entities.rat)
  > Entity.copyChains(Mods.Critters.Entities.rat, Rat)
  > print(#Rat.decoratorsList == #Mods.Critters.Entities.rat.decoratorsList) --> true

Entity.redecorate(from: class, to: class)
  Decorates a class as another one is, without its retouched handlers.
  > local Rat = class("Rat", Mods.Critters.Entities.rat)
  > Entity.redecorate(Mods.Critters.Entities.rat, Rat)
  > print(Rat.chainTemplate:isSetChain "beHit") --> true

Entity.reapplyDecorators(from: class, to: class)
  The same as `Entity.redecorate`.
  > local Rat = class("Rat", Mods.Critters.Entities.rat)
  > Entity.reapplyDecorators(Mods.Critters.Entities.rat, Rat)
  > print(Rat.chainTemplate:isSetChain "beHit") --> true
]==]
