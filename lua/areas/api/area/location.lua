-- ILocation and ICarrier: what holds objects.
return [==[
module "api.ILocation": ILocation

class ILocation: IEventEmitter -- named
  A location of objects: a map, a chara, an item that contains others, or an inventory.
  = InstancedMap:new(5, 5)

ILocation:take_object(object: IObject, x: number?, y: number?): IObject?
  Moves an object from its location to this one: to a square of a map, or into a carrier.
  - x: by default (0, 0); not used by a carrier
  - result: the object, or for an item of kts the stack that it joins; nil if it cannot go there: outside the map, into
    a carrier that is full or holds other objects, or on a square without room for an item of kts
  ! An object cannot carry itself
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > print(map:take_object(imp, 3, 4) == imp, imp.x, imp.y) --> true 3 4

ILocation:remove_object(object: IObject): IObject?
  Removes an object from this location; it lies nowhere then. Nil if it was not here.
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", 1, 1, {}, map)
  > map:remove_object(imp)
  > print(map:has_object(imp), imp:get_location()) --> false nil

ILocation:has_object(object: IObject | integer?): boolean
  Whether an object is in this location.
  - object: an object; for a map also a uid
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", 1, 1, {}, map)
  > print(map:has_object(imp), map:has_object(imp.uid)) --> true true

ILocation:iter(): Iterator
  Iterates over all objects in this location; for a map by uid.
  > local map = InstancedMap:new(5, 5)
  > Chara.create("base.fallback", 1, 1, {}, map)
  > for _, object in map:iter() do print(object._id) end --> base.fallback

ILocation:iter_items(): Iterator
  Iterates over the items in this location.
  > print(InstancedMap:new(5, 5):iter_items():length()) --> 0

ILocation:is_positional(): boolean
  Whether objects have a square here: true for a map, false for a carrier.
  > print(InstancedMap:new(5, 5):is_positional()) --> true

ILocation:can_take_object(object: any, x: number?, y: number?): boolean
  Whether a value is an object that can be put on a square, or anywhere on a map, or into a carrier with room for it.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > print(InstancedMap:new(5, 5):can_take_object(imp, 5, 0), imp:can_take_object(imp)) --> false false

ILocation:get_object(uid: integer?): IObject?
  The object of a uid, if it is in this location.
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", 1, 1, {}, map)
  > print(map:get_object(imp.uid) == imp) --> true

class ICarrier: ILocation
  A carrier of items: a chara, an item that contains others, or an inventory.
  = Chara.create("base.fallback", nil, nil, { ownerless = true })

ICarrier:take_item(object: IObject): IObject?
  An alias of take_object.
  > data:add { _type = "base.item", _id = "flute" }
  > local bard = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > bard:take_item(Item.create("flute", nil, nil, { ownerless = true }))
  > print(bard:iter_inventory():length()) --> 1

ICarrier:is_item_container(): boolean
  Whether it is made for items: an inventory of items, or an item that holds some or has `container_params`.
  > print(require("api.Inventory"):new():is_item_container()) --> true

ICarrier:iter_inventory(): Iterator
  Iterates over the items that it carries.
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):iter_inventory():length()) --> 0

ICarrier:find_item(id: string): IItem?
  The first item of an id that it carries.
  - id: the full id
  > data:add { _type = "base.item", _id = "lute" }
  > local bard = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local lute = Item.create("lute", nil, nil, {}, bard)
  > print(bard:find_item(_MOD_ID .. ".lute") == lute) --> true
]==]
