-- What mods of this dialect find in table, math and string beside what Lua has.
return [==[
table.set(list: table): table<any, boolean>
  A list as a set: its elements become keys.
  > print(table.set({ "a", "b" }).b) --> true

table.keys(t: table): any[]
  The keys of a table.
  > print(table.concat(table.keys { b = 1, a = 2 }, " ")) --> a b

table.values(t: table): any[]
  The values of a table.
  > print(table.concat(table.values { b = 1, a = 2 }, " ")) --> 2 1

table.count(t: table): integer
  How many keys a table has.
  > print(table.count { 1, 2, x = 3 }) --> 3

table.deepcopy(t: any): any
  A copy of a table and of all plain tables in it.
  > local list = { { 1 } }
  > print(table.deepcopy(list)[1] == list[1], table.deepcopy(list)[1][1]) --> false 1

table.shallow_copy(t: table): table
  A copy of a table that holds the same values.
  > local list = { {} }
  > print(table.shallow_copy(list)[1] == list[1]) --> true

table.deepcompare(a: any, b: any): boolean
  Whether two values are the same, or tables that hold the same.
  > print(table.deepcompare({ { 1 } }, { { 1 } })) --> true

table.merge(into: table, from: table?): table
  Copies the fields of a table into another; the answer is that other.
  > print(table.merge({ a = 1 }, { a = 2 }).a) --> 2

table.merge_missing(into: table, from: table?): table
  The same for the fields that are not there.
  > print(table.merge_missing({ a = 1 }, { a = 2 }).a) --> 1

table.replace_with(t: table, other: table): table
  Gives a table the content of another; it stays the same table.
  > local t = { a = 1 }
  > print(table.replace_with(t, { b = 2 }) == t, t.a, t.b) --> true nil 2

table.index_of(list: table, wanted: any): integer?
  Where a value is in a list.
  > print(table.index_of({ "a", "b" }, "b")) --> 2

table.of(value: any, n: integer): any[]
  A list of n times a value, or of what a function makes of 1 … n.
  - n: at most 10000000
  > print(table.concat(table.of("x", 3)), table.concat(table.of(function(i) return i * i end, 3), " ")) --> xxx 1 4 9

table.iremove_value(list: table, wanted: any): any
  Takes a value out of a list, the first time it is there; the answer is the value.
  > local list = { "a", "b" }
  > print(table.iremove_value(list, "a"), #list) --> a 1

table.append(into: table, from: table): table
  Puts the elements of a list after those of another; the answer is that other.
  > print(table.concat(table.append({ 1 }, { 2, 3 }), " ")) --> 1 2 3

math.clamp(value: number, low: number, high: number): number
  The nearest number that lies between two others.
  > print(math.clamp(12, 1, 10), math.clamp(3, 1, 10)) --> 10 3

math.round(value: number, digits: number?): number
  The nearest whole number, halves away from zero; with `digits` to so many behind the point.
  > print(math.round(2.5), math.round(-2.5), math.round(3.14159, 2)) --> 3 -3 3.14

math.sign(x: number): integer
  1, 0 or -1, as a number lies above, at or below 0.
  > print(math.sign(-4), math.sign(0)) --> -1 0

math.infinity: number
  The number that is greater than all others: math.huge.

string.split(s: string, by: string?): string[]
  The parts of a text between separators.
  - by: the separator; the end of a line if it is left out
  ! The separator must have at least one character
  > print(table.concat(string.split("a, b", ", "), "|")) --> a|b

string.nonempty(s: any): boolean
  Whether something is a string with at least one character.
  > print(string.nonempty "", string.nonempty "a") --> false true

string.has_prefix(s: string, prefix: string): boolean
  Whether a text begins with another.
  > print(string.has_prefix("stairs_up", "stairs")) --> true

string.has_suffix(s: string, suffix: string): boolean
  Whether a text ends with another.
  > print(string.has_suffix("stairs_up", "_up")) --> true
]==]
