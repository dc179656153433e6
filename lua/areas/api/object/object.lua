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
  replace_aspects: truth?, true to give it the aspects of the new prototype in place of its own

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
  = class.class("Sample", { class.interface("ISample", {}, { require "api.IAspect" }) }):new()

IAspect:calc(object: IObject, key: any, base: any): any
  A field of an aspect of an object, with the temporary value that `mod` gave it.
  - base: the value without a temporary one; by default the value of the field
  > local IWarm = class.interface("IWarm", {}, { require "api.IAspect" })
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local warmth = class.class("Warmth", { IWarm }):new()
  > warmth.heat = 3
  > imp:set_aspect(IWarm, warmth)
  > warmth:mod(imp, "heat", 2)
  > print(warmth:calc(imp, "heat"), warmth.heat) --> 5 3
  > imp:refresh()
  > print(warmth:calc(imp, "heat")) --> 3

IAspect:mod(object: IObject, key: any, value: any, how: "add" | "set" | "merge" | nil): any
  Gives a field of an aspect a temporary value until the next refresh of the object. Returns the value.
  - how: by default "add"
  ! The aspect must belong to the object
  > local IHot = class.interface("IHot", {}, { require "api.IAspect" })
  > print((pcall(class.class("Heat", { IHot }).mod, {}, {}))) --> false

IAspect:mod_base(object: any, key: any, value: any, how: "add" | "set" | "merge" | nil): any
  Changes the field itself. Returns the value.
  > local Chill = class.class("Chill", { class.interface("IChill", {}, { require "api.IAspect" }) })
  > local chill = Chill:new()
  > chill.depth = 1
  > print(chill:mod_base(nil, "depth", 4)) --> 5

module "api.Aspect": Aspect -- local

class Aspect -- required
  The classes of aspects, from `require "api.Aspect"`.

Aspect.get_default_impl(interface: Interface): any
  The class of new aspects of an interface: its `default_impl`, or what the file of that path returns.
  ! The interface must include IAspect
  > local ISoft = class.interface("ISoft", {}, { require "api.IAspect" })
  > print(require("api.Aspect").get_default_impl(ISoft)) --> nil

Aspect.set_default_impl(interface: Interface, implementation: Class | string)
  Sets the class of new aspects of an interface.
  - implementation: a class, or the path of the file that returns it
  ! The interface must include IAspect, and be of this mod or of a mod that it depends on
  > local IHard = class.interface("IHard", {}, { require "api.IAspect" })
  > local Aspect, Hard = require "api.Aspect", class.class("Hard", { IHard })
  > Aspect.set_default_impl(IHard, Hard)
  > print(Aspect.get_default_impl(IHard) == Hard) --> true

module "api.IAspectHolder": IAspectHolder -- local

class IAspectHolder -- required, named
  The interface of objects that have aspects. Its functions are the methods: `IAspectHolder.get_aspect(object, IFoo)`.

IObject:get_aspect(interface: Interface | string): any
  The aspect of an interface, created with the object from the params under `_ext` and `aspects` of the creation; nil
  when there is none.
  - interface: the interface, or the path of the file that returns it
  ! The interface must include IAspect
  > local IFuse = class.interface("IFuse", {}, { require "api.IAspect" })
  > IFuse.default_impl = class.class("Fuse", { IFuse })
  > function IFuse.default_impl:init(object, params) self.turns = params.turns end
  > data:add { _type = "base.item", _id = "bomb", _ext = { [IFuse] = { turns = 3 } } }
  > print(Item.create("bomb", nil, nil, { ownerless = true }):get_aspect(IFuse).turns) --> 3

IObject:get_aspect_or_default(interface: Interface | string, is_set: truth?): any
  The same; without one, a new instance of its default class.
  - is_set: true to set the new aspect
  ! The interface must include IAspect, and have a default_impl
  > local IOld = class.interface("IOld", {}, { require "api.IAspect" })
  > IOld.default_impl = class.class("Old", { IOld })
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > print(imp:get_aspect_or_default(IOld, true) == imp:get_aspect(IOld)) --> true

IObject:set_aspect(interface: Interface | string, aspect: any)
  Sets the aspect of an interface; nil removes it.
  ! The interface must include IAspect
  ! The aspect must be an instance of a class of a mod
  > local IWet = class.interface("IWet", {}, { require "api.IAspect" })
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > imp:set_aspect(IWet, class.class("Wet", { IWet }):new())
  > print(imp:get_aspect(IWet) ~= nil) --> true

IObject:remove_all_aspects()
  Removes its aspects.
  > Chara.create("base.fallback", nil, nil, { ownerless = true }):remove_all_aspects()

IObject:calc_aspect(interface: Interface | string, key: any, base: any): any
  The same as `calc` of the aspect; nil without one. calc_aspect_base gives the field itself.
  ! The interface must include IAspect
  > local INew = class.interface("INew", {}, { require "api.IAspect" })
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):calc_aspect(INew, "turns")) --> nil

IObject:calc_aspect_base(interface: Interface | string, key: any): any
  A field of an aspect; nil without the aspect.
  ! The interface must include IAspect
  > local INext = class.interface("INext", {}, { require "api.IAspect" })
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):calc_aspect_base(INext, "turns")) --> nil

IObject:mod_aspect(interface: Interface | string, key: any, value: any, how: "add" | "set" | "merge" | nil): any
  The same as `mod` of the aspect; nil without one.
  ! The interface must include IAspect
  > local ILast = class.interface("ILast", {}, { require "api.IAspect" })
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):mod_aspect(ILast, "turns", 3)) --> nil

IObject:mod_aspect_base(interface: Interface | string, key: any, value: any, how: "add" | "set" | "merge" | nil): any
  The same as `mod_base` of the aspect; nil without one.
  ! The interface must include IAspect
  > local IPast = class.interface("IPast", {}, { require "api.IAspect" })
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):mod_aspect_base(IPast, "turns", 3)) --> nil

IObject:get_aspect_proto(interface: Interface | string): table?
  The params of an aspect in its prototype; nil when it lists none.
  ! The interface must include IAspect
  > local ICold = class.interface("ICold", {}, { require "api.IAspect" })
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):get_aspect_proto(ICold)) --> nil

IObject:iter_aspects(interface: Interface | string | nil): Iterator
  Iterates over its aspects; with an interface, over those whose class implements it.
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):iter_aspects():length()) --> 0
]==]
