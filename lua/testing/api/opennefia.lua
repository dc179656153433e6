-- api.test.Assert: the checks of OpenNefia.
return [==[
module "api.test.Assert": Assert

Assert.is_truthy(value: any): any
  Check that the value is neither nil nor false, and return it.
  > local Assert = require "api.test.Assert"
  > print(Assert.is_truthy(1)) --> 1

Assert.is_falsy(value: any)
  Check that the value is nil or false.
  > require("api.test.Assert").is_falsy(nil)

Assert.eq(expected: any, actual: any)
  Check that two values are equal by `==`.
  > require("api.test.Assert").eq(4, 2 + 2)

Assert.not_eq(expected: any, actual: any)
  Check that two values are not equal by `==`.
  > require("api.test.Assert").not_eq(4, 5)

Assert.same(expected: any, actual: any)
  Check that two values are equal; tables are compared by their fields.
  > require("api.test.Assert").same({ 1 }, { 1 })

Assert.subset(part: table, whole: table)
  Check that the second table contains all of the first.
  > require("api.test.Assert").subset({ name = "mouse" }, { name = "mouse", hunger = 3 })

Assert.gt(least: number, value: number)
  Check that the second number is greater than the first.
  > require("api.test.Assert").gt(1, 2)

Assert.lt(most: number, value: number)
  Check that the second number is less than the first.
  > require("api.test.Assert").lt(2, 1)

Assert.matches(pattern: string, text: string)
  Check that a Lua pattern matches a text.
  > require("api.test.Assert").matches("^squ", "squeak")

Assert.no_matches(pattern: string, text: string)
  Check that a Lua pattern does not match a text.
  > require("api.test.Assert").no_matches("moo", "squeak")

Assert.throws_error(fn: function, pattern: string?, ...: any)
  Check that the function raises an error; with a pattern, that the first line of its message matches.
  - ...: the arguments of the function
  > require("api.test.Assert").throws_error(function() error "squeak" end, "squ")

Assert.fail(message: any, ...: any)
  Fail the test.
  - message: a text, or a format as string.format takes it for the values after it
  > print(pcall(require("api.test.Assert").fail, "so it is"))
]==]
