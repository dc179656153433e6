-- class: classes and interfaces of mods.
return [==[
class Class
  A class of a mod, as class.class makes it. Methods are functions in it; `init(self, …)` is called for each new instance.
  = class.class "Sample"

Class:new(...: any): any -- within
  A new instance; what it is given goes to `init`.
  ! It must have all that its interfaces ask for
  > local Ghost = class.class "Ghost"
  > function Ghost:init(name) self.name = name end
  > print(Ghost:new("Boo").name) --> Boo

Class:delegate(field: string, names: string[])
  Lets methods of instances be those of one of their fields.
  > local Lantern = class.class "Lantern"
  > Lantern:delegate("map", { "width", "height" })
  > local lantern = Lantern:new()
  > lantern.map = InstancedMap:new(7, 5)
  > print(lantern:width()) --> 7

class Interface
  An interface of a mod, as class.interface makes it. Its functions become methods of the classes that name it.
  = class.interface "Sample"

class.class(name: string, interfaces: Interface | Interface[]?, options: table?): Class
  A new class. There is no inheritance; a class gets the methods of its interfaces. `class(…)` is the same.
  - interfaces: what it implements: an interface, or a list of them
  > local Walker = class.interface "Walker"
  > function Walker:walk() return "walks" end
  > local Golem = class.class("Golem", { Walker })
  > print(Golem:new():walk()) --> walks

class.interface(name: string, members: table?, parents: Interface | Interface[]?): Interface
  A new interface.
  - members: what instances must have: names, and types of Lua such as "function"
  - parents: interfaces that it includes
  > local Named = class.interface("Named", { name = "string" })
  > print(class.is_an(Named, { name = "Ann" }), class.is_an(Named, {})) --> true false

class.is_an(of: any, object: any): boolean -- within
  Whether something is an instance of a class, or has what an interface asks for.
  - of: a class, an interface, or what one is required as, such as "api.IFeat"
  ! It must be a class or an interface
  > print(class.is_an(InstancedMap, InstancedMap:new(5, 5)), class.is_an(IChara, {})) --> true false

class.assert_is_an(of: any, object: any): any -- within
  The same, and an error if it is not; the answer is the object.
  ! The object must be an instance
  > print(class.assert_is_an(IChara, Chara.create("base.fallback", nil, nil, { ownerless = true })).name) --> bug

class.is_class(value: any): boolean
  Whether something is a class.
  > print(class.is_class(InstancedMap), class.is_class(IFeat)) --> true false

class.is_interface(value: any): boolean
  Whether something is an interface.
  > print(class.is_interface(IFeat)) --> true

class.is_class_instance(value: any): boolean
  Whether something is an instance of a class of a mod.
  > local Rat = class.class "Rat"
  > print(class.is_class_instance(Rat:new()), class.is_class_instance({})) --> true false

class.implements(of: any, interface: any): boolean
  Whether a class names an interface.
  > local Swims = class.interface "Swims"
  > print(class.implements(class.class("Duck", { Swims }), Swims)) --> true
]==]
