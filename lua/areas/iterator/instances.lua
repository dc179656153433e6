-- Iterators as objects, in the manner of luafun (Roman Tsisyk, MIT): `for _, value in it do`, it:map(f):to_list() …
-- A loop gets the state first, and then the values.

local import = ...
local errors = import "core/errors"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local values = import "core/border/values"
local proxies = import "core/sandbox/proxies"

local raise, is_callable, shown = errors.raise, values.is_callable, text.shown
local format = string.format
local setmetatable, type = setmetatable, type

local M = {}

-- iterator -> { step, first }: step(state) gives the next state and the values, or nil when it is over.
local known = setmetatable({}, { __mode = "k" })
local methods = {}
M.methods = methods

local meta = {
  __metatable = false,
  __name = "<generator>",
  __index = methods,
  __newindex = function()
    raise("an iterator has no fields to set")
  end,
  __tostring = function()
    return "<generator>"
  end,
  __call = function(it, _, state)
    local own = known[it]
    if state == nil then
      state = own.first
    end
    return own.step(state)
  end,
}

local function new(step, first)
  local it = setmetatable({}, meta)
  known[it] = { step = step, first = first }
  return it
end
M.new = new

function M.is(value)
  return known[value] ~= nil
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

-- Two lists side by side.
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

-- Whatever can be walked, as an iterator; `what` is what messages call it.
local function walk(what, value, ...)
  if known[value] then
    return value
  elseif type(value) == "string" then
    return of_string(value)
  elseif is_callable(value) then
    return M.wrap(value, ...)
  elseif type(value) ~= "table" or stable_order.type(value) ~= "table" then
    raise(format("%s is %s: must be a table, a string or an iterator", what, shown(value)))
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

local function of(it)
  local own = known[it]
  return own.step, own.first
end

local function need_count(n, name)
  if n < 0 then
    raise(format("Iterator:%s: n is %s: must be 0 or more", name, shown(n)))
  end
  return n
end

-- An iterator of the three values of a generic for.
function M.wrap(step, state, control)
  -- The first control value may be nil, which a state may not be.
  local start = {}
  return new(function(at)
    return step(state, at ~= start and at or control)
  end, start)
end

M.known, M.need_count, M.of, M.walk = known, need_count, of, walk

return M
