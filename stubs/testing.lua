---@meta
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

do
---What a test may look at of a map. Squares count from 0.
---@class testing.GeneratedMap
---@field width integer Columns.
---@field height integer Rows.
---@field rooms integer How many rooms it has.
local GeneratedMap = {}

---The map as text, a line a row: "#" for walls, and what `dungeon-host generate` draws for the rest.
---@return string
function GeneratedMap:text() end

---The ids of the tiles on a square, the lowest first.
---@param x integer
---@param y integer
---@return string[]
function GeneratedMap:tiles(x, y) end

---Whether one can walk on a square.
---@param x integer
---@param y integer
---@return boolean
function GeneratedMap:walkable(x, y) end

---How many squares have a tile, which is given itself or by its id.
---@param tile string | kts.Tile
---@return integer
function GeneratedMap:count(tile) end

---Id -> how many of that item lie on the map and in what stands there.
---@return table<string, integer>
function GeneratedMap:items() end

---Id -> how many of that monster live on the map.
---@return table<string, integer>
function GeneratedMap:monsters() end

end

---What game.player tells.
---@class testing.Knight
---@field x integer their column
---@field y integer their row
---@field facing string where they look
---@field health integer their hit points
---@field carried table<string, integer> id -> how many of that item they carry

do
---Tests in the manner of CodeaUnit: global functions whose names begin with `test` hold `_:describe`.
---@class testing.Unit
local Unit = {}

---A block of tests.
---@param name string
---@param fn fun()
function Unit:describe(name, fn) end

---Run a function before each test of the block.
---@param fn fun()
function Unit:before(fn) end

---Run a function after each test of the block.
---@param fn fun()
function Unit:after(fn) end

---A test. An expectation that does not hold does not end it.
---@param name string
---@param fn fun()
function Unit:test(name, fn) end

---A test that is left out.
---@param name string
---@param fn any
function Unit:ignore(name, fn) end

---What a value shall be: one of the functions of the result, called with a dot, says it.
---@param actual any
---@param about any what the expectation is called when it does not hold
---@return testing.Expectation
function Unit:expect(actual, about) end

end

---What _:expect gives.
---@class testing.Expectation
---@field is fun(expected: any, epsilon: number?) the value is ==, or for numbers no further away than epsilon
---@field isnt fun(expected: any, epsilon: number?) the value is another
---@field has fun(value: any) the table holds it
---@field hasnt fun(value: any) the table does not hold it
---@field throws fun(part: any) the function raises an error with that part

---A block of tests, which may hold others.
---@param name string
---@param fn fun()
function describe(name, fn) end

---The same as describe.
---@param name string
---@param fn fun()
function context(name, fn) end

---The same as describe: each test is insulated from all others anyway.
---@param name string
---@param fn fun()
function insulate(name, fn) end

---The same as describe.
---@param name string
---@param fn fun()
function expose(name, fn) end

---A test; without a function one that is still to be written, and left out.
---@param name string
---@param fn? fun()
function it(name, fn) end

---The same as it.
---@param name string
---@param fn? fun()
function spec(name, fn) end

---A test that is left out; called in a test, it leaves out the rest of that.
---@param title any
function pending(title) end

---Run a function before each test of the block.
---@param fn fun()
function before_each(fn) end

---Run a function after each test of the block.
---@param fn fun()
function after_each(fn) end

---Run a function before the tests of the block. Each test has a process of its own, so that it runs for each of them.
---@param fn fun()
function setup(fn) end

---Run a function after the tests of the block. Each test has a process of its own, so that it runs for each of them.
---@param fn fun()
function teardown(fn) end

---Run a function before the tests of the block, as setup does. Each test has a process of its own, so that it runs for each of them.
---@param fn fun()
function lazy_setup(fn) end

---Run a function after the tests of the block, as teardown does. Each test has a process of its own, so that it runs for each of them.
---@param fn fun()
function lazy_teardown(fn) end

---Run a function before the tests of the block, as setup does. Each test has a process of its own, so that it runs for each of them.
---@param fn fun()
function strict_setup(fn) end

---Run a function after the tests of the block, as teardown does. Each test has a process of its own, so that it runs for each of them.
---@param fn fun()
function strict_teardown(fn) end

---Run a function when the test has ended, well or not.
---* refused: a test must run
---@param fn fun()
function finally(fn) end

---Leave out the next global function that is a test, and say why.
---@param reason any
function disable(reason) end

---Run a function for the seeds 1 to `seeds`, or for those of a list, each in a new game; the smallest that fails is told.
---* refused: there must be 1 to 1000000 seeds
---@param seeds integer | integer[]
---@param options table | function name -> { lowest, highest }, or a list of choices: each seed draws some, and what fails is made smaller
---@param fn? function is given the seed, and the options
function forall(seeds, options, fn) end

---A new game with the map of a generator; `seed` and `players` may be among the options.
---@param generator string
---@param options? table
---@return testing.GeneratedMap
function generate(generator, options) end

game = {}

---The map of the running game.
---@return testing.GeneratedMap
function game.map() end

---The seed of the running game.
---@return integer
function game.seed() end

---What happened, in order: a table with a `type` each.
---@return table[]
function game.events() end

---What was printed, in lines.
---@return string
function game.printed() end

---Let knights enter, and game time pass.
---* refused: seconds must be between 0 and 1e9
---@param seconds? number
function game.play(seconds) end

---What is known of the knight of a player; nil when they are dead.
---* refused: there must be a knight to be told of
---@param number? integer
---@return testing.Knight?
function game.player(number) end

assert = {}

---`==`. It may be spelled assert.are.equal; `is`, `are`, `has` and the like only make a check read well, and `not` and `no` turn it round: assert.are_not.equal.
---@param expected any
---@param actual any
function assert.equal(expected, actual) end

---The same as assert.equal.
---@param expected any
---@param actual any
function assert.equals(expected, actual) end

---Tables by what is in them.
---@param expected any
---@param actual any
function assert.same(expected, actual) end

---Numbers that differ by no more than that.
---@param expected number
---@param actual number
---@param tolerance number
function assert.near(expected, actual, tolerance) end

---The value is true.
---@param value any
---@param reason any what is said when it is not
function assert.is_true(value, reason) end

---The value is false.
---@param value any
---@param reason any what is said when it is not
function assert.is_false(value, reason) end

---The value is nil.
---@param value any
---@param reason any what is said when it is not
function assert.is_nil(value, reason) end

---The value is neither nil nor false.
---@param value any
---@param reason any what is said when it is not
function assert.is_truthy(value, reason) end

---The value is nil or false.
---@param value any
---@param reason any what is said when it is not
function assert.is_falsy(value, reason) end

---The value is a string.
---@param value any
---@param reason any what is said when it is not
function assert.is_string(value, reason) end

---The value is a number.
---@param value any
---@param reason any what is said when it is not
function assert.is_number(value, reason) end

---The value is true or false.
---@param value any
---@param reason any what is said when it is not
function assert.is_boolean(value, reason) end

---The value is a table.
---@param value any
---@param reason any what is said when it is not
function assert.is_table(value, reason) end

---The value is a function.
---@param value any
---@param reason any what is said when it is not
function assert.is_function(value, reason) end

---The value is a handle of the kts dialect.
---@param value any
---@param reason any what is said when it is not
function assert.is_userdata(value, reason) end

---The value is a coroutine.
---@param value any
---@param reason any what is said when it is not
function assert.is_thread(value, reason) end

---The value is a function, or what can be called like one.
---@param value any
---@param reason any what is said when it is not
function assert.is_callable(value, reason) end

---The function raises an error, and that one if it is given, with or without its place: assert.has_error.
---@param fn fun()
---@param expected any
function assert.error(fn, expected) end

---The same as assert.error: assert.has_no.errors.
---@param fn fun()
---@param expected any
function assert.errors(fn, expected) end

---The function raises an error with such a message.
---@param fn fun()
---@param pattern string
function assert.error_matches(fn, pattern) end

---The same as assert.error_matches.
---@param fn fun()
---@param pattern string
function assert.error_match(fn, pattern) end

---The same as assert.error_matches.
---@param fn fun()
---@param pattern string
function assert.errors_matches(fn, pattern) end

---A pattern of Lua is found in a text.
---@param pattern string
---@param text string
function assert.matches(pattern, text) end

---The same as assert.matches.
---@param pattern string
---@param text string
function assert.match(pattern, text) end

---A value is in a table.
---@param list table
---@param value any
function assert.contains(list, value) end

---Somebody with all keys can walk from each open square to each other; without a map, of that of the game.
---@param map? testing.GeneratedMap | table
function assert.connected(map) end

---Somebody can walk from the first square to the second: each is { x, y }, or has fields x and y.
---@param map testing.GeneratedMap | table
---@param from table
---@param to table
function assert.reachable(map, from, to) end

---A map looks as drawn: "#" for walls, "." for floor, else what `dungeon-host generate` shows.
---@param map testing.GeneratedMap | table
---@param drawing string
function assert.matches_map(map, drawing) end

---The same as assert.matches_map.
---@param map testing.GeneratedMap | table
---@param drawing string
function assert.match_map(map, drawing) end

---A map, a table or a text is what it was when `dungeon-host test --snapshot-update` was run. It lies in `snapshots/`.
---@param value any
---@param name string
function assert.snapshot(value, name) end

---Something happened in the game, with at least these fields.
---@param type string
---@param fields? table
function assert.event(type, fields) end

---A text is part of a message to players.
---@param text string
function assert.message(text) end

---A text is part of what was printed.
---@param text string
function assert.printed(text) end

---What tests in the manner of CodeaUnit call: `_:describe`, `_:test`, `_:expect`.
---@type testing.Unit
_ = nil

---An empty table, for files that set fields of it.
---@type table
CodeaUnit = nil

tween = {}

---Let game time pass.
---* refused: seconds must be between 0 and 1e9
---@param seconds number
function tween.advance(seconds) end

World = {}

---Let game time pass.
---* refused: seconds must be between 0 and 1e9
---@param seconds number
function World.pass_time_in_seconds(seconds) end

Assert = {}

---The value is neither nil nor false.
---@param value any
function Assert.is_truthy(value) end

---The value is nil or false.
---@param value any
function Assert.is_falsy(value) end

---`==`.
---@param expected any
---@param actual any
function Assert.eq(expected, actual) end

---Not `==`.
---@param expected any
---@param actual any
function Assert.not_eq(expected, actual) end

---Tables by what is in them.
---@param expected any
---@param actual any
function Assert.same(expected, actual) end

---All of the first table is in the second.
---@param part table
---@param whole table
function Assert.subset(part, whole) end

---The second number is greater than the first.
---@param least number
---@param value number
function Assert.gt(least, value) end

---The second number is less than the first.
---@param most number
---@param value number
function Assert.lt(most, value) end

---A pattern of Lua is found in a text.
---@param pattern string
---@param text string
function Assert.matches(pattern, text) end

---A pattern of Lua is not found in a text.
---@param pattern string
---@param text string
function Assert.no_matches(pattern, text) end

---The function raises an error, with such a message if a pattern is given.
---@param fn fun()
---@param pattern? string
function Assert.throws_error(fn, pattern) end

---Fail.
---@param message any
function Assert.fail(message) end
