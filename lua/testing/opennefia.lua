-- api.test.Assert.

local import = ...
local blame = import "host/blame"
local failures = import "testing/failures"
local order = import "host/order"
local patterns = import "host/patterns"
local protect = import "host/protect"
local show = import "testing/show"
local text = import "host/text"
local values = import "host/values"
local views = import "host/views"

local next, type = next, type

local Assert = {}

local function both(expected, actual)
  return { actual = show.show(actual), expected = show.show(expected) }
end

function Assert.is_truthy(value)
  if not value then
    failures.fail("expected something true, got " .. show.brief(value))
  end
end

function Assert.is_falsy(value)
  if value then
    failures.fail("expected false or nil, got " .. show.brief(value))
  end
end

function Assert.eq(expected, actual)
  if expected ~= actual then
    failures.fail(show.same(expected, actual) and "the values look the same and are not equal; Assert.same compares what "
      .. "tables hold" or "the values are not equal", both(expected, actual))
  end
end

function Assert.not_eq(expected, actual)
  if expected == actual then
    failures.fail("the values are equal, and should not be: " .. show.brief(actual))
  end
end

function Assert.same(expected, actual)
  if not show.same(expected, actual) then
    failures.fail("the values are not the same", both(expected, actual))
  end
end

-- Whether all of `part` is in `whole`, tables within by the same rule.
local function is_part(part, whole)
  if type(part) ~= "table" or type(whole) ~= "table" then
    return show.same(part, whole)
  end
  for key, value in next, part do
    if not is_part(value, whole[key]) then
      return false
    end
  end
  return true
end

function Assert.subset(part, whole)
  if type(part) ~= "table" or type(whole) ~= "table" then
    blame.raise("Assert.subset: two tables were expected, got " .. order.type(part) .. " and " .. order.type(whole))
  end
  if not is_part(part, whole) then
    failures.fail("the second table does not hold all of the first", both(part, whole))
  end
end

local function check_numbers(name, a, b)
  if type(a) ~= "number" or type(b) ~= "number" then
    blame.raise("Assert." .. name .. ": two numbers were expected, got " .. order.type(a) .. " and " .. order.type(b))
  end
end

function Assert.gt(least, value)
  check_numbers("gt", least, value)
  if not (value > least) then
    failures.fail(text.tostring(value) .. " is not greater than " .. text.tostring(least))
  end
end

function Assert.lt(most, value)
  check_numbers("lt", most, value)
  if not (value < most) then
    failures.fail(text.tostring(value) .. " is not less than " .. text.tostring(most))
  end
end

local function found(name, pattern, value)
  if type(pattern) ~= "string" or type(value) ~= "string" then
    blame.raise("Assert." .. name .. ": a pattern and a string were expected, got " .. order.type(pattern) .. " and "
      .. order.type(value))
  end
  return patterns.find(value, pattern) ~= nil
end

function Assert.matches(pattern, value)
  if not found("matches", pattern, value) then
    failures.fail(show.brief(value) .. " does not match " .. show.brief(pattern))
  end
end

function Assert.no_matches(pattern, value)
  if found("no_matches", pattern, value) then
    failures.fail(show.brief(value) .. " matches " .. show.brief(pattern) .. ", and should not")
  end
end

function Assert.throws_error(fn, pattern)
  if not values.is_callable(fn) then
    blame.raise("Assert.throws_error: a function was expected, got " .. order.type(fn))
  end
  local ok, message = protect.pcall(fn)
  if ok then
    failures.fail("no error was raised")
  end
  local told = type(message) == "string" and message or text.tostring(message)
  if pattern ~= nil and not found("throws_error", pattern, told) then
    failures.fail("the error does not match " .. show.brief(pattern) .. ": " .. show.brief(told))
  end
end

function Assert.fail(message)
  failures.fail(message == nil and "Assert.fail was called" or text.tostring(message))
end

return views.fixed("Assert", Assert)
