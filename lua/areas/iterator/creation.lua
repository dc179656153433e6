-- Creates iterators over lists, texts and functions, in the manner of luafun by Roman Tsisyk (MIT):
-- `for _, value in it do`, it:map(fn):to_list() … A loop gets the state of the iterator first, and then the values.

local import = ...
local errors = import "core/errors"
local proxies = import "core/sandbox/proxies"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local values = import "core/border/values"

local fail, shown = errors.fail, text.shown
local setmetatable, type = setmetatable, type

local M = {}

-- iterator -> { step, first }: step(state) returns the next state and the values, or nil at the end.
local sources = setmetatable({}, { __mode = "k" })

-- Filled by iterator/iterator.lua.
M.methods = {}

local meta = proxies.lock("iterator", {
  __name = "<generator>",
  __index = M.methods,
  __tostring = function()
    return "<generator>"
  end,
  __call = function(it, _, state)
    local source = sources[it]
    if state == nil then
      state = source.first
    end
    return source.step(state)
  end,
}, "an iterator has no fields to set")

-- An iterator that calls step(state), first with the state `first`.
local function new(step, first)
  local it = setmetatable({}, meta)
  sources[it] = { step = step, first = first }
  return it
end
M.new = new

function M.is(value)
  return sources[value] ~= nil
end

-- The step function and the first state of an iterator.
function M.open(it)
  local source = sources[it]
  return source.step, source.first
end

function M.of_list(list)
  return new(function(i)
    i = i + 1
    local value = list[i]
    if value ~= nil then
      return i, value
    end
  end, 0)
end

-- An iterator over two lists side by side.
function M.of_pairs(first, second)
  return new(function(i)
    i = i + 1
    local value = first[i]
    if value ~= nil then
      return i, value, second[i]
    end
  end, 0)
end

local function of_string(value)
  return new(function(i)
    i = i + 1
    if i <= #value then
      return i, value:sub(i, i)
    end
  end, 0)
end

-- An iterator of the three values of a generic for.
function M.wrap(step, state, control)
  -- The first control value may be nil, which the state of an iterator may not be.
  local start = {}
  return new(function(current)
    return step(state, current ~= start and current or control)
  end, start)
end

-- An iterator over any value that has elements; `title` names the argument in the error for other values.
function M.from(title, value, ...)
  if sources[value] then
    return value
  elseif type(value) == "string" then
    return of_string(value)
  elseif values.is_callable(value) then
    return M.wrap(value, ...)
  elseif type(value) ~= "table" or stable_order.type(value) ~= "table" then
    fail("%s is %s: must be a table, a string or an iterator", title, shown(value))
  end
  if #value > 0 or stable_order.next(proxies.original(value) or value) == nil then
    return M.of_list(value)
  end
  local keys, items = {}, {}
  for key, item in stable_order.pairs(value) do
    keys[#keys + 1], items[#items + 1] = key, item
  end
  return M.of_pairs(keys, items)
end

return M
