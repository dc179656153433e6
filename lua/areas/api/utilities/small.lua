-- Small classes and modules: collections, dates, source of Lua, options, further fields.
return [==[
module "api.Queue": Queue -- local

class Queue: Class -- required
  A list whose first item that was pushed comes first.
  = require("api.Queue"):new()

Queue.items: table<integer, any>
  Position -> item, for the positions from `first` to `last`. Read only.

Queue.first: integer
  The position of the first item. Read only.

Queue.last: integer
  The position of the last item, below `first` when there is none. Read only.

Queue:new(): Queue -- on_class
  A queue without items.
  > print(require("api.Queue"):new():len()) --> 0

Queue:push(value: any)
  Adds an item at the end.
  > local queue = require("api.Queue"):new()
  > queue:push "a"
  > print(queue:len()) --> 1

Queue:pop(): any
  Removes the first item and returns it; nil when there is none.
  > local queue = require("api.Queue"):new()
  > queue:push "a"
  > queue:push "b"
  > print(queue:pop(), queue:pop(), queue:pop()) --> a b nil

Queue:peek(): any
  The first item; nil when there is none.
  > print(require("api.Queue"):new():peek()) --> nil

Queue:len(): integer
  How many items it has.
  > print(require("api.Queue"):new():len()) --> 0

Queue:is_empty(): boolean
  Whether it has no items.
  > print(require("api.Queue"):new():is_empty()) --> true

Queue:iter(): Iterator
  Iterates over the items, the first one first.
  > print(require("api.Queue"):new():iter():length()) --> 0

Queue:clear()
  Removes all items.
  > local queue = require("api.Queue"):new()
  > queue:push "a"
  > queue:clear()
  > print(queue:is_empty()) --> true

module "api.CircularBuffer": CircularBuffer -- local

class CircularBuffer: Class -- required
  A list of limited size. An item that is pushed into a full buffer removes the oldest one.
  = require("api.CircularBuffer"):new(2)

CircularBuffer.items: any[]
  The items, the newest one first. Read only.

CircularBuffer.max_length: integer
  How many items it holds at most. Read only.

CircularBuffer:new(max_length: integer 1..10000): CircularBuffer -- on_class
  A buffer without items.
  > print(require("api.CircularBuffer"):new(3):is_full()) --> false

CircularBuffer:push(value: any)
  Adds an item.
  > local buffer = require("api.CircularBuffer"):new(2)
  > for i = 1, 3 do buffer:push(i) end
  > print(buffer:get(1), buffer:get(2), buffer:get(3)) --> 3 2 nil

CircularBuffer:get(index: integer): any
  An item: 1 is the newest one, -1 the oldest one.
  > local buffer = require("api.CircularBuffer"):new(2)
  > for i = 1, 3 do buffer:push(i) end
  > print(buffer:get(1), buffer:get(-1)) --> 3 2

CircularBuffer:len(): integer
  How many items it has.
  > print(require("api.CircularBuffer"):new(2):len()) --> 0

CircularBuffer:is_full(): boolean
  Whether the next item removes one.
  > print(require("api.CircularBuffer"):new(2):is_full()) --> false

CircularBuffer:iter(): Iterator
  Iterates over the items, the newest one first.
  > print(require("api.CircularBuffer"):new(2):iter():length()) --> 0

CircularBuffer:clear()
  Removes all items.
  > local buffer = require("api.CircularBuffer"):new(2)
  > buffer:push(1)
  > buffer:clear()
  > print(buffer:len()) --> 0

module "api.SkipList": SkipList -- local

class SkipList: Class -- required
  Values sorted by their keys.
  = require("api.SkipList"):new()

SkipList.keys: any[]
  The keys, sorted. Read only.

SkipList.items: any[]
  The values, in the order of their keys. Read only.

SkipList:new(is_less: function?): SkipList -- on_class
  A list without values.
  - is_less: whether a key comes before another one; by default `<`
  > print(require("api.SkipList"):new():len()) --> 0

SkipList:insert(key: any, value: any)
  Adds a value.
  > local list = require("api.SkipList"):new()
  > list:insert(2, "b")
  > list:insert(1, "a")
  > print(list:peek()) --> 1 a

SkipList:find(key: any): any
  The value of a key; nil when there is none.
  > local list = require("api.SkipList"):new()
  > list:insert(2, "b")
  > print(list:find(2), list:find(3)) --> b nil

SkipList:delete(key: any): any
  Removes a key and returns its value; nil when there is none.
  > local list = require("api.SkipList"):new()
  > list:insert(2, "b")
  > print(list:delete(2), list:delete(2)) --> b nil

SkipList:peek(): any, any
  The first key and its value; nil when there is none.
  > print(require("api.SkipList"):new():peek()) --> nil nil

SkipList:pop(): any, any
  The same, and removes both.
  > local list = require("api.SkipList"):new()
  > list:insert(2, "b")
  > print(list:pop()) --> 2 b

SkipList:len(): integer
  How many keys it has.
  > print(require("api.SkipList"):new():len()) --> 0

SkipList:length(): integer
  The same as len.
  > print(require("api.SkipList"):new():length()) --> 0

SkipList:iter(): Iterator
  Iterates over keys and values in order.
  > local list = require("api.SkipList"):new()
  > list:insert(2, "b")
  > for _, key, value in list:iter() do print(key, value) end --> 2 b

SkipList:iterate(): Iterator
  The same as iter.
  > print(require("api.SkipList"):new():iterate():length()) --> 0

SkipList:clear()
  Removes all keys.
  > local list = require("api.SkipList"):new()
  > list:insert(2, "b")
  > list:clear()
  > print(list:len()) --> 0

module "api.DateTime": DateTime -- local

class DateTime: Class -- required
  A moment of game time, in years of 12 months of 30 days. Dates can be compared.
  = require("api.DateTime"):new(517, 8, 12, 1, 10)

DateTime.year: integer
  The year.

DateTime.month: integer
  The month.

DateTime.day: integer
  The day.

DateTime.hour: integer
  The hour.

DateTime.minute: integer
  The minute.

DateTime.second: integer
  The second.

DateTime:new(year: integer?, month: integer?, day: integer?, hour: integer?, minute: integer?,
    second: integer?): DateTime -- on_class
  A date; what is left out is 0.
  > print(require("api.DateTime"):new(517, 8, 12, 1, 10)) --> 517-08-12 01:10:00

DateTime:hours(): integer
  The hours since the year 0, as World.date_hours counts them.
  > print(require("api.DateTime"):new(517, 8, 12, 1, 10):hours()) --> 4472929

DateTime:from_hours(hours: integer): DateTime -- on_class
  The date of a number of hours.
  > print(require("api.DateTime"):from_hours(4472929)) --> 517-08-12 01:00:00

module "api.Codegen": Codegen -- local

class Codegen -- required
  Source of Lua, from `require "api.Codegen"`.

Codegen.loadstring(source: string, name: string?): function?, string?
  Compiles a text in the environment of the mod; nil and why not for one that is not Lua.
  > print(require("api.Codegen").loadstring("return 1 + 1")()) --> 2

Codegen.inspect(value: any): string
  The same as CodeGenerator.inspect.
  > print(require("api.Codegen").inspect(true)) --> true

Codegen.gen_literal(value: string): string
  The same as CodeGenerator.gen_literal.
  > print(require("api.Codegen").gen_literal "a") --> "a"

Codegen.gen_block_string(value: string): string
  The same as CodeGenerator.gen_block_string.
  > print(require("api.Codegen").gen_block_string "a" == "[[\na]]") --> true

module "api.Config": Config -- local

class Config -- required
  The options of mods, from `require "api.Config"`. Its fields are those of the table `config`.

Config[string]: any
  The options of a mod, by its id.

Config.get(id: string): any
  The value of an option.
  ! There must be an option of that id
  > print(require("api.Config").get "base.debug_always_renew_map") --> none

Config.set(id: string, value: any)
  Sets an option.
  ! There must be an option of that id, and the value must be one of its type
  > require("api.Config").set("base.debug_always_renew_map", "minor")
  > print(config.base.debug_always_renew_map) --> minor

Config.default(id: string): any
  The value of an option until it is set.
  ! There must be an option of that id
  > print(require("api.Config").default "base.debug_always_renew_map") --> none

module "api.Extend": Extend -- local

class Extend -- required
  Further fields in maps, objects and other tables, from `require "api.Extend"`.

Extend.extend(holder: table, id: string, key: any, value: any)
  Stores a value for a mod: in `get_mod_data` of maps and objects, and in the field `_ext` of other tables.
  - id: the id of the mod
  > local lamp = {}
  > require("api.Extend").extend(lamp, "m", "oil", 3)
  > print(lamp._ext.m.oil) --> 3

Extend.get(holder: table, id: string, key: any): any
  The value that was stored; without a key, the table of all that is stored for the mod.
  > local lamp = {}
  > require("api.Extend").extend(lamp, "m", "oil", 3)
  > print(require("api.Extend").get(lamp, "m", "oil")) --> 3

Extend.get_or_create(holder: table, id: string, key: any): any
  The same; where there is none, it stores a new table first.
  > local lamp = {}
  > require("api.Extend").get_or_create(lamp, "m").oil = 3
  > print(require("api.Extend").get(lamp, "m", "oil")) --> 3

module "api.IComparable": IComparable -- local

class IComparable -- required
  What can be compared: a table with a method `compare`. Classes may name it as a parent.
]==]
