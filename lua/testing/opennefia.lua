-- api.test.Assert: the checks of OpenNefia.

local import = ...
local checks = import "testing/assert"
local failures = import "testing/failures"
local protect = import "core/sandbox/protect"
local proxies = import "core/sandbox/proxies"
local show = import "testing/show"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"

local Assert = {}

local function add(name, check, negated)
  Assert[name] = function(...)
    failures.judge(negated, checks[check](...))
  end
end

for name, check in next, {
  is_falsy = "falsy", eq = "equal", same = "same", matches = "matches",
} do
  add(name, check, false)
end
add("not_eq", "equal", true)
add("no_matches", "matches", true)

function Assert.is_truthy(value, ...)
  failures.judge(false, checks.truthy(value, ...))
  return value
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
  failures.judge(false, is_part(part, whole), "the second table does not contain all of the first", nil,
    show.details(whole, part))
end

function Assert.gt(least, value)
  failures.judge(false, value > least, text.tostring(value) .. " is not greater than " .. text.tostring(least))
end

function Assert.lt(most, value)
  failures.judge(false, value < most, text.tostring(value) .. " is not less than " .. text.tostring(most))
end

function Assert.throws_error(fn, pattern, ...)
  local arguments = table.pack(...)
  local function call()
    local ok, message = protect.try(fn, table.unpack(arguments, 1, arguments.n))
    if not ok then
      -- A message may end with lines of a traceback.
      error(type(message) == "string" and message:match "^[^\n]*" or message, 0)
    end
  end
  failures.judge(false, checks[pattern == nil and "error" or "error_matches"](call, pattern))
end

function Assert.fail(message, ...)
  local is_format = type(message) == "string" and select("#", ...) > 0
  failures.fail(message == nil and "Assert.fail was called" or is_format and text.format(message, ...)
    or text.tostring(message))
end

return proxies.fixed("Assert", signatures.apply("testing", "Assert", Assert))
