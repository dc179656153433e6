-- Additions to the libraries table, math and string, and free functions.
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
  Copies the fields of a table into another; returns that other.
  > print(table.merge({ a = 1 }, { a = 2 }).a) --> 2

table.merge_missing(into: table, from: table?): table
  The same, but without changing fields that exist.
  > print(table.merge_missing({ a = 1 }, { a = 2 }).a) --> 1

table.replace_with(t: table, other: table): table
  Replaces the content of a table by the content of another table.
  > local t = { a = 1 }
  > print(table.replace_with(t, { b = 2 }) == t, t.a, t.b) --> true nil 2

table.index_of(list: table, wanted: any): integer?
  The index of a value in a list.
  > print(table.index_of({ "a", "b" }, "b")) --> 2

table.of(value: any, n: integer 0..10000000): any[]
  A list of n times a value, or of the results of a function for 1 … n.
  - n: at most 10000000
  > print(table.concat(table.of("x", 3)), table.concat(table.of(function(i) return i * i end, 3), " ")) --> xxx 1 4 9

table.iremove_value(list: table, wanted: any): any
  Removes the first occurrence of a value from a list; returns the value.
  > local list = { "a", "b" }
  > print(table.iremove_value(list, "a"), #list) --> a 1

table.append(into: table, from: table): table
  Appends the elements of a list to another; returns the other list.
  > print(table.concat(table.append({ 1 }, { 2, 3 }), " ")) --> 1 2 3

table.iter_pairs(t: table): Iterator
  Iterates over the keys and values of a table.
  > for _, key, value in table.iter_pairs { a = 1 } do print(key, value) end --> a 1

math.clamp(value: number, low: number, high: number): number
  The nearest number between two others.
  > print(math.clamp(12, 1, 10), math.clamp(3, 1, 10)) --> 10 3

math.round(value: number, digits: number?): number
  Rounds to a whole number, halves away from zero; with `digits`, to so many digits after the point.
  > print(math.round(2.5), math.round(-2.5), math.round(3.14159, 2)) --> 3 -3 3.14

math.sign(x: number): integer
  The sign of a number: 1, 0 or -1.
  > print(math.sign(-4), math.sign(0)) --> -1 0

math.infinity: number
  The greatest number: math.huge.

string.split(s: string, by: string?): string[]
  The parts of a text between separators.
  - by: the separator; by default the end of a line
  ! The separator must have at least one character
  > print(table.concat(string.split("a, b", ", "), "|")) --> a|b

string.nonempty(s: any): boolean
  Whether a value is a string with at least one character.
  > print(string.nonempty "", string.nonempty "a") --> false true

string.has_prefix(s: string, prefix: string): boolean
  Whether a text begins with another.
  > print(string.has_prefix("stairs_up", "stairs")) --> true

string.has_suffix(s: string, suffix: string): boolean
  Whether a text ends with another.
  > print(string.has_suffix("stairs_up", "_up")) --> true

string.to_snake_case(s: string): string
  A text in lower case, with an underscore between its words.
  > print(string.to_snake_case "UiMessageWindow") --> ui_message_window

inspect(value: any, options: InspectOptions?): string
  A value as text for people.
  > print(inspect({ 1, 2 }) == "{\n  1,\n  2\n}", inspect "x") --> true "x"

record InspectOptions
  Options of inspect.
  depth: integer? = 8, how deep tables are shown

pause()
  Does nothing: there is no window that waits for a key.
  > pause()
]==]
