-- The checks of tests: `assert.same`, `assert.near` and so on, also for `api.test.Assert`. The table `assert`, which
-- finds checks by words, is in testing/assert_words.

local import = ...
local game_checks = import "testing/game_checks"
local patterns = import "core/sandbox/patterns"
local protect = import "core/sandbox/protect"
local show = import "testing/show"
local signatures = import "core/border/signatures"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local values = import "core/border/values"

-- Name -> function(…), which returns whether the check passes, the message when it fails, the message when it passes
-- but is negated, and details.
local checks = {}

local function alias(name, ...)
  for _, other in ipairs { ... } do
    checks[other] = checks[name]
  end
end

function checks.equal(expected, actual)
  local holds = expected == actual
  local message = "the values are not equal"
  if not holds and show.same(expected, actual) then
    message = "the values look the same and are not equal; `same` compares the fields of tables"
  end
  return holds, message, "the values are equal, and should not be: " .. show.brief(actual),
    show.details(actual, expected)
end
alias("equal", "equals")

function checks.same(expected, actual)
  return show.same(expected, actual), "the values are not the same",
    "the values are the same, and should not be: " .. show.brief(actual), show.details(actual, expected)
end

function checks.near(expected, actual, tolerance)
  return math.abs(expected - actual) <= tolerance,
    ("%s is not within %s of %s"):format(text.tostring(actual), text.tostring(tolerance), text.tostring(expected)),
    ("%s is within %s of %s"):format(text.tostring(actual), text.tostring(tolerance), text.tostring(expected))
end

local function with_reason(message, reason)
  return reason ~= nil and text.tostring(reason) .. ": " .. message or message
end

local function add_simple(name, holds, expectation)
  checks[name] = function(value, reason)
    local shown = show.brief(value)
    return holds(value), with_reason("expected " .. expectation .. ", got " .. shown, reason),
      with_reason("expected anything but " .. expectation .. ", got " .. shown, reason)
  end
end

add_simple("true", function(value) return value == true end, "true")
add_simple("false", function(value) return value == false end, "false")
add_simple("nil", function(value) return value == nil end, "nil")
add_simple("truthy", function(value) return value and true or false end, "a truthy value")
add_simple("falsy", function(value) return not value end, "false or nil")
for _, kind in ipairs { "string", "number", "boolean", "table", "function", "userdata", "thread" } do
  add_simple(kind, function(value) return stable_order.type(value) == kind end, "a " .. kind)
end
add_simple("callable", values.is_callable, "a callable value")

-- The message of an error, without the source location that Lua puts before it.
local function without_location(message)
  if type(message) == "string" then
    return (string.gsub(message, "^[^\n]-:%d+: ", "", 1))
  end
  return message
end

local function call(fn)
  local ok, message = protect.try(fn)
  return not ok, message
end

checks["error"] = function(fn, expected)
  local failed, message = call(fn)
  local raised = "an error was raised: " .. show.brief(without_location(message))
  if expected == nil or not failed then
    local suffix = expected ~= nil and ", expected " .. show.brief(expected) or ""
    return failed, "no error was raised" .. suffix, raised
  end
  return show.same(expected, message) or show.same(expected, without_location(message)),
    "another error was raised", raised, show.details(without_location(message), expected)
end
alias("error", "errors")

function checks.error_matches(fn, pattern)
  local failed, message = call(fn)
  local raised = type(message) == "string" and message or text.tostring(message)
  if not failed then
    return false, "no error was raised"
  end
  return patterns.find(raised, pattern) ~= nil,
    "the error does not match " .. show.brief(pattern) .. ": " .. show.brief(raised),
    "the error matches " .. show.brief(pattern) .. ": " .. show.brief(raised)
end
alias("error_matches", "error_match", "errors_matches")

function checks.matches(pattern, value)
  return patterns.find(value, pattern) ~= nil, show.brief(value) .. " does not match " .. show.brief(pattern),
    show.brief(value) .. " matches " .. show.brief(pattern)
end
alias("matches", "match")

function checks.contains(list, value)
  local is_member = false
  for _, element in stable_order.pairs(list) do
    is_member = is_member or show.same(element, value)
  end
  return is_member, "the table does not contain " .. show.brief(value) .. ": " .. show.brief(list),
    "the table contains " .. show.brief(value) .. ": " .. show.brief(list)
end

for name, check in next, game_checks do
  checks[name] = check
end

return signatures.apply("testing", "assert", checks)
