-- What this dialect adds to Lua: functions in table, string and math, and global functions.
return [==[
table.map(t: any[], fn: fun(value: any, i: integer): any): any[]
  The results of a function for each element.
  > print(table.concat(table.map({ 1, 2, 3 }, function(n) return n * n end), " ")) --> 1 4 9

table.reduce(t: any[], fn: (fun(value: any, element: any, i: integer): any), value: any): any
  Combines a value with the first element, the result with the second, and so on.
  > print(table.reduce({ 1, 2, 3 }, function(sum, n) return sum + n end, 0)) --> 6

table.filter(t: any[], fn: fun(value: any, i: integer): any): any[]
  The elements for which a function holds.
  > print(#table.filter({ 1, 2, 3 }, function(n) return n > 1 end)) --> 2

table.each(t: any[], fn: fun(value: any, i: integer))
  Calls a function with each element.
  > table.each({ "squeak" }, function(word, i) print(i, word) end) --> 1 squeak

table.somef(t: any[], fn: fun(value: any, i: integer): any): boolean
  Whether a function holds for at least one element.
  > print(table.somef({ 1, 2 }, function(n) return n > 1 end)) --> true

table.allf(t: any[], fn: fun(value: any, i: integer): any): boolean
  Whether a function holds for each element.
  > print(table.allf({ 1, 2 }, function(n) return n > 1 end)) --> false

table.some(t: any[], fn: (fun(value: any, i: integer): any)?): boolean
  Whether at least one element is true, or a function holds for at least one.
  > print(table.some { false, 1 }) --> true

table.all(t: any[], fn: (fun(value: any, i: integer): any)?): boolean
  Whether each element is true, or a function holds for each.
  > print(table.all { false, 1 }) --> false

table.indexOf(t: any[], value: any): integer?
  The index of the first element that equals a value.
  > print(table.indexOf({ "a", "b" }, "b")) --> 2

table.contains(t: any[], value: any): boolean
  Whether an element equals a value.
  > print(table.contains({ "a", "b" }, "c")) --> false

table.mergeArray(...: any[]): any[]
  The elements of several lists, one after the other.
  > print(table.concat(table.mergeArray({ 1, 2 }, { 3 }), " ")) --> 1 2 3

table.merge(...: table): table
  The fields of several tables; later ones win.
  > print(table.merge({ a = 1, b = 1 }, { b = 2 }).b) --> 2

table.clone(t: table): table
  A copy. Tables in it are not copied.
  > local t = { n = 1 }
  > table.clone(t).n = 2
  > print(t.n) --> 1

table.deepClone(t: table): table
  A copy of a table and of all tables in it. Instances and classes are not copied.
  ! tables nested at most 100 deep
  > local t = { inner = { n = 1 } }
  > table.deepClone(t).inner.n = 2
  > print(t.inner.n) --> 1

table.slice(t: any[], first: integer?, last: integer?): any[]
  The elements from one index to another.
  - first: 1 when left out
  - last: the end when left out
  > print(table.concat(table.slice({ 1, 2, 3, 4 }, 2, 3), " ")) --> 2 3

table.sumBy(t: any[], fn: function | string): number
  The sum of a function or a field over all elements.
  > print(table.sumBy({ { mass = 1 }, { mass = 2 } }, "mass")) --> 3

table.shuffle(t: any[]): any[]
  Shuffles a list in place.
  > print(#table.shuffle { 1, 2, 3 }) --> 3

string.split(value: string, separator: string?): string[]
  The parts between separators.
  - separator: a space when left out; plain text, not a pattern
  ! the separator must not be empty
  > print(table.concat(string.split("a,b,c", ","), " ")) --> a b c

math.round(value: number): integer
  The nearest whole number; halves go up.
  > print(math.round(2.5), math.round(-0.4)) --> 3 0

sign(value: number): integer
  -1, 0 or 1.
  > print(sign(-3), sign(0), sign(8)) --> -1 0 1

clamp(value: number, low: number, high: number): number
  The nearest number from `low` to `high`.
  > print(clamp(12, 0, 10), clamp(-1, 0, 10), clamp(5, 0, 10)) --> 10 0 5

ins(value: any): string
  A value as text, with the elements of tables, for debugging.
  > print(ins { 1, name = "rat" }) --> { [1] = 1, name = "rat" }

printf(pattern: string, ...: any)
  Prints a text formatted by `string.format`.
  > printf("%d rats", 3) --> 3 rats

class Emitter
  = Emitter()
  Calls functions by the names of events.

Emitter(): Emitter
  An emitter without functions.
  > local emitter = Emitter()
  > emitter:emit "nobody listens"

Emitter.listeners: table<any, function[]>
  The functions by the names of events.
  > print(next(Emitter().listeners)) --> nil

Emitter:on(name: any, fn: function)
  Adds a function for an event.
  > local emitter = Emitter()
  > emitter:on("squeak", print)
  > emitter:emit("squeak", 1, 2) --> 1 2

Emitter:off(name: any, fn: function)
  Removes a function of an event.
  > local emitter = Emitter()
  > emitter:on("squeak", print)
  > emitter:off("squeak", print)
  > emitter:emit("squeak", 1, 2)

Emitter:emit(name: any, ...: any)
  Calls the functions of an event, in the order in which they were added.
  > local emitter = Emitter()
  > emitter:on("add", function(a, b) print(a + b) end)
  > emitter:emit("add", 1, 2) --> 3

Emitter:once(name: any, fn: function)
  Adds a function that is removed when it is called.
  > local emitter = Emitter()
  > emitter:once("squeak", print)
  > emitter:emit("squeak", 1) --> 1
  > emitter:emit("squeak", 2)

Emitter:removeListener(name: any, fn: function)
  Removes a function of an event. An emit that runs still calls it.
  > local emitter = Emitter()
  > emitter:on("squeak", print)
  > emitter:removeListener("squeak", print)
  > emitter:emit("squeak", 1)

Emitter:removeAllListeners(name: any)
  Removes all functions of an event; without a name the functions of all events.
  > local emitter = Emitter()
  > emitter:on("squeak", print)
  > emitter:removeAllListeners "squeak"
  > emitter:emit("squeak", 1)

Emitter:untilTrue(name: any, ...: any): boolean
  Calls the functions of an event up to the first that returns a true value. Returns whether there was one.
  > local emitter = Emitter()
  > emitter:on("squeak", function() return true end)
  > print(emitter:untilTrue "squeak") --> true
]==]
