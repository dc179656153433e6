-- api.test.Assert: the checks of OpenNefia.

local import = ...
local failures = import "testing/failures"
local patterns = import "core/sandbox/patterns"
local protect = import "core/sandbox/protect"
local show = import "testing/show"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"
local proxies = import "core/sandbox/proxies"

local next, type = next, type

local Assert = {}

local function details_of(expected, actual)
  return { actual = show.show(actual), expected = show.show(expected) }
end

function Assert.is_truthy(value)
  if not value then
    failures.fail("expected a truthy value, got " .. show.brief(value))
  end
end

function Assert.is_falsy(value)
  if value then
    failures.fail("expected false or nil, got " .. show.brief(value))
  end
end

function Assert.eq(expected, actual)
  if expected ~= actual then
    local message = "the values are not equal"
    if show.same(expected, actual) then
      message = "the values look the same and are not equal; Assert.same compares the fields of tables"
    end
    failures.fail(message, details_of(expected, actual))
  end
end

function Assert.not_eq(expected, actual)
  if expected == actual then
    failures.fail("the values are equal, and should not be: " .. show.brief(actual))
  end
end

function Assert.same(expected, actual)
  if not show.same(expected, actual) then
    failures.fail("the values are not the same", details_of(expected, actual))
  end
end

-- Whether `whole` has all fields of `part`, and nested tables too.
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
  if not is_part(part, whole) then
    failures.fail("the second table does not contain all of the first", details_of(part, whole))
  end
end

function Assert.gt(least, value)
  if not (value > least) then
    failures.fail(text.tostring(value) .. " is not greater than " .. text.tostring(least))
  end
end

function Assert.lt(most, value)
  if not (value < most) then
    failures.fail(text.tostring(value) .. " is not less than " .. text.tostring(most))
  end
end

function Assert.matches(pattern, value)
  if not patterns.find(value, pattern) then
    failures.fail(show.brief(value) .. " does not match " .. show.brief(pattern))
  end
end

function Assert.no_matches(pattern, value)
  if patterns.find(value, pattern) then
    failures.fail(show.brief(value) .. " matches " .. show.brief(pattern) .. ", and should not")
  end
end

function Assert.throws_error(fn, pattern)
  local ok, message = protect.pcall(fn)
  if ok then
    failures.fail("no error was raised")
  end
  local raised = type(message) == "string" and message or text.tostring(message)
  if pattern ~= nil and not patterns.find(raised, pattern) then
    failures.fail("the error does not match " .. show.brief(pattern) .. ": " .. show.brief(raised))
  end
end

function Assert.fail(message)
  failures.fail(message == nil and "Assert.fail was called" or text.tostring(message))
end

return proxies.fixed("Assert", signatures.apply("testing", "Assert", Assert))
