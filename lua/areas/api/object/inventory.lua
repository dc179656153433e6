-- Inventory: containers of objects that lie on no map.
return [==[
module "api.Inventory": Inventory -- local

class Inventory: ICarrier -- required
  A container of objects of one type, from `require "api.Inventory"`. It lies on no map, and is saved when something
  refers to it.
  = require("api.Inventory"):new()

Inventory.type: string
  The type of the objects that it holds.

Inventory.owner: any
  What was passed when it was created.

Inventory.max_capacity: integer
  The number of objects that it holds at most.

Inventory.max_item_weight: number?
  The number of set_max_item_weight.

Inventory:new(max: integer 0..5000?, type: string?, owner: IObject?): Inventory -- on_class game
  Creates an inventory.
  - max: the number of objects that it holds; by default 200
  - type: the type of the objects; by default "base.item"
  - owner: becomes the field `owner`
  > print(require("api.Inventory"):new(3):free_slots()) --> 3

Inventory.create(id: string): Inventory -- game
  Creates the inventory of an id in save.base.inventories, in the place of a former one.
  > print(require("api.Inventory").create "shop" == save.base.inventories.shop) --> true

Inventory.get_or_create(id: string): Inventory -- game
  The inventory of an id in save.base.inventories, created if there is none.
  > local Inventory = require "api.Inventory"
  > print(Inventory.get_or_create "bank" == Inventory.get_or_create "bank") --> true

Inventory:contains(object: any): boolean
  An alias of has_object.
  > print(require("api.Inventory"):new():contains(nil)) --> false

Inventory:len(): integer
  The number of its objects.
  > print(require("api.Inventory"):new():len()) --> 0

Inventory:free_slots(): integer
  How many more objects it holds.
  > print(require("api.Inventory"):new():free_slots()) --> 200

Inventory:is_full(): boolean
  Whether it holds no more objects.
  > print(require("api.Inventory"):new(0):is_full()) --> true

Inventory:sorted_by(compare: function?): Iterator
  Iterates over its objects in order.
  - compare: function(a, b), whether a comes first
  > print(require("api.Inventory"):new():sorted_by(function(a, b) return a.uid > b.uid end):length()) --> 0

Inventory:get_max_capacity(): integer
  The number of objects that it holds at most.
  > print(require("api.Inventory"):new(7):get_max_capacity()) --> 7

Inventory:set_max_capacity(value: integer 0..5000)
  Sets the number of objects that it holds at most. Objects over that number stay.
  > local inventory = require("api.Inventory"):new()
  > inventory:set_max_capacity(2)
  > print(inventory:free_slots()) --> 2

Inventory:get_max_item_weight(): number?
  The number of set_max_item_weight.
  > print(require("api.Inventory"):new():get_max_item_weight()) --> nil

Inventory:set_max_item_weight(value: number?)
  Stores a number for mods, which the host does not read.
  > local inventory = require("api.Inventory"):new()
  > inventory:set_max_item_weight(500)
  > print(inventory:get_max_item_weight()) --> 500
]==]
