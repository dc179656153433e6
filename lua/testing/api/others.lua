-- What Lua tests find in the manner of CodeaUnit and of OpenNefia.
return [==[
_: Unit
  What tests in the manner of CodeaUnit call: `_:describe`, `_:test`, `_:expect`.

CodeaUnit: table
  An empty table, for files that set fields of it.

class Unit
  = _
  Tests in the manner of CodeaUnit: global functions whose names begin with `test` hold `_:describe`.

Unit:describe(name: string, fn: fun()) -- within
  A block of tests.
  > function testLarder()
  >   _:describe("Larder", function()
  >     _:test("adds up", function() _:expect(2 + 2).is(4) end)
  >   end)
  > end

Unit:before(fn: fun()) -- within
  Run a function before each test of the block.
  > function testBefore()
  >   _:describe("Larder", function()
  >     _:before(function() larder = {} end)
  >     _:test("is there", function() _:expect(larder).isnt(nil) end)
  >   end)
  > end

Unit:after(fn: fun()) -- within
  Run a function after each test of the block.
  > function testAfter()
  >   _:describe("Larder", function()
  >     _:after(function() larder = nil end)
  >     _:test("is not there", function() _:expect(larder).is(nil) end)
  >   end)
  > end

Unit:test(name: string, fn: fun()) -- within
  A test. An expectation that does not hold does not end it.
  > function testSums()
  >   _:describe("Sums", function()
  >     _:test("two and two", function() _:expect(2 + 2).is(4) end)
  >   end)
  > end

Unit:ignore(name: string, fn: any) -- within
  A test that is left out.
  > function testSlow()
  >   _:describe("Slow", function()
  >     _:ignore("too slow", function() end)
  >     _:test("quick", function() end)
  >   end)
  > end

Unit:expect(actual: any, about: any): Expectation -- within
  What a value shall be: one of the functions of the result, called with a dot, says it.
  - about: what the expectation is called when it does not hold
  > _:expect(2 + 2, "a sum").is(4)

record Expectation
  What _:expect gives.
  is: fun(expected: any, epsilon: number?), the value is ==, or for numbers no further away than epsilon
  isnt: fun(expected: any, epsilon: number?), the value is another
  has: fun(value: any), the table holds it
  hasnt: fun(value: any), the table does not hold it
  throws: fun(part: any), the function raises an error with that part

tween.advance(seconds: number) -- within
  Let game time pass.
  ! seconds must be between 0 and 1e9
  > generate "rooms"
  > tween.advance(2)

World.pass_time_in_seconds(seconds: number) -- within
  Let game time pass.
  ! seconds must be between 0 and 1e9
  > generate "rooms"
  > World.pass_time_in_seconds(2)

module "api.test.Assert": Assert

Assert.is_truthy(value: any)
  The value is neither nil nor false.
  > local Assert = require "api.test.Assert"
  > Assert.is_truthy(1)

Assert.is_falsy(value: any)
  The value is nil or false.
  > require("api.test.Assert").is_falsy(nil)

Assert.eq(expected: any, actual: any)
  `==`.
  > require("api.test.Assert").eq(4, 2 + 2)

Assert.not_eq(expected: any, actual: any)
  Not `==`.
  > require("api.test.Assert").not_eq(4, 5)

Assert.same(expected: any, actual: any)
  Tables by what is in them.
  > require("api.test.Assert").same({ 1 }, { 1 })

Assert.subset(part: table, whole: table)
  All of the first table is in the second.
  > require("api.test.Assert").subset({ name = "mouse" }, { name = "mouse", hunger = 3 })

Assert.gt(least: number, value: number)
  The second number is greater than the first.
  > require("api.test.Assert").gt(1, 2)

Assert.lt(most: number, value: number)
  The second number is less than the first.
  > require("api.test.Assert").lt(2, 1)

Assert.matches(pattern: string, text: string)
  A pattern of Lua is found in a text.
  > require("api.test.Assert").matches("^squ", "squeak")

Assert.no_matches(pattern: string, text: string)
  A pattern of Lua is not found in a text.
  > require("api.test.Assert").no_matches("moo", "squeak")

Assert.throws_error(fn: fun(), pattern: string?)
  The function raises an error, with such a message if a pattern is given.
  > require("api.test.Assert").throws_error(function() error "squeak" end, "squ")

Assert.fail(message: any)
  Fail.
  > print(pcall(require("api.test.Assert").fail, "so it is"))
]==]
