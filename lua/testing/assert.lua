-- `assert` in tests. A call is the assert of Lua; a chain of words names a check, as in `assert.are.same(a, b)`,
-- `assert.is_not_nil(x)` and `assert.has_no.errors(fn)`. Filler words such as `are` have no meaning.

local import, py = ...
local errors = import "core/errors"
local failures = import "testing/failures"
local maps = import "testing/maps"
local stable_order = import "core/sandbox/stable_order"
local show = import "testing/show"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"
local values = import "core/border/values"

local abs, concat, error, ipairs, next, select, setmetatable, type =
  math.abs, table.concat, error, ipairs, next, select, setmetatable, type
local patterns = import "core/sandbox/patterns"
local gmatch, gsub = string.gmatch, string.gsub

local M = {}

local fillers = {
  a = true, an = true, are = true, be = true, been = true, does = true, has = true, have = true, is = true, to = true,
  was = true,
}
local negations = { no = true, ["not"] = true, arent = true, isnt = true, hasnt = true }

local function details_of(actual, expected)
  return { actual = show.show(actual), expected = show.show(expected) }
end

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
    message = "the values look the same and are not equal; assert.are.same compares the fields of tables"
  end
  return holds, message, "the values are equal, and should not be: " .. show.brief(actual), details_of(actual, expected)
end
alias("equal", "equals")

function checks.same(expected, actual)
  return show.same(expected, actual), "the values are not the same",
    "the values are the same, and should not be: " .. show.brief(actual), details_of(actual, expected)
end

function checks.near(expected, actual, tolerance)
  return abs(expected - actual) <= tolerance,
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
    return (gsub(message, "^[^\n]-:%d+: ", "", 1))
  end
  return message
end

local function call(fn)
  local protect = import "core/sandbox/protect"
  local ok, message = protect.pcall(fn)
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
    "another error was raised", raised, details_of(without_location(message), expected)
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

for name, check in next, maps.checks do
  checks[name] = check
end

signatures.apply("testing", "assert", checks)

local check_names = {}
for name in next, checks do
  check_names[#check_names + 1] = name
end
table.sort(check_names)

local new_chain

-- The chain after one more word; it can be called when its words name a check.
local function continue(negated, words, word)
  local next_words = {}
  for _, earlier in ipairs(words) do
    next_words[#next_words + 1] = earlier
  end
  for part in gmatch(word:lower(), "[^_]+") do
    if #next_words == 0 and negations[part] then
      negated = not negated
    elseif #next_words > 0 or not fillers[part] then
      next_words[#next_words + 1] = part
    end
  end
  local name = concat(next_words, "_")
  if name ~= "" and not checks[name] then
    local is_prefix
    for _, check_name in ipairs(check_names) do
      -- The start of a longer name, as `error` is of `error_matches`.
      is_prefix = is_prefix or check_name:sub(1, #name + 1) == name .. "_"
    end
    if not is_prefix then
      py.test_unknown_check(word, name, concat(check_names, "\0"))
    end
  end
  return new_chain(negated, next_words)
end

function new_chain(negated, words)
  local name = concat(words, "_")
  return setmetatable({}, {
    __metatable = false,
    __index = function(_, word)
      if type(word) ~= "string" then
        return nil
      end
      return continue(negated, words, word)
    end,
    __newindex = function()
      errors.raise("assert cannot be changed: it belongs to the host")
    end,
    __call = function(_, ...)
      if name == "" and not negated then
        -- The assert of Lua.
        local value = ...
        if value then
          return ...
        elseif select("#", ...) == 0 then
          error("bad argument #1 to 'assert' (value expected)", 2)
        end
        local message = select(2, ...)
        if select("#", ...) >= 2 and type(message) ~= "string" then
          error(message, 0)
        end
        failures.fail(message or "assertion failed!")
      end
      local check = checks[name]
      if not check then
        errors.raise("assert." .. (name == "" and "is_not" or name) .. " names no check: add one of "
          .. concat(check_names, ", "))
      end
      local holds, message, negated_message, details = check(...)
      if negated and holds then
        failures.fail(negated_message or "the check passes, and should not: " .. name)
      elseif not negated and not holds then
        failures.fail(message, details)
      end
      return ...
    end,
  })
end

M.assert = new_chain(false, {})

return M
