-- class: classes and interfaces of mods.
return [==[
class Class
  A class of a mod, made by class.class. Its functions are methods; `init(self, …)` is called for each new instance.
  = class.class "Sample"

Class:new(...: any): any -- within
  Creates an instance and calls `init` with the arguments.
  ! The instance must have all members that its interfaces require
  > local Ghost = class.class "Ghost"
  > function Ghost:init(name) self.name = name end
  > print(Ghost:new("Boo").name) --> Boo

Class.__class: Class
  The class itself, so that an instance has its class as `__class`.

Class.serialize: function?
  A method that you may define: a save calls it before an instance is written, to drop what a save cannot hold.

Class.deserialize: function?
  A method that you may define: it is called after an instance was saved or loaded, to make again what was dropped.

Class:delegate(field: string, ...: any)
  Passes members on to the object in a field of the instance: calls of methods, reads and writes.
  - ...: names of members, lists of such names, or interfaces, for all their members
  > local Lantern = class.class "Lantern"
  > Lantern:delegate("map", { "width", "height" })
  > local lantern = Lantern:new()
  > lantern.map = InstancedMap:new(7, 5)
  > print(lantern:width()) --> 7

class Interface
  An interface of a mod, made by class.interface. Classes that name it get its functions as methods.
  = class.interface "Sample"

class(name: string, interfaces: Interface | Interface[]?, options: table?): any -- within
  The same as class.class.
  > local Candle = class "Candle"
  > print(class.is_class(Candle)) --> true

class.class(name: string, interfaces: Interface | Interface[]?, options: table?): Class
  Creates a class. There is no inheritance; a class gets the methods of its interfaces. `class(…)` is the same.
  - interfaces: an interface that it implements, or a list of them
  > local Walker = class.interface "Walker"
  > function Walker:walk() return "walks" end
  > local Golem = class.class("Golem", { Walker })
  > print(Golem:new():walk()) --> walks

class.interface(name: string, members: table?, parents: Interface | Interface[]?): Interface
  Creates an interface.
  - members: the members that instances must have: name -> type of Lua, such as "function"
  - parents: interfaces that it includes
  > local Named = class.interface("Named", { name = "string" })
  > print(class.is_an(Named, { name = "Ann" }), class.is_an(Named, {})) --> true false

class.is_an(of: any, object: any): boolean -- within
  Whether a value is an instance of a class, or has the members of an interface.
  - of: a class, an interface, or a path such as "api.IFeat"
  ! It must be a class or an interface
  > print(class.is_an(InstancedMap, InstancedMap:new(5, 5)), class.is_an(IChara, {})) --> true false

class.assert_is_an(of: any, object: any): any -- within
  Returns an object that class.is_an approves; raises an error for any other.
  ! The object must be an instance
  > print(class.assert_is_an(IChara, Chara.create("base.fallback", nil, nil, { ownerless = true })).name) --> bug

class.is_class(value: any): boolean
  Whether a value is a class.
  > print(class.is_class(InstancedMap), class.is_class(IFeat)) --> true false

class.is_interface(value: any): boolean
  Whether a value is an interface.
  > print(class.is_interface(IFeat)) --> true

class.is_class_instance(value: any): boolean
  Whether a value is an instance of a class of a mod.
  > local Rat = class.class "Rat"
  > print(class.is_class_instance(Rat:new()), class.is_class_instance({})) --> true false

class.implements(of: any, interface: any): boolean
  Whether a class implements an interface.
  > local Swims = class.interface "Swims"
  > print(class.implements(class.class("Duck", { Swims }), Swims)) --> true
]==]
