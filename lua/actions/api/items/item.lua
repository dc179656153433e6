-- Items, inventories and the contents of chests.
return [==[
class Item
  = Item()
  An item that entities carry. Its tinker affects the entity while the item is worn.
  > local Ring = class("Ring", Item)
  > Ring.slot = InventorySlots.ring
  > local ring = Ring(require "@tinkers.stattinker" { { StatTypes.Attack, "damage", 2 } })
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > knight:equip(ring)
  > print(knight:getStat(StatTypes.Attack).damage) --> 4

Item(tinker: Tinker?): Item -- within
  An item.
  - tinker: affects the entity while the item is worn
  > print(Item().slot == InventorySlots.trinket) --> true

Item.slot: integer
  One of InventorySlots. The default is `InventorySlots.trinket`.

Item.tinker: Tinker?
  Affects the entity while the item is worn.

Item.id: integer?
  Its index in Items, when it is registered.
  > print(Items[Mods.Critters.Items.sword.id] == Mods.Critters.Items.sword) --> true

Item.name: string?
  Its name on maps. The default is the name under which it is registered.

Item.glyph: string?
  The character that pictures show.

Item.colour: string?
  Its colour in pictures.

Item.sprite: string?
  Its sprite in pictures: a key that `dungeon-host show --sprites` lists, or a sprite of the mod.

Item.material: string?
  What it is made of, for pictures.

Item:getItemId(): integer?
  Its index in Items, when it is registered.
  > print(Mods.Critters.Items.sword:getItemId() == Mods.Critters.Items.sword.id) --> true

Item:beEquipped(entity: Entity)
  Called when an entity equips the item.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > Mods.Critters.Items.sword:beEquipped(knight)
  > print(knight:getStat(StatTypes.Attack).damage) --> 3

Item:beUnequipped(entity: Entity)
  Called when an entity unequips the item, which drops.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > Mods.Critters.Items.sword:beUnequipped(knight)
  > print(#knight.world.grid:getDroppedAt(Vec(1, 1)).state) --> 1

Item:beDestroyed(entity: Entity)
  Called when the item is destroyed.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > Mods.Critters.Items.sword:beEquipped(knight)
  > Mods.Critters.Items.sword:beDestroyed(knight)
  > print(knight:getStat(StatTypes.Attack).damage) --> 2

class InventoryOfEntity -- local
  = World(5, 5):create(Mods.Critters.Entities.knight, Vec(2, 2)).inventory
  The items of an entity, by slots. Entities with the decorator Inventory have one in `inventory`.

InventoryOfEntity.actor: Entity
  The entity.

InventoryOfEntity.containers: CyclicBuffer[]
  The items of each slot, by InventorySlots.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > print(knight.inventory.containers[InventorySlots.weapon].size) --> 1

InventoryOfEntity.itemCounts: table<string, integer>
  How many items of kts the entity carries, by the id of their type.

InventoryOfEntity:addItems(itemType: any, count: integer 1..?)
  Adds items of a type of kts.
  - itemType: an ItemType of kts
  - count: 1 when left out
  ! the first argument must be an ItemType of kts
  + coin = require("host.kts").ItemType { name = "coin", type = "pickup", max_stack = 10 }
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > knight.inventory:addItems(coin, 3)
  > print(knight.inventory:countItems(coin)) --> 3

InventoryOfEntity:countItems(itemType: any): integer
  How many items of a type of kts the entity carries.
  - itemType: an ItemType of kts
  ! the argument must be an ItemType of kts
  + coin = require("host.kts").ItemType { name = "coin", type = "pickup", max_stack = 10 }
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > print(knight.inventory:countItems(coin)) --> 0

InventoryOfEntity:dropItems(itemType: any, count: integer 1..?): integer
  Drops items of a type of kts where the entity stands; those that exceed the `max_stack` of their type lie on squares
  around it. Returns how many found room.
  - itemType: an ItemType of kts
  - count: all when left out
  ! the first argument must be an ItemType of kts
  + coin = require("host.kts").ItemType { name = "coin", type = "pickup", max_stack = 10 }
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > knight.inventory:addItems(coin, 3)
  > print(knight.inventory:dropItems(coin, 2), knight.inventory:countItems(coin)) --> 2 1

InventoryOfEntity:equip(item: Item)
  Equips an item. `dropExcess` drops the items for which its slot has no room.
  ! its slot must be one of InventorySlots
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > knight.inventory:equip(Mods.Critters.Items.sword)
  > print(knight:getWeapon() == Mods.Critters.Items.sword) --> true

InventoryOfEntity:unequip(item: Item)
  Unequips an item and drops it. Does nothing when the entity does not have it.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > knight.inventory:equip(Mods.Critters.Items.sword)
  > knight.inventory:unequip(Mods.Critters.Items.sword)
  > print(knight:getWeapon()) --> nil

InventoryOfEntity:remove(item: Item)
  Destroys an item.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > knight.inventory:equip(Mods.Critters.Items.sword)
  > knight.inventory:remove(Mods.Critters.Items.sword)
  > print(knight:getWeapon()) --> nil

InventoryOfEntity:get(slot: integer, index: integer?): Item? -- within
  The item of a slot with an index.
  - index: 1, the oldest item, when left out
  ! the slot must be one of InventorySlots
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > knight:equip(Mods.Critters.Items.ring)
  > print(knight.inventory:get(InventorySlots.ring) == Mods.Critters.Items.ring) --> true

InventoryOfEntity:toList(): Item[]
  All items, slot by slot.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > knight:equip(Mods.Critters.Items.ring)
  > print(#knight.inventory:toList()) --> 1

InventoryOfEntity:dropExcess()
  Drops the items for which the slots have no room.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > knight:equip(Mods.Critters.Items.sword)
  > knight:equip(Mods.Critters.Items.axe)
  > knight.inventory:dropExcess()
  > print(#knight.world.grid:getDroppedAt(Vec(1, 1)).state) --> 1

class CyclicBuffer
  = require "lib.cyclicbuf"(2)
  A list of limited size. An item that is added to a full buffer pushes out the oldest one.

CyclicBuffer(size: integer): CyclicBuffer
  A buffer without items.
  ! from 0 to 10000
  > local buffer = require "lib.cyclicbuf"(2)
  > for i = 1, 3 do buffer:addItem(i) end
  > print(table.concat(buffer:toList(), " "), table.concat(buffer:takeExcess(), " ")) --> 2 3 1

CyclicBuffer.size: integer
  The greatest number of items.

CyclicBuffer.length: integer
  The number of items.

CyclicBuffer.clock: integer
  The position of the next item; in a full buffer the position of the oldest item.

CyclicBuffer.items: any[]
  The items by position.

CyclicBuffer.excess: any[]
  The items that were pushed out and not taken yet.

CyclicBuffer:addItem(item: any)
  Adds an item.
  > local buffer = require "lib.cyclicbuf"(2)
  > buffer:addItem "a"
  > print(buffer:get(1)) --> a

CyclicBuffer:get(index: integer): any
  The item at a position.
  > print(require "lib.cyclicbuf"(2):get(1)) --> nil

CyclicBuffer:removeItem(item: any): any
  Removes an item and gives it back; nil when the buffer does not hold it.
  > local buffer = require "lib.cyclicbuf"(2)
  > buffer:addItem "a"
  > print(buffer:removeItem "a", #buffer:toList()) --> a 0

CyclicBuffer:increaseSize(by: integer?)
  Increases the size.
  - by: 1 when left out
  > local buffer = require "lib.cyclicbuf"(2)
  > buffer:increaseSize(3)
  > print(buffer.size) --> 5

CyclicBuffer:removeAt(index: integer): any
  Removes the item at a position and gives it back; nil when there is none. The items after it move up.
  > local buffer = require "lib.cyclicbuf"(2)
  > buffer:addItem "a"
  > print(buffer:removeAt(1), buffer.length) --> a 0

CyclicBuffer:removeExcess(): any[]
  Returns the items that were pushed out, and clears their list.
  > local buffer = require "lib.cyclicbuf"(1)
  > buffer:addItem "a"
  > buffer:addItem "b"
  > print(buffer:removeExcess()[1], buffer.items[1]) --> a b

CyclicBuffer:print()
  Prints the items by position.
  > local buffer = require "lib.cyclicbuf"(2)
  > buffer:addItem "a"
  > buffer:print() --> a

CyclicBuffer:takeExcess(): any[]
  The same as `removeExcess`.
  > local buffer = require "lib.cyclicbuf"(1)
  > buffer:addItem "a"
  > buffer:addItem "b"
  > print(#buffer:takeExcess(), #buffer:takeExcess()) --> 1 0

CyclicBuffer:toList(): any[]
  A new list of the items, the oldest first.
  > print(#require "lib.cyclicbuf"(2):toList()) --> 0

Options.GOLD: integer
  Contents: gold, `{ id = Options.GOLD, amount = 5 }`.
  > print(require("@items.insides.options").GOLD) --> 1

Options.ENTITY: integer
  Contents: an entity, `{ id = Options.ENTITY, class = Class }`.
  > print(require("@items.insides.options").ENTITY) --> 2

Options.ITEM: integer
  Contents: an item, `{ id = Options.ITEM, itemId = 1 }`.
  > print(require("@items.insides.options").ITEM) --> 3

Options.ITEM_FROM_POOL: integer
  Contents: an item from a pool, `{ id = Options.ITEM_FROM_POOL, poolId = "i.common" }`.
  > print(require("@items.insides.options").ITEM_FROM_POOL) --> 4

setup: table<integer, fun(actor: any, option: table): table>
  By option: gives the field `insides` of a new entity for a description of its contents. Draws from pools at once.
  > local Options, setup = require "@items.insides.options", require "@items.insides.setup"
  > local chest = World(3, 3):create(Mods.Critters.Entities.chest, Vec(1, 1))
  > print(setup[Options.GOLD](chest, { amount = 5 }).amount) --> 5

realizers: table<integer, fun(actor: any, option: any)>
  By option: creates the contents where the actor stands.
  > local Options, realizers = require "@items.insides.options", require "@items.insides.realizers"
  > local chest = World(3, 3):create(Mods.Critters.Entities.chest, Vec(1, 1))
  > realizers[Options.GOLD](chest, { amount = 5 })
  > print(chest.world.grid:getByLayer(Vec(1, 1), Layers.gold).state) --> 5
]==]
