-- What Lua tests find beside the names of their mod, in the manner of busted.
return [==[
examples
  Examples stand in a test file of a mod, such as `tests/example_test.lua`; those that declare no test, in a test. Files
  that tests require find all but Assert in `require "host.testing"`.

describe(name: string, fn: fun()) -- within
  A block of tests, which may hold others.
  > describe("a larder", function()
  >   it("is empty", function() assert.is_nil(larder) end)
  > end)

context(name: string, fn: fun()) -- within
  The same as describe.
  > context("at night", function()
  >   it("is dark", function() assert.is_nil(light) end)
  > end)

insulate(name: string, fn: fun()) -- within
  The same as describe: each test is insulated from all others anyway.
  > insulate("alone", function()
  >   it("is quiet", function() assert.is_nil(noise) end)
  > end)

expose(name: string, fn: fun()) -- within
  The same as describe.
  > expose("everything", function()
  >   it("is there", function() assert.is_nil(nothing) end)
  > end)

it(name: string, fn: fun()?) -- within
  A test; without a function one that is still to be written, and left out.
  > it("adds up", function() assert.equal(4, 2 + 2) end)

spec(name: string, fn: fun()?) -- within
  The same as it.
  > spec("adds up", function() assert.equal(4, 2 + 2) end)

pending(title: any) -- within
  A test that is left out; called in a test, it leaves out the rest of that.
  > pending "rats that swim"

before_each(fn: fun()) -- within
  Run a function before each test of the block.
  > describe("with a mouse", function()
  >   before_each(function() mouse = { hunger = 3 } end)
  >   it("is hungry", function() assert.equal(3, mouse.hunger) end)
  > end)

after_each(fn: fun()) -- within
  Run a function after each test of the block.
  > describe("with cheese", function()
  >   after_each(function() assert.is_nil(mould) end)
  >   it("keeps", function() end)
  > end)

setup(fn: fun()) -- within
  Run a function before the tests of the block. Each test has a process of its own, so that it runs for each of them.
  > describe("a cellar", function()
  >   setup(function() cellar = {} end)
  >   it("is there", function() assert.is_table(cellar or {}) end)
  > end)

teardown(fn: fun()) -- within
  Run a function after the tests of the block. Each test has a process of its own, so that it runs for each of them.
  > describe("a cellar", function()
  >   teardown(function() cellar = {} end)
  >   it("is there", function() assert.is_table(cellar or {}) end)
  > end)

lazy_setup(fn: fun()) -- within
  Run a function before the tests of the block, as setup does. Each test has a process of its own, so that it runs for each of them.
  > describe("a cellar", function()
  >   lazy_setup(function() cellar = {} end)
  >   it("is there", function() assert.is_table(cellar or {}) end)
  > end)

lazy_teardown(fn: fun()) -- within
  Run a function after the tests of the block, as teardown does. Each test has a process of its own, so that it runs for each of them.
  > describe("a cellar", function()
  >   lazy_teardown(function() cellar = {} end)
  >   it("is there", function() assert.is_table(cellar or {}) end)
  > end)

strict_setup(fn: fun()) -- within
  Run a function before the tests of the block, as setup does. Each test has a process of its own, so that it runs for each of them.
  > describe("a cellar", function()
  >   strict_setup(function() cellar = {} end)
  >   it("is there", function() assert.is_table(cellar or {}) end)
  > end)

strict_teardown(fn: fun()) -- within
  Run a function after the tests of the block, as teardown does. Each test has a process of its own, so that it runs for each of them.
  > describe("a cellar", function()
  >   strict_teardown(function() cellar = {} end)
  >   it("is there", function() assert.is_table(cellar or {}) end)
  > end)

finally(fn: fun()) -- within
  Run a function when the test has ended, well or not.
  ! a test must run
  > finally(function() print "over" end)

disable(reason: any) -- within
  Leave out the next global function that is a test, and say why.
  > disable "too slow"
  > function test_nothing() end
  > function test_that_this_runs() end

forall(seeds: integer | integer[], options: table | function, fn: function?) -- within
  Run a function for the seeds 1 to `seeds`, or for those of a list, each in a new game; the smallest that fails is told.
  - options: name -> { lowest, highest }, or a list of choices: each seed draws some, and what fails is made smaller
  - fn: is given the seed, and the options
  ! there must be 1 to 1000000 seeds
  > forall(20, { rooms = { 2, 6 } }, function(seed, options)
  >   assert.connected(generate("rooms", { rooms = options.rooms, seed = seed }))
  > end)

generate(generator: string, options: table?): GeneratedMap -- within
  A new game with the map of a generator; `seed` and `players` may be among the options.
  > local map = generate("rooms", { rooms = 4, seed = 3 })
  > assert.equal(4, map.rooms)

class GeneratedMap
  = generate("maze", { width = 11, height = 11 })
  What a test may look at of a map. Squares count from 0.

GeneratedMap.width: integer
  Columns.

GeneratedMap.height: integer
  Rows.

GeneratedMap.rooms: integer
  How many rooms it has.

GeneratedMap:text(): string -- within
  The map as text, a line a row: "#" for walls, and what `dungeon-host generate` draws for the rest.
  > assert.matches("#", generate("maze"):text())

GeneratedMap:tiles(x: integer, y: integer): string[] -- within
  The ids of the tiles on a square, the lowest first.
  > assert.is_string(generate("maze"):tiles(0, 0)[1])

GeneratedMap:walkable(x: integer, y: integer): boolean -- within
  Whether one can walk on a square.
  > assert.is_false(generate("maze"):walkable(0, 0))

GeneratedMap:count(tile: string | kts.Tile): integer -- within
  How many squares have a tile, which is given itself or by its id.
  > assert.is_true(generate("maze"):count("host.wall") > 0)

GeneratedMap:items(): table<string, integer> -- within
  Id -> how many of that item lie on the map and in what stands there.
  > assert.same({}, generate("maze"):items())

GeneratedMap:monsters(): table<string, integer> -- within
  Id -> how many of that monster live on the map.
  > assert.same({}, generate("maze"):monsters())

game.map(): GeneratedMap -- within
  The map of the running game.
  > generate("maze", { width = 11, height = 11 })
  > assert.equal(11, game.map().width)

game.seed(): integer -- within
  The seed of the running game.
  > generate("maze", { seed = 5 })
  > assert.equal(5, game.seed())

game.events(): table[] -- within
  What happened, in order: a table with a `type` each.
  > generate "maze"
  > assert.is_table(game.events())

game.printed(): string -- within
  What was printed, in lines.
  > print "squeak"
  > assert.matches("squeak", game.printed())

game.play(seconds: number?) -- within
  Let knights enter, and game time pass.
  ! seconds must be between 0 and 1e9
  > generate("base", { dungeon = "tiny" })
  > game.play(2)

game.player(number: integer?): Knight? -- within
  What is known of the knight of a player; nil when they are dead.
  ! there must be a knight to be told of
  > generate("base", { dungeon = "tiny" })
  > game.play(1)
  > assert.is_number(game.player(1).health)

record Knight
  What game.player tells.
  x: integer, their column
  y: integer, their row
  facing: string, where they look
  health: integer, their hit points
  carried: table<string, integer>, id -> how many of that item they carry

assert.equal(expected: any, actual: any) -- within
  `==`. It may be spelled assert.are.equal; `is`, `are`, `has` and the like only make a check read well, and `not` and `no`
  turn it round: assert.are_not.equal.
  > assert.are.equal(4, 2 + 2)

assert.equals(expected: any, actual: any) -- within
  The same as assert.equal.
  > assert.equals(4, 2 + 2)

assert.same(expected: any, actual: any) -- within
  Tables by what is in them.
  > assert.are.same({ "cheese", n = 1 }, { "cheese", n = 1 })

assert.near(expected: number, actual: number, tolerance: number)
  Numbers that differ by no more than that.
  > assert.near(0.3, 0.1 + 0.2, 1e-9)

assert.is_true(value: any, reason: any) -- within
  The value is true.
  - reason: what is said when it is not
  > assert.is_true(true)

assert.is_false(value: any, reason: any) -- within
  The value is false.
  - reason: what is said when it is not
  > assert.is_false(nil == 1)

assert.is_nil(value: any, reason: any) -- within
  The value is nil.
  - reason: what is said when it is not
  > assert.is_nil(nil)

assert.is_truthy(value: any, reason: any) -- within
  The value is neither nil nor false.
  - reason: what is said when it is not
  > assert.is_truthy(1)

assert.is_falsy(value: any, reason: any) -- within
  The value is nil or false.
  - reason: what is said when it is not
  > assert.is_falsy(nil)

assert.is_string(value: any, reason: any) -- within
  The value is a string.
  - reason: what is said when it is not
  > assert.is_string("a")

assert.is_number(value: any, reason: any) -- within
  The value is a number.
  - reason: what is said when it is not
  > assert.is_number(1)

assert.is_boolean(value: any, reason: any) -- within
  The value is true or false.
  - reason: what is said when it is not
  > assert.is_boolean(true)

assert.is_table(value: any, reason: any) -- within
  The value is a table.
  - reason: what is said when it is not
  > assert.is_table({})

assert.is_function(value: any, reason: any) -- within
  The value is a function.
  - reason: what is said when it is not
  > assert.is_function(print)

assert.is_userdata(value: any, reason: any) -- within
  The value is a handle of the kts dialect.
  - reason: what is said when it is not
  > assert.is_not_userdata {}

assert.is_thread(value: any, reason: any) -- within
  The value is a coroutine.
  - reason: what is said when it is not
  > assert.is_thread(coroutine.create(print))

assert.is_callable(value: any, reason: any) -- within
  The value is a function, or what can be called like one.
  - reason: what is said when it is not
  > assert.is_callable(print)

assert.error(fn: fun(), expected: any)
  The function raises an error, and that one if it is given, with or without its place: assert.has_error.
  > assert.has_error(function() error("squeak", 0) end, "squeak")

assert.errors(fn: fun(), expected: any)
  The same as assert.error: assert.has_no.errors.
  > assert.has_no.errors(function() end)

assert.error_matches(fn: fun(), pattern: string)
  The function raises an error with such a message.
  > assert.error_matches(function() error "squeak" end, "squ.ak")

assert.error_match(fn: fun(), pattern: string)
  The same as assert.error_matches.
  > assert.error_match(function() error "squeak" end, "squ.ak")

assert.errors_matches(fn: fun(), pattern: string)
  The same as assert.error_matches.
  > assert.errors_matches(function() error "squeak" end, "squ.ak")

assert.matches(pattern: string, text: string)
  A pattern of Lua is found in a text.
  > assert.matches("^squ", "squeak")

assert.match(pattern: string, text: string)
  The same as assert.matches.
  > assert.match("eak$", "squeak")

assert.contains(list: table, value: any)
  A value is in a table.
  > assert.contains({ "cheese", "crumbs" }, "crumbs")

assert.connected(map: GeneratedMap | table | nil) -- within
  Somebody with all keys can walk from each open square to each other; without a map, of that of the game.
  > assert.connected(generate "caves")

assert.reachable(map: GeneratedMap | table, from: table, to: table) -- within
  Somebody can walk from the first square to the second: each is { x, y }, or has fields x and y.
  > assert.reachable(generate("maze", { width = 11, height = 11 }), { 1, 1 }, { x = 9, y = 9 })

assert.matches_map(map: GeneratedMap | table, drawing: string) -- within
  A map looks as drawn: "#" for walls, "." for floor, else what `dungeon-host generate` shows.
  > local map = generate("maze", { width = 5, height = 5 })
  > assert.matches_map(map, map:text())

assert.match_map(map: GeneratedMap | table, drawing: string) -- within
  The same as assert.matches_map.
  > local map = generate("maze", { width = 5, height = 5 })
  > assert.match_map(map, map:text())

assert.snapshot(value: any, name: string) -- within
  A map, a table or a text is what it was when `dungeon-host test --snapshot-update` was run. It lies in `snapshots/`.
  > local ok = pcall(assert.snapshot, generate "maze", "a maze")
  > assert.is_false(ok)

assert.event(type: string, fields: table?) -- within
  Something happened in the game, with at least these fields.
  > generate "maze"
  > assert.no.event("explosion")

assert.message(text: string) -- within
  A text is part of a message to players.
  > generate "maze"
  > assert.no.message("You win.")

assert.printed(text: string) -- within
  A text is part of what was printed.
  > print "squeak"
  > assert.printed("squ")
]==]
