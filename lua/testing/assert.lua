-- `assert` in tests: plain Lua's when it is called, and a sentence when it is spelled out, as in `assert.are.same(a, b)`,
-- `assert.is_not_nil(x)`, `assert.has_no.errors(fn)`. Words that only make it read well mean nothing.

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

local function both(actual, expected)
  return { actual = show.show(actual), expected = show.show(expected) }
end

-- Name -> function(…) that answers whether it holds, what to say when it does not, what to say when it does and must
-- not, and details.
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
    message = "the values look the same and are not equal; assert.are.same compares what tables hold"
  end
  return holds, message, "the values are equal, and should not be: " .. show.brief(actual), both(actual, expected)
end
alias("equal", "equals")

function checks.same(expected, actual)
  return show.same(expected, actual), "the values are not the same",
    "the values are the same, and should not be: " .. show.brief(actual), both(actual, expected)
end

function checks.near(expected, actual, tolerance)
  return abs(expected - actual) <= tolerance,
    ("%s is not within %s of %s"):format(text.tostring(actual), text.tostring(tolerance), text.tostring(expected)),
    ("%s is within %s of %s"):format(text.tostring(actual), text.tostring(tolerance), text.tostring(expected))
end

local function with_reason(message, reason)
  return reason ~= nil and text.tostring(reason) .. ": " .. message or message
end

local function simple(name, holds, wanted)
  checks[name] = function(value, reason)
    local shown = show.brief(value)
    return holds(value), with_reason("expected " .. wanted .. ", got " .. shown, reason),
      with_reason("expected anything but " .. wanted .. ", got " .. shown, reason)
  end
end

simple("true", function(value) return value == true end, "true")
simple("false", function(value) return value == false end, "false")
simple("nil", function(value) return value == nil end, "nil")
simple("truthy", function(value) return value and true or false end, "something true")
simple("falsy", function(value) return not value end, "false or nil")
for _, kind in ipairs { "string", "number", "boolean", "table", "function", "userdata", "thread" } do
  simple(kind, function(value) return stable_order.type(value) == kind end, "a " .. kind)
end
simple("callable", values.is_callable, "what can be called")

-- The message of an error, without the place that Lua puts before it.
local function without_place(message)
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
  local raised = "an error was raised: " .. show.brief(without_place(message))
  if expected == nil or not failed then
    return failed, "no error was raised" .. (expected ~= nil and ", and one was expected: " .. show.brief(expected) or ""), raised
  end
  return show.same(expected, message) or show.same(expected, without_place(message)),
    "another error was raised", raised, both(without_place(message), expected)
end
alias("error", "errors")

function checks.error_matches(fn, pattern)
  local failed, message = call(fn)
  local told = type(message) == "string" and message or text.tostring(message)
  if not failed then
    return false, "no error was raised"
  end
  return patterns.find(told, pattern) ~= nil, "the error does not match " .. show.brief(pattern) .. ": " .. show.brief(told),
    "the error matches " .. show.brief(pattern) .. ": " .. show.brief(told)
end
alias("error_matches", "error_match", "errors_matches")

function checks.matches(pattern, value)
  return patterns.find(value, pattern) ~= nil, show.brief(value) .. " does not match " .. show.brief(pattern),
    show.brief(value) .. " matches " .. show.brief(pattern)
end
alias("matches", "match")

function checks.contains(list, value)
  local found = false
  for _, one in stable_order.pairs(list) do
    found = found or show.same(one, value)
  end
  return found, "the table does not hold " .. show.brief(value) .. ": " .. show.brief(list),
    "the table holds " .. show.brief(value) .. ": " .. show.brief(list)
end

for name, check in next, maps.checks do
  checks[name] = check
end

signatures.apply("testing", "assert", checks)

local known = {}
for name in next, checks do
  known[#known + 1] = name
end
table.sort(known)

local sentence

-- What follows a word: a new sentence, which can be called when it names a check.
local function continue(negated, words, word)
  local spelled = {}
  for _, one in ipairs(words) do
    spelled[#spelled + 1] = one
  end
  for part in gmatch(word:lower(), "[^_]+") do
    if #spelled == 0 and negations[part] then
      negated = not negated
    elseif #spelled > 0 or not fillers[part] then
      spelled[#spelled + 1] = part
    end
  end
  local name = concat(spelled, "_")
  if name ~= "" and not checks[name] then
    local near
    for _, one in ipairs(known) do
      -- A check whose name goes on, as `error` does in `error_matches`.
      near = near or one:sub(1, #name + 1) == name .. "_"
    end
    if not near then
      py.test_unknown_check(word, name, concat(known, "\0"))
    end
  end
  return sentence(negated, spelled)
end

function sentence(negated, words)
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
      errors.raise("assert belongs to the host and cannot be changed")
    end,
    __call = function(_, ...)
      if name == "" and not negated then
        -- Plain Lua's.
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
        errors.raise("assert." .. (name == "" and "is_not" or name) .. " says not what to check: it may go on with "
          .. concat(known, ", "))
      end
      local holds, wrong, wrong_when_negated, details = check(...)
      if negated and holds then
        failures.fail(wrong_when_negated or "this holds, and should not: " .. name)
      elseif not negated and not holds then
        failures.fail(wrong, details)
      end
      return ...
    end,
  })
end

M.assert = sentence(false, {})

return M
