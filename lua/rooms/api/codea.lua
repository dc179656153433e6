-- Names that Codea defines: classes, vec2, tween, asset, DeferredTable.
return [==[
examples
  Examples run at the start of a game, in a mod whose only dialect is this one.

class Object
  = vec2(1, 2)
  The fields and methods of every instance, of classes of the host and of classes that `class` makes.

Object:is_a(class: table): boolean
  Return whether the object is an instance of a class, or of a class that inherits from it.
  > local Snare = class(Spikes)
  > print(vec2(1, 2):is_a(vec2), vec2(1, 2):is_a(Snare)) --> true false

Object._base: table?
  The base of a class; nil for a class without one.

class(base: table?): table -- within, generic
  Make a class. It copies the fields of its base, and each field that is new to its base later. Calling it makes an
  instance and passes the arguments to `init`.
  ! base must be a class
  > Goblin = class()
  > function Goblin:init(name) self.name = name end
  > Boss = class(Goblin)
  > print(Boss("Mog").name) --> Mog

class vec2: Object
  A point or a vector in the plane. Two can be added, subtracted and compared; one can be multiplied or divided by a
  number.
  > print(vec2(1, 2) + vec2(3, 4) * 2, -vec2(1, 0) == vec2(-1, 0)) --> (7, 10) true

vec2(x: number?, y: number?): vec2
  Make a vec2; the default is (0, 0).
  > local at = vec2(3, 4)
  > print(at.x, at:len()) --> 3 5.0

vec2.x: number
  The coordinate to the right.

vec2.y: number
  The coordinate downwards.

vec2:dist(other: vec2): number -- within
  Return the distance to another vec2, or to any table with numbers x and y.
  > print(vec2(0, 0):dist(vec2(3, 4))) --> 5.0

vec2:len(): number -- within
  Return the distance to (0, 0).
  > print(vec2(6, 8):len()) --> 10.0

tween.delay(seconds: number 0..1000000000, fn: fun(), ...: any): integer
  Call a function after a time on the clock of the game, with the arguments that follow it. The function must not yield.
  - result: the id for tween.stop
  ! delays work only in a game, not while mods load
  > tween.delay(2, function(word) print(word) end, "boo")
  > tween.advance(3) --> boo

tween.stop(id: any) -- within
  Cancel a delay; nothing happens when it is over.
  > local id = tween.delay(1, print, "never")
  > tween.stop(id)

tween.stopAll() -- within
  Cancel all delays of this mod.
  > tween.delay(1, print, "never")
  > tween.stopAll()

tween.resetAll() -- within
  The same as tween.stopAll.
  > tween.resetAll()

tween.advance(seconds: number 0..1000000000)
  Advance the clock of the game, for tests.
  > tween.delay(1, print, "tick")
  > tween.advance(1) --> tick

asset: table
  Names of pictures and sounds. Any path, such as `asset.documents.trap_up`, is a name; the host loads no file.

class DeferredTable: Object
  A table that may be changed during iteration. Changes take effect when the iteration has ended.

DeferredTable(): DeferredTable
  Make an empty table.
  > local set = DeferredTable()
  > set:add("a")
  > for key in set:pairs() do set:remove(key) end
  > print(set:contains("a")) --> false

DeferredTable:add(key: any, value: any) -- within
  Set the value of a key; the default value is the key itself.
  ! the key must not be nil
  > local set = DeferredTable()
  > set:add("gold", 5)
  > for key, value in set:pairs() do print(key, value) end --> gold 5

DeferredTable:remove(key: any) -- within
  Remove a key; nothing happens when it is not there.
  ! the key must not be nil
  > DeferredTable():remove("gold")

DeferredTable:pairs(): fun(): any -- within
  Iterate over keys and values, in the order of addition.
  > local set = DeferredTable()
  > set:add("a", 1)
  > for key, value in set:pairs() do print(key, value) end --> a 1

DeferredTable:contains(value: any): boolean -- within
  Return whether a value is in the table, compared by ==.
  > local set = DeferredTable()
  > set:add("a", 1)
  > print(set:contains(1), set:contains("a")) --> true false

WIDTH: integer
  The width of a screen in points, 1366, for programs that compute with it.
  > print(WIDTH) --> 1366

HEIGHT: integer
  The height of a screen in points, 1024.
  > print(HEIGHT) --> 1024
]==]
