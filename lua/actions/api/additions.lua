-- What there is beside Lua's own: in table, string and math, and by itself.
return [==[
table.map(t: any[], fn: fun(value: any, i: integer): any): any[]
  A list of what a function gives for each element.
  > print(table.concat(table.map({ 1, 2, 3 }, function(n) return n * n end), " ")) --> 1 4 9

table.reduce(t: any[], fn: (fun(value: any, element: any, i: integer): any), value: any): any
  What a function makes of a value and the first element, of that and the second, and so on.
  > print(table.reduce({ 1, 2, 3 }, function(sum, n) return sum + n end, 0)) --> 6

table.filter(t: any[], fn: fun(value: any, i: integer): any): any[]
  A list of the elements for which a function holds.
  > print(#table.filter({ 1, 2, 3 }, function(n) return n > 1 end)) --> 2

table.each(t: any[], fn: fun(value: any, i: integer))
  Calls a function with each element.
  > table.each({ "squeak" }, function(word, i) print(i, word) end) --> 1 squeak

table.somef(t: any[], fn: fun(value: any, i: integer): any): boolean
  Whether a function holds for one element.
  > print(table.somef({ 1, 2 }, function(n) return n > 1 end)) --> true

table.allf(t: any[], fn: fun(value: any, i: integer): any): boolean
  Whether a function holds for each element.
  > print(table.allf({ 1, 2 }, function(n) return n > 1 end)) --> false

table.some(t: any[], fn: (fun(value: any, i: integer): any)?): boolean
  Whether one element is true, or a function holds for one.
  > print(table.some { false, 1 }) --> true

table.all(t: any[], fn: (fun(value: any, i: integer): any)?): boolean
  Whether each element is true, or a function holds for each.
  > print(table.all { false, 1 }) --> false

table.indexOf(t: any[], value: any): integer?
  The place of the first element that equals a value.
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
  A copy; what it holds is not copied.
  > local t = { n = 1 }
  > table.clone(t).n = 2
  > print(t.n) --> 1

table.deepClone(t: table): table
  A copy all the way down; instances and classes stay what they are.
  ! tables nested at most 100 deep
  > local t = { inner = { n = 1 } }
  > table.deepClone(t).inner.n = 2
  > print(t.inner.n) --> 1

table.slice(t: any[], first: integer?, last: integer?): any[]
  The elements from one place to another.
  - first: 1 when left out
  - last: the end when left out
  > print(table.concat(table.slice({ 1, 2, 3, 4 }, 2, 3), " ")) --> 2 3

table.sumBy(t: any[], fn: function | string): number
  The sum of what a function gives for each element, or of a field.
  > print(table.sumBy({ { mass = 1 }, { mass = 2 } }, "mass")) --> 3

table.shuffle(t: any[]): any[]
  Mixes a list, where it stands.
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
  A value as text, with what is in it: for looking at things.
  > print(ins { 1, name = "rat" }) --> { [1] = 1, name = "rat" }

printf(pattern: string, ...: any)
  Prints a text made by `string.format`.
  > printf("%d rats", 3) --> 3 rats

class Emitter
  = Emitter()
  Functions by the names of events.

Emitter(): Emitter
  An emitter that nobody listens to.
  > local emitter = Emitter()
  > emitter:emit "nobody listens"

Emitter.listeners: table<any, function[]>
  The functions by the names of events.
  > print(next(Emitter().listeners)) --> nil

Emitter:on(name: any, fn: function)
  Calls a function whenever an event is emitted.
  > local emitter = Emitter()
  > emitter:on("squeak", print)
  > emitter:emit("squeak", 1, 2) --> 1 2

Emitter:off(name: any, fn: function)
  Calls a function no more.
  > local emitter = Emitter()
  > emitter:on("squeak", print)
  > emitter:off("squeak", print)
  > emitter:emit("squeak", 1, 2)

Emitter:emit(name: any, ...: any)
  Calls the functions of an event, in the order in which they came.
  > local emitter = Emitter()
  > emitter:on("add", function(a, b) print(a + b) end)
  > emitter:emit("add", 1, 2) --> 3
]==]
