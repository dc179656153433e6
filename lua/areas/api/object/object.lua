-- IObject: what charas, items and feats share.
return [==[
module "api.IObject": IObject

module "api.IMapObject": IMapObject

module "api.IOwned": IOwned

class IObject: IEventEmitter, IModdable -- named
  A chara, an item or a feat, made from a prototype in data, whose fields it copies. Mods can set further fields, which
  are saved with it.
  = Chara.create("base.fallback", nil, nil, { ownerless = true })

IObject[string]: any
  The fields of its prototype, and further fields, set by mods.

IObject._id: string
  The id of its prototype. Read only.

IObject._type: string
  "base.chara", "base.item" or "base.feat". Read only.

IObject.uid: integer
  The number of the object, unique in the game. Read only.

IObject.x: integer?
  Its square on the map; nil if it lies on none. Read only: set_pos moves it.

IObject.y: integer?
  Its square on the map; nil if it lies on none. Read only: set_pos moves it.

IObject.location: ILocation?
  Its map or its carrier. Read only.

IObject.proto: DataEntry
  Its prototype, an entry of data. Read only.

class IMapObject: IObject -- named
  The same as IObject: something that can lie on a map.
  = Chara.create("base.fallback", nil, nil, { ownerless = true })

class IOwned: IObject -- named
  The same as IObject: something that has a location.
  = Chara.create("base.fallback", nil, nil, { ownerless = true })

IObject:get_location(): ILocation?
  Its map or its carrier; nil if it lies nowhere.
  > local map = InstancedMap:new(5, 5)
  > print(Chara.create("base.fallback", 1, 1, {}, map):get_location() == map) --> true

IObject:current_map(): InstancedMap?
  The map on which it lies; nil if it is carried.
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):current_map()) --> nil

IObject:containing_map(): InstancedMap?, IObject?, integer?, integer?
  The map on which it or its outermost carrier lies; also that object, its x and its y.
  > data:add { _type = "base.item", _id = "ladle" }
  > local map = InstancedMap:new(5, 5)
  > local cook = Chara.create("base.fallback", 1, 2, {}, map)
  > local ladle = Item.create("ladle", nil, nil, {}, cook)
  > print(select(3, ladle:containing_map())) --> 1 2

IObject:set_pos(x: number, y: number): boolean
  Moves it to another square of its map; false if it is not on a map, or the square is outside.
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", 1, 1, {}, map)
  > print(imp:set_pos(3, 4), imp.x, imp.y, imp:set_pos(5, 0)) --> true 3 4 false

IObject:remove_ownership(): IObject
  Removes it from its location.
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", 1, 1, {}, map)
  > print(imp:remove_ownership():get_location()) --> nil

IObject:is_a(kind: string): boolean
  Whether it is of a type.
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):is_a "base.chara") --> true

IObject:has_category(category: string): boolean
  Whether a word is one of its `categories`.
  > data:add { _type = "base.chara", _id = "moth", categories = { "flier" } }
  > print(Chara.create("moth", nil, nil, { ownerless = true }):has_category "flier") --> true

IObject:has_tag(tag: string): boolean
  Whether a word is one of its `tags`.
  > data:add { _type = "base.chara", _id = "snail", tags = { "slow" } }
  > print(Chara.create("snail", nil, nil, { ownerless = true }):has_tag "slow") --> true

IObject:clone(owned: truth?): IObject
  A copy with a uid of its own.
  - owned: true for a copy in the same place; by default the copy lies nowhere
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > imp.name = "Fizz"
  > print(imp:clone().name, imp:clone().uid == imp.uid) --> Fizz false

record PrototypeOptions
  Options of IObject:change_prototype.
  instantiate: boolean? = true, false to skip on_instantiate and the event of new objects

IObject:change_prototype(id: string, options: PrototypeOptions?)
  Changes its prototype to another entry: replaces the fields and handlers of the former entry.
  ! There must be an entry of that type and id
  > data:add { _type = "base.chara", _id = "frog", name = "frog" }
  > data:add { _type = "base.chara", _id = "prince", name = "prince" }
  > local frog = Chara.create("frog", nil, nil, { ownerless = true })
  > frog:change_prototype(_MOD_ID .. ".prince")
  > print(frog.name) --> prince

module "api.IAspect": IAspect -- local

class IAspect -- required, named
  The interface that interfaces of aspects include: an entry that names such an interface under `_ext` gives each object
  an instance of its `default_impl`.

IObject:get_aspect(interface: Interface): any
  The aspect of an interface, created with the object from the params under `_ext` and `aspects` of the creation; nil
  when there is none.
  ! The interface must include IAspect
  > local IFuse = class.interface("IFuse", {}, { require "api.IAspect" })
  > IFuse.default_impl = class.class("Fuse", { IFuse })
  > function IFuse.default_impl:init(object, params) self.turns = params.turns end
  > data:add { _type = "base.item", _id = "bomb", _ext = { [IFuse] = { turns = 3 } } }
  > print(Item.create("bomb", nil, nil, { ownerless = true }):get_aspect(IFuse).turns) --> 3

IObject:set_aspect(interface: Interface, aspect: any)
  Sets the aspect of an interface; nil removes it.
  ! The interface must include IAspect
  ! The aspect must be an instance of a class of a mod
  > local IWet = class.interface("IWet", {}, { require "api.IAspect" })
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > imp:set_aspect(IWet, class.class("Wet", { IWet }):new())
  > print(imp:get_aspect(IWet) ~= nil) --> true

IObject:get_aspect_proto(interface: Interface): table?
  The params of an aspect in its prototype; nil when it lists none.
  ! The interface must include IAspect
  > local ICold = class.interface("ICold", {}, { require "api.IAspect" })
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):get_aspect_proto(ICold)) --> nil

IObject:iter_aspects(): Iterator
  Iterates over its aspects.
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):iter_aspects():length()) --> 0
]==]
