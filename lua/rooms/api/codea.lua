-- What Codea has of its own: classes, vec2, tween, asset, DeferredTable.
return [==[
examples
  Examples run at the start of a game, in a mod that speaks this dialect alone.

class Object
  = vec2(1, 2)
  What the instances of all classes have, those of the host's and those that `class` makes.

Object:is_a(class: table): boolean
  Whether it is an instance of a class, or of one that inherits from it.
  > local Snare = class(Spikes)
  > print(vec2(1, 2):is_a(vec2), vec2(1, 2):is_a(Snare)) --> true false

Object._base: table?
  Of a class: the one that it was made from.

class(base: table?): table -- within
  A new class. It takes over what its base has when it is made; calling it makes an instance, which `init` is given.
  ! base must be a class
  > Goblin = class()
  > function Goblin:init(name) self.name = name end
  > Boss = class(Goblin)
  > print(Boss("Mog").name) --> Mog

class vec2: Object
  A point or a step on a plane. Two can be added, subtracted and compared; one can be multiplied and divided by a number.
  > print(vec2(1, 2) + vec2(3, 4) * 2, -vec2(1, 0) == vec2(-1, 0)) --> (7, 10) true

vec2(x: number?, y: number?): vec2 -- within
  A vec2; without numbers it is (0, 0).
  > local at = vec2(3, 4)
  > print(at.x, at:len()) --> 3 5.0

vec2.x: number
  To the right.

vec2.y: number
  Down.

vec2:dist(other: vec2): number -- within
  How far it is to another, in a straight line. A table with numbers x and y will do.
  > print(vec2(0, 0):dist(vec2(3, 4))) --> 5.0

vec2:len(): number -- within
  How far it is to (0, 0).
  > print(vec2(6, 8):len()) --> 10.0

tween.delay(seconds: number, fn: fun(), ...: any): integer
  Call a function later, on the clock of the game, with what follows it. It cannot yield.
  - result: the number by which it can be stopped
  ! seconds must be between 0 and 1e9
  ! time passes only in a game, and not while mods load
  > tween.delay(2, function(word) print(word) end, "boo")
  > tween.advance(3) --> boo

tween.stop(id: any) -- within
  Forget a delay; nothing when it is over.
  > local id = tween.delay(1, print, "never")
  > tween.stop(id)

tween.stopAll() -- within
  Forget all delays of this mod.
  > tween.delay(1, print, "never")
  > tween.stopAll()

tween.resetAll() -- within
  The same as tween.stopAll.
  > tween.resetAll()

tween.advance(seconds: number) -- within
  Let game time pass, as tests do.
  ! seconds must be between 0 and 1e9
  > tween.delay(1, print, "tick")
  > tween.advance(1) --> tick

asset: table
  Names of pictures and sounds: any path, such as `asset.documents.trap_up`, is a name and nothing else.

class DeferredTable: Object
  A set that may be changed while it is walked: what changes takes effect when the walk has ended.

DeferredTable(): DeferredTable
  An empty set.
  > local set = DeferredTable()
  > set:add("a")
  > for key in set:pairs() do set:remove(key) end
  > print(set:contains("a")) --> false

DeferredTable:add(key: any, value: any) -- within
  Put a value under a key; without a value the key itself.
  ! the key must not be nil
  > local set = DeferredTable()
  > set:add("gold", 5)
  > for key, value in set:pairs() do print(key, value) end --> gold 5

DeferredTable:remove(key: any) -- within
  Take out what is under a key; nothing when there is nothing.
  ! the key must not be nil
  > DeferredTable():remove("gold")

DeferredTable:pairs(): fun(): any -- within
  Walk over keys and values, in the order in which they came.
  > local set = DeferredTable()
  > set:add("a", 1)
  > for key, value in set:pairs() do print(key, value) end --> a 1

DeferredTable:contains(value: any): boolean -- within
  Whether a value is there, by ==.
  > local set = DeferredTable()
  > set:add("a", 1)
  > print(set:contains(1), set:contains("a")) --> true false
]==]
