-- class(name, base, …), and what it tells of classes.
return [==[
class(name: string, ...: class): class -- within
  A new class. What its bases have it has, too, the first of them winning; that is taken over when it is first used.
  `__construct` is called for each instance, and operators are fields of the class such as `__add`: a function, or a table of
  functions by the class or the type of the other operand.
  - ...: its bases, at most 32
  ! the name must be a string
  ! a base must be a class
  > local Rat = class("Rat", Entity)
  > function Rat:squeak() return "squeak" end
  > print(class.name(Rat), Rat():squeak()) --> Rat squeak

class.new(name: string, ...: class): class
  The same as `class(name, …)`.
  > print(class.name(class.new "Rat")) --> Rat

class.name(value: any): string?
  The name of a class, or of the class of an instance; nil for anything else.
  > print(class.name(Vec(1, 2)), class.name(Entity), class.name(5)) --> Vec Entity nil

class.type(value: any): class | string
  The class of an instance, or what Lua calls the type of anything else.
  > print(class.type(Vec(1, 2)) == Vec, class.type "a") --> true string

class.is(value: any, class: class | string): boolean
  Whether a value is an instance of a class, or a class that is made from it; with a string, whether Lua calls its type so.
  > print(class.is(Vec(1, 2), Vec), class.is(Entity, GameObject), class.is(5, "number")) --> true true true

class.types(value: any): table<class, boolean>
  The classes that an instance or a class belongs to, as keys.
  > local Rat = class("Rat", Entity)
  > local types = class.types(Rat())
  > print(types[Rat], types[Entity], types[Vec]) --> true true nil

class.is_class(value: any): boolean
  Whether something is a class.
  > print(class.is_class(Entity), class.is_class {}) --> true false

class.meta(value: any): class?
  The class of an instance, or a class itself; nil for anything else.
  > print(class.meta(Vec(1, 2)) == Vec, class.meta {}) --> true nil

class.build(class: class)
  Lets a class take over now what its bases have, which happens by itself when it is first used.
  > local Rat = class("Rat", Entity)
  > class.build(Rat)
  > print(rawget(Rat, "priority")) --> 0

Luaoop.class: table
  The table `class`, as it is called in the library whose habits it has.
  > local class = Luaoop.class
  > print(class.name(class "Rat")) --> Rat
]==]
