-- The global functions of Lua tests, with the names of busted.
return [==[
examples
  Examples are part of a test file of a mod, such as `tests/example_test.lua`. An example without a test is the body of
  a test. Files that tests require get these functions by `require "host.testing"`.

describe(name: string, fn: fun())
  Declare a block of tests, which may contain other blocks.
  > describe("a larder", function()
  >   it("is empty", function() assert.is_nil(larder) end)
  > end)

context(name: string, fn: fun())
  The same as describe.
  > context("at night", function()
  >   it("is dark", function() assert.is_nil(light) end)
  > end)

insulate(name: string, fn: fun())
  The same as describe, because every test is isolated.
  > insulate("alone", function()
  >   it("is quiet", function() assert.is_nil(noise) end)
  > end)

expose(name: string, fn: fun())
  The same as describe.
  > expose("everything", function()
  >   it("is there", function() assert.is_nil(nothing) end)
  > end)

it(name: string, fn: fun()?)
  Declare a test. A test without a function is skipped as not written yet.
  > it("adds up", function() assert.equal(4, 2 + 2) end)

spec(name: string, fn: fun()?)
  The same as it.
  > spec("adds up", function() assert.equal(4, 2 + 2) end)

pending(title: any) -- within
  Declare a skipped test. Inside a test: skip the rest of the test.
  > pending "rats that swim"

before_each(fn: fun())
  Run a function before each test of the block.
  > describe("with a mouse", function()
  >   before_each(function() mouse = { hunger = 3 } end)
  >   it("is hungry", function() assert.equal(3, mouse.hunger) end)
  > end)

after_each(fn: fun())
  Run a function after each test of the block.
  > describe("with cheese", function()
  >   after_each(function() assert.is_nil(mould) end)
  >   it("keeps", function() end)
  > end)

setup(fn: fun())
  Run a function before the tests of the block. Each test has its own process, so the function runs once per test.
  > describe("a cellar", function()
  >   setup(function() cellar = {} end)
  >   it("is there", function() assert.is_table(cellar or {}) end)
  > end)

teardown(fn: fun())
  Run a function after the tests of the block. Each test has its own process, so the function runs once per test.
  > describe("a cellar", function()
  >   teardown(function() cellar = {} end)
  >   it("is there", function() assert.is_table(cellar or {}) end)
  > end)

lazy_setup(fn: fun())
  The same as setup.
  > describe("a cellar", function()
  >   lazy_setup(function() cellar = {} end)
  >   it("is there", function() assert.is_table(cellar or {}) end)
  > end)

lazy_teardown(fn: fun())
  The same as teardown.
  > describe("a cellar", function()
  >   lazy_teardown(function() cellar = {} end)
  >   it("is there", function() assert.is_table(cellar or {}) end)
  > end)

strict_setup(fn: fun())
  The same as setup.
  > describe("a cellar", function()
  >   strict_setup(function() cellar = {} end)
  >   it("is there", function() assert.is_table(cellar or {}) end)
  > end)

strict_teardown(fn: fun())
  The same as teardown.
  > describe("a cellar", function()
  >   strict_teardown(function() cellar = {} end)
  >   it("is there", function() assert.is_table(cellar or {}) end)
  > end)

finally(fn: fun())
  Run a function at the end of the test, even when it fails.
  ! a test must run
  > finally(function() print "over" end)

disable(reason: any) -- within
  Skip the next global test function, with a reason.
  > disable "too slow"
  > function test_nothing() end
  > function test_that_this_runs() end

forall(seeds: integer | integer[], options: table | function, fn: function?)
  Run a function for the seeds 1 to `seeds`, or for a list of seeds, each in a new game. The smallest seed that fails is
  reported.
  - options: name -> { lowest, highest }, or a list of choices; each seed draws values; failing ones are made smaller
  - fn: the arguments are the seed and the options
  ! there must be 1 to 1000000 seeds
  > forall(20, { rooms = { 2, 6 } }, function(seed, options)
  >   assert.connected(generate("rooms", { rooms = options.rooms, seed = seed }))
  > end)

generate(generator: string, options: table?): GeneratedMap
  Start a new game with the map of a generator. The options may have `seed` and `players`.
  > local map = generate("rooms", { rooms = 4, seed = 3 })
  > assert.equal(4, map.rooms)

class GeneratedMap
  = generate("maze", { width = 11, height = 11 })
  A read-only map. Squares count from 0.

GeneratedMap.width: integer
  Number of columns.

GeneratedMap.height: integer
  Number of rows.

GeneratedMap.rooms: integer
  Number of rooms.

GeneratedMap:text(): string
  Return the map as text, one line per row: "#" for walls, and else the characters of `dungeon-host generate`.
  > assert.matches("#", generate("maze"):text())

GeneratedMap:tiles(x: integer, y: integer): string[]
  Return the ids of the tiles on a square, bottom first.
  > assert.is_string(generate("maze"):tiles(0, 0)[1])

GeneratedMap:walkable(x: integer, y: integer): boolean
  Return whether a player with all keys can walk on a square.
  > assert.is_false(generate("maze"):walkable(0, 0))

GeneratedMap:count(tile: string | kts.Tile): integer -- within
  Return the number of squares with a tile, which is a handle or an id.
  > assert.is_true(generate("maze"):count("host.wall") > 0)

GeneratedMap:items(): table<string, integer>
  Return item id -> number of such items on the map and in its containers.
  > assert.same({}, generate("maze"):items())

GeneratedMap:monsters(): table<string, integer>
  Return monster id -> number of such monsters on the map.
  > assert.same({}, generate("maze"):monsters())

game.map(): GeneratedMap
  Return the map of the running game.
  > generate("maze", { width = 11, height = 11 })
  > assert.equal(11, game.map().width)

game.seed(): integer
  Return the seed of the running game.
  > generate("maze", { seed = 5 })
  > assert.equal(5, game.seed())

game.events(): table[]
  Return the events so far, in order: tables with a `type`.
  > generate "maze"
  > assert.is_table(game.events())

game.printed(): string
  Return the printed text.
  > print "squeak"
  > assert.matches("squeak", game.printed())

game.play(seconds: number 0..1000000000?)
  Let the knights enter, and advance game time.
  > generate("base", { dungeon = "tiny" })
  > game.play(2)

game.player(number: integer?): Knight? -- present
  Return the knight of a player; nil when the knight is dead.
  ! the knight must have entered the map
  > generate("base", { dungeon = "tiny" })
  > game.play(1)
  > assert.is_number(game.player(1).health)

record Knight
  The result of game.player.
  x: integer, the column
  y: integer, the row
  facing: string, the direction
  health: integer, the hit points
  carried: table<string, integer>, item id -> number in the inventory

assert(value: any, message: any, ...: any): ... any -- within
  The assert of Lua: return the arguments when the first is neither nil nor false, else fail with the message.
  > assert(2 + 2 == 4, "sums are wrong")

assert.equal(expected: any, actual: any) -- within
  Check that two values are equal by `==`. Filler words such as `is`, `are` and `has` may stand in any check:
  assert.are.equal. The words `not` and `no` negate it: assert.are_not.equal.
  > assert.are.equal(4, 2 + 2)

assert.equals(expected: any, actual: any) -- within
  The same as assert.equal.
  > assert.equals(4, 2 + 2)

assert.same(expected: any, actual: any) -- within
  Check that two values are equal; tables are compared by their fields.
  > assert.are.same({ "cheese", n = 1 }, { "cheese", n = 1 })

assert.near(expected: number, actual: number, tolerance: number)
  Check that two numbers differ by at most the tolerance.
  > assert.near(0.3, 0.1 + 0.2, 1e-9)

assert.is_true(value: any, reason: any) -- within
  Check that the value is true.
  - reason: start of the message when the check fails
  > assert.is_true(true)

assert.is_false(value: any, reason: any) -- within
  Check that the value is false.
  - reason: start of the message when the check fails
  > assert.is_false(nil == 1)

assert.is_nil(value: any, reason: any) -- within
  Check that the value is nil.
  - reason: start of the message when the check fails
  > assert.is_nil(nil)

assert.is_truthy(value: any, reason: any) -- within
  Check that the value is neither nil nor false.
  - reason: start of the message when the check fails
  > assert.is_truthy(1)

assert.is_falsy(value: any, reason: any) -- within
  Check that the value is nil or false.
  - reason: start of the message when the check fails
  > assert.is_falsy(nil)

assert.is_string(value: any, reason: any) -- within
  Check that the value is a string.
  - reason: start of the message when the check fails
  > assert.is_string("a")

assert.is_number(value: any, reason: any) -- within
  Check that the value is a number.
  - reason: start of the message when the check fails
  > assert.is_number(1)

assert.is_boolean(value: any, reason: any) -- within
  Check that the value is true or false.
  - reason: start of the message when the check fails
  > assert.is_boolean(true)

assert.is_table(value: any, reason: any) -- within
  Check that the value is a table.
  - reason: start of the message when the check fails
  > assert.is_table({})

assert.is_function(value: any, reason: any) -- within
  Check that the value is a function.
  - reason: start of the message when the check fails
  > assert.is_function(print)

assert.is_userdata(value: any, reason: any) -- within
  Check that the value is a handle of the kts dialect.
  - reason: start of the message when the check fails
  > assert.is_not_userdata {}

assert.is_thread(value: any, reason: any) -- within
  Check that the value is a coroutine.
  - reason: start of the message when the check fails
  > assert.is_thread(coroutine.create(print))

assert.is_callable(value: any, reason: any) -- within
  Check that the value is a function, or a callable table.
  - reason: start of the message when the check fails
  > assert.is_callable(print)

assert.error(fn: fun(), expected: any)
  Check that the function raises an error: any, or the expected one, with or without its source location.
  > assert.has_error(function() error("squeak", 0) end, "squeak")

assert.errors(fn: fun(), expected: any)
  The same as assert.error, for assert.has_no.errors.
  > assert.has_no.errors(function() end)

assert.error_matches(fn: fun(), pattern: string)
  Check that the function raises an error whose message matches a pattern.
  > assert.error_matches(function() error "squeak" end, "squ.ak")

assert.error_match(fn: fun(), pattern: string)
  The same as assert.error_matches.
  > assert.error_match(function() error "squeak" end, "squ.ak")

assert.errors_matches(fn: fun(), pattern: string)
  The same as assert.error_matches.
  > assert.errors_matches(function() error "squeak" end, "squ.ak")

assert.matches(pattern: string, text: string)
  Check that a Lua pattern matches a text.
  > assert.matches("^squ", "squeak")

assert.match(pattern: string, text: string)
  The same as assert.matches.
  > assert.match("eak$", "squeak")

assert.contains(list: table, value: any)
  Check that a value is in a table.
  > assert.contains({ "cheese", "crumbs" }, "crumbs")

assert.connected(map: GeneratedMap | table | nil) -- within
  Check that a player with all keys can walk between any two walkable squares. The default is the map of the game.
  > assert.connected(generate "caves")

assert.reachable(map: GeneratedMap | table, from: table, to: table)
  Check that a player with all keys can walk from one square to another. A square is { x, y }, or has fields x and y.
  > assert.reachable(generate("maze", { width = 11, height = 11 }), { 1, 1 }, { x = 9, y = 9 })

assert.matches_map(map: GeneratedMap | table, drawing: string)
  Check that a map equals a drawing: "#" for walls, "." for floor, else the characters of `dungeon-host generate`.
  > local map = generate("maze", { width = 5, height = 5 })
  > assert.matches_map(map, map:text())

assert.match_map(map: GeneratedMap | table, drawing: string)
  The same as assert.matches_map.
  > local map = generate("maze", { width = 5, height = 5 })
  > assert.match_map(map, map:text())

assert.snapshot(value: any, name: string)
  Check that a map, a table or a text equals its snapshot in `snapshots/`, which `dungeon-host test --snapshot-update`
  writes.
  > local ok = pcall(assert.snapshot, generate "maze", "a maze")
  > assert.is_false(ok)

assert.event(type: string, fields: table?)
  Check that an event with at least these fields happened.
  > generate "maze"
  > assert.no.event("explosion")

assert.message(text: string)
  Check that a text is part of a message to players.
  > generate "maze"
  > assert.no.message("You win.")

assert.printed(text: string)
  Check that a text is part of the printed text.
  > print "squeak"
  > assert.printed("squ")
]==]
