-- class(name, base, …) and the functions of the table class.
return [==[
class(name: string, ...: class): class -- within, generic
  Creates a class. It inherits the fields of its bases, the first base first, when it is first used, and from then on
  each field that is new to a base or set by `rawset`. Another value for a field that a base has is not inherited then.
  `__construct` is called for each instance. Operators are fields such as `__add`: a function, or a table of
  functions by the class or the type of the other operand.
  - ...: at most 32 bases
  ! the name must be a string
  ! a base must be a class
  > local Rat = class("Rat", Entity)
  > function Rat:squeak() return "squeak" end
  > print(class.name(Rat), Rat():squeak()) --> Rat squeak

class.new(name: string, ...: class): class -- generic
  The same as `class(name, …)`.
  > print(class.name(class.new "Rat")) --> Rat

class.name(value: any): string?
  The name of a class, or of the class of an instance; nil for anything else.
  > print(class.name(Vec(1, 2)), class.name(Entity), class.name(5)) --> Vec Entity nil

class.type(value: any): class | string
  The class of an instance, or Lua's type of anything else.
  > print(class.type(Vec(1, 2)) == Vec, class.type "a") --> true string

class.is(value: any, class: class | string): boolean
  Whether a value is an instance or a subclass of a class; with a string, whether its type in Lua has that name.
  > print(class.is(Vec(1, 2), Vec), class.is(Entity, GameObject), class.is(5, "number")) --> true true true

class.types(value: any): table<class, boolean>
  The classes to which an instance or a class belongs, as keys.
  > local Rat = class("Rat", Entity)
  > local types = class.types(Rat())
  > print(types[Rat], types[Entity], types[Vec]) --> true true nil

class.is_class(value: any): boolean
  Whether a value is a class.
  > print(class.is_class(Entity), class.is_class {}) --> true false

class.meta(value: any): class?
  The class of an instance, or a class itself; nil for anything else.
  > print(class.meta(Vec(1, 2)) == Vec, class.meta {}) --> true nil

class.build(class: class)
  Copies the fields of the bases into a class, as its first use does.
  > local Rat = class("Rat", Entity)
  > class.build(Rat)
  > print(rawget(Rat, "priority")) --> 0

Luaoop.class: table
  The table `class`, under the name of the library that it follows.
  > local class = Luaoop.class
  > print(class.name(class "Rat")) --> Rat
]==]
