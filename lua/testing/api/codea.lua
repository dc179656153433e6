-- CodeaUnit: the global `_` of tests, and the functions that advance time.
return [==[
_: Unit
  The object with the functions of CodeaUnit: `_:describe`, `_:test`, `_:expect`.

CodeaUnit: table
  An empty table, for files that assign its fields.

class Unit
  = _
  The functions of CodeaUnit. Call `_:describe` in a global function whose name starts with `test`.

Unit:describe(name: string, fn: fun())
  Declare a block of tests.
  > function testLarder()
  >   _:describe("Larder", function()
  >     _:test("adds up", function() _:expect(2 + 2).is(4) end)
  >   end)
  > end

Unit:before(fn: fun())
  Run a function before each test of the block.
  > function testBefore()
  >   _:describe("Larder", function()
  >     _:before(function() larder = {} end)
  >     _:test("is there", function() _:expect(larder).isnt(nil) end)
  >   end)
  > end

Unit:after(fn: fun())
  Run a function after each test of the block.
  > function testAfter()
  >   _:describe("Larder", function()
  >     _:after(function() larder = nil end)
  >     _:test("is not there", function() _:expect(larder).is(nil) end)
  >   end)
  > end

Unit:test(name: string, fn: fun())
  Declare a test. After a failed expectation the test continues.
  > function testSums()
  >   _:describe("Sums", function()
  >     _:test("two and two", function() _:expect(2 + 2).is(4) end)
  >   end)
  > end

Unit:ignore(name: string, fn: any)
  Declare a test that is skipped.
  > function testSlow()
  >   _:describe("Slow", function()
  >     _:ignore("too slow", function() end)
  >     _:test("quick", function() end)
  >   end)
  > end

Unit:expect(actual: any, about: any): Expectation
  State an expectation about a value: call a function of the result with a dot.
  - about: the name of the expectation in its failure
  > _:expect(2 + 2, "a sum").is(4)

record Expectation
  The result of _:expect.
  is: fun(expected: any, epsilon: number?), the value is ==, or a number that differs by at most epsilon
  isnt: fun(expected: any, epsilon: number?), the value differs
  has: fun(value: any), the table contains the value
  hasnt: fun(value: any), the table does not contain the value
  throws: fun(part: any), the function raises an error that contains the text

tween.advance(seconds: number 0..1000000000)
  Advance game time.
  > generate "rooms"
  > tween.advance(2)

World.pass_time_in_seconds(seconds: number 0..1000000000)
  Advance game time.
  > generate "rooms"
  > World.pass_time_in_seconds(2)
]==]
