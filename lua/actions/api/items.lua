-- Items, inventories, weapons and what they are aimed at; what is inside a chest.
return [==[
class Item
  = Item()
  What entities carry. It does something while it is worn, by its tinker.
  > local Ring = class("Ring", Item)
  > Ring.slot = InventorySlots.ring
  > local ring = Ring(require "@tinkers.stattinker" { { StatTypes.Attack, "damage", 2 } })
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > knight:equip(ring)
  > print(knight:getStat(StatTypes.Attack).damage) --> 4

Item(tinker: Tinker?): Item -- within
  An item.
  - tinker: what it does while it is worn
  > print(Item().slot == InventorySlots.trinket) --> true

Item.slot: integer
  One of InventorySlots: where it is worn. `InventorySlots.trinket` when a class says nothing.

Item.tinker: Tinker?
  What it does while it is worn.

Item.id: integer?
  Its place in Items, once it is registered.
  > print(Items[Mods.Critters.Items.sword.id] == Mods.Critters.Items.sword) --> true

Item.name: string?
  What it is called where it lies on maps; else the name under which it is registered.

Item.glyph: string?
  The letter by which pictures show it.

Item.colour: string?
  The colour in which pictures show it.

Item:getItemId(): integer?
  Its place in Items, once it is registered.
  > print(Mods.Critters.Items.sword:getItemId() == Mods.Critters.Items.sword.id) --> true

Item:beEquipped(entity: Entity)
  It is put on.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > Mods.Critters.Items.sword:beEquipped(knight)
  > print(knight:getStat(StatTypes.Attack).damage) --> 3

Item:beUnequipped(entity: Entity)
  It is taken off, and drops.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > Mods.Critters.Items.sword:beUnequipped(knight)
  > print(#knight.world.grid:getDroppedAt(Vec(1, 1)).state) --> 1

Item:beDestroyed(entity: Entity)
  It is taken away for good.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > Mods.Critters.Items.sword:beEquipped(knight)
  > Mods.Critters.Items.sword:beDestroyed(knight)
  > print(knight:getStat(StatTypes.Attack).damage) --> 2

class InventoryOfEntity -- local
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).inventory
  What an entity wears, by slots. Entities that are decorated with Inventory have one in `inventory`.

InventoryOfEntity.actor: Entity
  Whose it is.

InventoryOfEntity.containers: CyclicBuffer[]
  What the slots hold, by InventorySlots.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > print(knight.inventory.containers[InventorySlots.weapon].size) --> 1

InventoryOfEntity:equip(item: Item)
  Puts an item on; what its slot has no room for any more is dropped by `dropExcess`.
  ! its slot must be one of InventorySlots
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > knight.inventory:equip(Mods.Critters.Items.sword)
  > print(knight:getWeapon() == Mods.Critters.Items.sword) --> true

InventoryOfEntity:unequip(item: Item)
  Takes an item off: it drops. Nothing happens when it is not worn.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > knight.inventory:equip(Mods.Critters.Items.sword)
  > knight.inventory:unequip(Mods.Critters.Items.sword)
  > print(knight:getWeapon()) --> nil

InventoryOfEntity:remove(item: Item)
  Takes an item away for good.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > knight.inventory:equip(Mods.Critters.Items.sword)
  > knight.inventory:remove(Mods.Critters.Items.sword)
  > print(knight:getWeapon()) --> nil

InventoryOfEntity:get(slot: integer, index: integer?): Item? -- within
  The item at a place of a slot.
  - index: 1 for the oldest one, when left out
  ! it must be one of InventorySlots
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > knight:equip(Mods.Critters.Items.ring)
  > print(knight.inventory:get(InventorySlots.ring) == Mods.Critters.Items.ring) --> true

InventoryOfEntity:dropExcess()
  Drops what the slots had no room for.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > knight:equip(Mods.Critters.Items.sword)
  > knight:equip(Mods.Critters.Items.axe)
  > knight.inventory:dropExcess()
  > print(#knight.world.grid:getDroppedAt(Vec(1, 1)).state) --> 1

class CyclicBuffer
  = require "lib.cyclicbuf"(2)
  Holds so many items; one more pushes out the oldest.

CyclicBuffer(size: integer): CyclicBuffer
  A buffer without items.
  ! from 0 to 10000
  > local buffer = require "lib.cyclicbuf"(2)
  > for i = 1, 3 do buffer:addItem(i) end
  > print(table.concat(buffer:toList(), " "), table.concat(buffer:takeExcess(), " ")) --> 2 3 1

CyclicBuffer.size: integer
  How many it holds.

CyclicBuffer.clock: integer
  How many have come.

CyclicBuffer.items: any[]
  What it holds, the oldest first.

CyclicBuffer.excess: any[]
  What was pushed out and nobody has taken yet.

CyclicBuffer:addItem(item: any)
  Adds an item.
  > local buffer = require "lib.cyclicbuf"(2)
  > buffer:addItem "a"
  > print(buffer:get(1)) --> a

CyclicBuffer:get(index: integer): any -- within
  The item at a place, 1 for the oldest.
  > print(require "lib.cyclicbuf"(2):get(1)) --> nil

CyclicBuffer:removeItem(item: any): any
  Takes an item out; gives it back, or nil when it is not there.
  > local buffer = require "lib.cyclicbuf"(2)
  > buffer:addItem "a"
  > print(buffer:removeItem "a", #buffer:toList()) --> a 0

CyclicBuffer:increaseSize(by: integer?)
  Lets it hold more.
  - by: 1 when left out
  > local buffer = require "lib.cyclicbuf"(2)
  > buffer:increaseSize(3)
  > print(buffer.size) --> 5

CyclicBuffer:takeExcess(): any[]
  What was pushed out, which is then forgotten here.
  > local buffer = require "lib.cyclicbuf"(1)
  > buffer:addItem "a"
  > buffer:addItem "b"
  > print(#buffer:takeExcess(), #buffer:takeExcess()) --> 1 0

CyclicBuffer:toList(): any[]
  What it holds, the oldest first, in a list of your own.
  > print(#require "lib.cyclicbuf"(2):toList()) --> 0

class Weapon: Item
  = Mods.Critters.Items.spear
  An item that decides what an attack hits.
  > local Spear = class("Spear", require "@items.weapons.weapon")
  > local Pattern = require "@items.weapons.pattern"
  > Spear.pattern = Pattern()
  > Spear.pattern:add(Vec(1, 0), Vec(1, 0))
  > Spear.pattern:add(Vec(2, 0), Vec(1, 0), true)

Weapon(tinker: Tinker?): Weapon -- within
  A weapon.
  > print(require("@items.weapons.weapon")().slot == InventorySlots.weapon) --> true

Weapon.pattern: Pattern?
  What it hits, for somebody who looks to the right; one square ahead when a class says nothing.

Weapon.chain: Chain | PlainChain
  Chooses among `event.targets`: `weapons.chains.general` when a class says nothing.
  > local Axe = class("Axe", require "@items.weapons.weapon")
  > Axe.chain = require "@items.weapons.chains.hitall"

Weapon.check: fun(event: Event): boolean
  Whether the walk of the chain ends: `weapons.chains.check` when a class says nothing.

Weapon:getTargets(actor: Entity, action: table): Target[] -- within
  What an attack in the direction of the action is aimed at.
  > local world = World(5, 3)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(1, 1))
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(3, 1))
  > print(#Mods.Critters.Items.spear:getTargets(knight, { direction = Vec(1, 0) })) --> 1

weapons.chains.general: PlainChain
  The chain of weapons that hit the first that can be hit.
  > local Club = class("Club", require "@items.weapons.weapon")
  > print(Club.chain == require "@items.weapons.chains.general") --> true

weapons.chains.hitall: PlainChain
  The chain of weapons that hit all that can be hit.
  > print(Mods.Critters.Items.axe.chain == require "@items.weapons.chains.hitall") --> true

weapons.chains.check(event: Event): boolean -- within
  Whether the walk of the chain of a weapon ends: nothing is left, or a handler has set `propagate` to false.
  > print(require "@items.weapons.chains.check"({ propagate = true, targets = {} })) --> true

class Pattern
  = require("@items.weapons.pattern")()
  What a weapon hits, for somebody who looks to the right.

Pattern(): Pattern
  A pattern without pieces.
  > print(#require("@items.weapons.pattern")().pieces) --> 0

Pattern.pieces: Piece[]
  Its pieces, in the order in which they are hit.

Pattern:add(pos: Vec, dir: Vec, reach: boolean | integer[] | nil): Piece
  Adds a piece.
  - pos: where, seen from the actor
  - dir: where the blow goes there
  - reach: true when none of the pieces before it may be blocked by a wall, or the numbers of those that may not be
  ! at most 1000 pieces
  > local pattern = require("@items.weapons.pattern")()
  > print(pattern:add(Vec(2, 0), Vec(1, 0), true).pos) --> Vec(2, 0)

Pattern:turned(pos: Vec, direction: Vec): Piece[]
  The pieces as they lie for somebody at a position who looks in a direction.
  > local pattern = require("@items.weapons.pattern")()
  > pattern:add(Vec(1, 0), Vec(1, 0))
  > print(pattern:turned(Vec(5, 5), Vec(0, 1))[1].pos) --> Vec(5, 6)

class Piece
  = require "@items.weapons.piece"(Vec(1, 0), Vec(1, 0))
  A square that an attack hits.

Piece(pos: Vec, dir: Vec, reach: boolean | integer[] | nil): Piece
  A piece.
  > print(require "@items.weapons.piece"(Vec(1, 0), Vec(1, 0)).reach) --> false

Piece.pos: Vec
  Where it is: seen from the actor, or in a target on the map.

Piece.dir: Vec
  Where the blow goes there.

Piece.reach: boolean | integer[]
  Which of the pieces before it may not be blocked: all for true.

class Target
  = require "@items.weapons.target"(nil, require "@items.weapons.piece"(Vec(1, 0), Vec(1, 0)), 1, "NO")
  What an action is aimed at.

Target(entity: Entity?, piece: Piece, index: integer, attackableness: string): Target
  A target.
  > local Piece, Target = require "@items.weapons.piece", require "@items.weapons.target"
  > print(Target(nil, Piece(Vec(1, 0), Vec(1, 0)), 1, Attackableness.NO).index) --> 1

Target.entity: Entity?
  Who is there.

Target.piece: Piece
  The square.

Target.index: integer
  The number of the piece in its pattern.

Target.attackableness: string
  How the entity can be aimed at: one of Attackableness.

Options.GOLD: integer
  Inside is gold: `{ id = Options.GOLD, amount = 5 }`.
  > print(require("@items.insides.options").GOLD) --> 1

Options.ENTITY: integer
  Inside is an entity: `{ id = Options.ENTITY, class = Class }`.
  > print(require("@items.insides.options").ENTITY) --> 2

Options.ITEM: integer
  Inside is an item: `{ id = Options.ITEM, itemId = 1 }`.
  > print(require("@items.insides.options").ITEM) --> 3

Options.ITEM_FROM_POOL: integer
  Inside is an item that a pool gives: `{ id = Options.ITEM_FROM_POOL, poolId = "i.common" }`.
  > print(require("@items.insides.options").ITEM_FROM_POOL) --> 4

setup: table<integer, fun(insides: table, actor: Entity): table>
  By option: what a new entity keeps in `insides`, given what it is to hold. Pools are drawn from at once.
  > local Options, setup = require "@items.insides.options", require "@items.insides.setup"
  > print(setup[Options.GOLD]({ amount = 5 }).amount) --> 5

realizers: table<integer, fun(insides: table, actor: Entity)>
  By option: lets what was inside appear where the actor is.
  > local Options, realizers = require "@items.insides.options", require "@items.insides.realizers"
  > local chest = World(3, 3):create(Mods.Critters.Entities.chest, Vec(1, 1))
  > realizers[Options.GOLD]({ amount = 5 }, chest)
  > print(chest.world.grid:getByLayer(Vec(1, 1), Layers.gold).state) --> 5

interactors.attack(targets: Target[], action: table): table<integer, Event> -- within
  Attacks each target with a copy of `action.attack`; gives the events, by the numbers of the targets.
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
  Gives each target the statuses of `action.status`.
  > local world = World(5, 3)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(1, 1))
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 1))
  > local act = { direction = Vec(1, 0), status = { stun = 1 } }
  > require("@interactors.do").status(knight:getTargets(act), act)
  > print(rat.statuses:get "stun") --> 2
]==]
