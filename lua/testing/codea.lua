-- CodeaUnit: `_:describe`, `_:before`, `_:after`, `_:test`, `_:ignore`, `_:expect`. After a failed expectation the test
-- continues.

local import = ...
local errors = import "core/errors"
local failures = import "testing/failures"
local stable_order = import "core/sandbox/stable_order"
local protect = import "core/sandbox/protect"
local proxies = import "core/sandbox/proxies"
local registry = import "testing/registry"
local show = import "testing/show"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"
local values = import "core/border/values"

local M = {}

-- Number of expectations of the running test so far.
local count = 0

function M.reset()
  count = 0
end

local function is_near(actual, expected, epsilon)
  if epsilon ~= nil and type(actual) == "number" and type(expected) == "number" then
    return math.abs(actual - expected) <= epsilon
  end
  return actual == expected
end

local function contains(list, value)
  if type(list) ~= "table" then
    errors.raise("_:expect(…).has: a table was expected, got " .. stable_order.type(list))
  end
  for _, element in stable_order.pairs(list) do
    if element == value then
      return true
    end
  end
  return false
end

local function check_epsilon(epsilon)
  if epsilon ~= nil and type(epsilon) ~= "number" then
    errors.raise("_:expect(…): epsilon must be a number, got " .. stable_order.type(epsilon))
  end
end

local function expect(_, actual, about)
  count = count + 1
  local number = count
  local function check(holds, message, details)
    if not holds then
      local prefix = "expectation " .. number
      if about ~= nil then
        prefix = prefix .. " (" .. text.tostring(about) .. ")"
      end
      failures.record(prefix .. ": " .. message, details)
    end
  end
  return proxies.dotted("_:expect(…)", {
    is = function(expected, epsilon)
      check_epsilon(epsilon)
      check(is_near(actual, expected, epsilon), "the value differs", show.details(actual, expected))
    end,
    isnt = function(expected, epsilon)
      check_epsilon(epsilon)
      check(not is_near(actual, expected, epsilon), "the value is " .. show.brief(actual) .. ", and should not be")
    end,
    has = function(value)
      check(contains(actual, value), "the table does not contain " .. show.brief(value) .. ": " .. show.brief(actual))
    end,
    hasnt = function(value)
      check(not contains(actual, value),
        "the table contains " .. show.brief(value) .. ", and should not: " .. show.brief(actual))
    end,
    throws = function(part)
      if not values.is_callable(actual) then
        errors.raise("_:expect(…).throws: a function was expected, got " .. stable_order.type(actual))
      end
      local ok, message = protect.try(actual)
      local raised = type(message) == "string" and message or text.tostring(message)
      if ok then
        check(false, "no error was raised")
      elseif part ~= nil then
        check(string.find(raised, text.tostring(part), 1, true) ~= nil,
          "the error does not contain " .. show.brief(part) .. ": " .. show.brief(raised))
      end
    end,
  })
end

-- Objects `_`, one for each test file.
local is_unit = setmetatable({}, { __mode = "k" })
signatures.kind("testing", "Unit", function(value)
  return is_unit[value]
end, "_")

-- The global `_` of a test file.
function M.unit()
  local unit = proxies.fixed("_", signatures.apply("testing", "Unit", {
    describe = function(_, title, fn)
      if registry.is_running() then
        -- Inside a test, the block runs at once, as in CodeaUnit.
        registry.run_inside(function()
          registry.describe("_:describe", title, fn)
        end)
      else
        registry.describe("_:describe", title, fn)
      end
    end,
    before = function(_, fn)
      registry.hook("before", fn)
    end,
    after = function(_, fn)
      registry.hook("after", fn)
    end,
    test = function(_, name, fn)
      registry.add("_:test", name, fn)
    end,
    ignore = function(_, name, fn)
      registry.add("_:ignore", name, fn, "ignored")
    end,
    expect = expect,
  }))
  is_unit[unit] = true
  return unit
end

return M
