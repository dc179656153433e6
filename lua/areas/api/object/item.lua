-- IItem and Item: items.
return [==[
module "api.IItem": IItem

module "api.Item": Item

class IItem: IObject, ICarrier -- named
  An item, or a stack of them.
  = Item.create(data["base.item"][_MOD_ID .. ".stone"] or data:add { _type = "base.item", _id = "stone" }, nil, nil,
      { ownerless = true })

IItem.name: string
  Its name.

IItem.amount: integer
  The size of the stack. It is the only field that can be set of an item of kts; when the stack is gone, it is 0.

IItem.own_state: string
  Its owner: items with "None" are removed by a renewal of a town.

IItem.is_equipped: boolean?
  Whether its carrier wears it.

IItem:build_name(amount: number?): string
  Its name, with a number before it unless that is 1.
  - amount: by default the amount of the stack
  > data:add { _type = "base.item", _id = "bolt" }
  > print(Item.create("bolt", nil, nil, { amount = 4, ownerless = true }):build_name()) --> 4 bolt

IItem:remove(amount: number 0..?)
  Removes a number of items from the stack, or all. An empty stack lies nowhere.
  > data:add { _type = "base.item", _id = "arrow" }
  > local arrows = Item.create("arrow", nil, nil, { amount = 12, ownerless = true })
  > arrows:remove(5)
  > print(arrows.amount) --> 7

record ItemParams -- warned
  Options of a new item.
  amount: number? = 1, the size of the stack
  own_state: any = "None", its owner
  ownerless: truth?, true for an object that lies nowhere
  no_build: truth?, true skips on_instantiate and the event of new objects

Item.create(id: string | DataEntry, x: number?, y: number?, params: ItemParams?,
    where: AnyMap | ICarrier?): IItem?, string?
  Creates an item or a stack of items.
  - id: the id of a base.item, or its entry; or the id of an item type of kts, such as "base.coins"
  - x: without x and y, a free square
  - where: a map or a carrier; by default the current map
  - result: the item; or nil and why there is no place for it
  ! There must be a base.item of that id
  ! There must be a current map, unless a map or a carrier is passed
  > data:add { _type = "base.item", _id = "coin" }
  > print(Item.create("coin", 2, 2, { amount = 30 }, InstancedMap:new(5, 5)).amount) --> 30

Item.at(x: number, y: number, map: AnyMap?): Iterator
  Iterates over the items on a square, a stack of kts among them.
  - map: by default the current one
  > data:add { _type = "base.item", _id = "pebble" }
  > local map = InstancedMap:new(5, 5)
  > Item.create("pebble", 2, 2, {}, map)
  > print(Item.at(2, 2, map):length()) --> 1

Item.iter(where: AnyMap | ICarrier | nil): Iterator
  Iterates over the items with an amount above 0 on a map, items of kts among them, or over items that a carrier holds.
  - where: by default the current map
  > print(Item.iter(InstancedMap:new(5, 5)):length()) --> 0

Item.iter_ground(map: AnyMap?): Iterator
  Iterates over the items on a map with an amount above 0.
  - map: by default the current one
  > print(Item.iter_ground(InstancedMap:new(5, 5)):length()) --> 0

Item.iter_all(map: AnyMap?): Iterator
  Iterates over the items on a map, those with the amount 0 among them.
  - map: by default the current one
  > print(Item.iter_all(InstancedMap:new(5, 5)):length()) --> 0

Item.iter_in_everything(map: AnyMap?): Iterator
  Iterates over the items on a map, and over those that charas and other items there carry.
  - map: by default the current one
  > data:add { _type = "base.item", _id = "pouch" }
  > local map = InstancedMap:new(5, 5)
  > local pouch = Item.create("pouch", nil, nil, {}, Chara.create("base.fallback", 1, 1, {}, map))
  > Item.create("pouch", nil, nil, {}, pouch)
  > print(Item.iter_in_everything(map):length()) --> 2

Item.is_alive(object: any, map: AnyMap?): boolean
  Whether a value is an item that lies somewhere, with an amount above 0.
  - map: the map it must lie on; by default any, or a carrier
  > print(Item.is_alive(nil)) --> false

Item.find(id: string | integer, where: any, map: AnyMap?): IItem?
  The first item that lies on a map and has a uid or a full id.
  - where: "all" searches also what charas and items on the map carry
  - map: by default the current one
  > data:add { _type = "base.item", _id = "pearl" }
  > local map = InstancedMap:new(5, 5)
  > local pearl = Item.create("pearl", 1, 1, {}, map)
  > print(Item.find(_MOD_ID .. ".pearl", nil, map) == pearl) --> true
]==]
