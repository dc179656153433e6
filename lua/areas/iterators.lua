-- Iterators as objects, in the manner of luafun (M. Rovinsky, MIT): `for _, value in it do`, it:map(f):to_list() …
-- A loop gets the state first, and then the values.

local import = ...
local blame = import "host/blame"
local order = import "host/order"
local tables = import "host/tables"
local text = import "host/text"
local values = import "host/values"
local views = import "host/views"

local raise, is_callable, shown = blame.raise, values.is_callable, text.shown
local format = string.format
local ipairs, next, select, setmetatable, type = ipairs, next, select, setmetatable, type

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
  elseif type(value) ~= "table" or order.type(value) ~= "table" then
    raise(format("%s is %s: must be a table, a string or an iterator", what, shown(value)))
  end
  if #value > 0 or order.next(views.original(value) or value) == nil then
    return M.of_list(value)
  end
  local keys, items = {}, {}
  for key, item in order.pairs(value) do
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

local function mapped(fn, state, ...)
  if state ~= nil then
    return state, fn(...)
  end
end

function methods.map(it, fn)
  local step, first = of(it)
  return new(function(state)
    return mapped(fn, step(state))
  end, first)
end

function methods.filter(it, fn)
  local step, first = of(it)
  local function test(state, ...)
    if state == nil then
      return true
    elseif fn(...) then
      return true, state, ...
    end
    return false, state
  end
  local function answer(done, state, ...)
    return done, state, ...
  end
  return new(function(state)
    repeat
      local pack = table.pack(answer(test(step(state))))
      if pack[1] then
        return table.unpack(pack, 2, pack.n)
      end
      state = pack[2]
    until false
  end, first)
end

function methods.each(it, fn)
  local step, state = of(it)
  local function call(next_state, ...)
    if next_state ~= nil then
      fn(...)
    end
    return next_state
  end
  repeat
    state = call(step(state))
  until state == nil
end
methods.for_each = methods.each

function methods.length(it)
  local step, state = of(it)
  local n = -1
  repeat
    state, n = step(state), n + 1
  until state == nil
  return n
end

function methods.nth(it, n)
  local step, state = of(it)
  n = need_count(n, "nth")
  local function value(next_state, ...)
    state = next_state
    return ...
  end
  for i = 1, n do
    if i == n then
      return value(step(state))
    end
    state = step(state)
    if state == nil then
      return nil
    end
  end
end

function methods.head(it)
  return methods.nth(it, 1)
end

function methods.to_list(it)
  local step, state = of(it)
  local list, value = {}, nil
  state, value = step(state)
  while state ~= nil do
    list[#list + 1] = value
    state, value = step(state)
  end
  return list
end
methods.totable = methods.to_list

function methods.to_map(it)
  local step, state = of(it)
  local map, key, value = {}, nil, nil
  state, key, value = step(state)
  while state ~= nil do
    map[key] = value
    state, key, value = step(state)
  end
  return map
end
methods.tomap = methods.to_map

local function found(it, fn, wanted)
  local step, state = of(it)
  local function test(next_state, ...)
    if next_state == nil then
      return nil
    end
    return next_state, not fn(...) ~= wanted
  end
  local hit
  repeat
    state, hit = test(step(state))
  until state == nil or hit
  return hit == true
end

function methods.any(it, fn)
  return found(it, fn, true)
end

function methods.all(it, fn)
  return not found(it, fn, false)
end
methods.every = methods.all
methods.some = methods.any

function methods.extract(it, field)
  return methods.map(it, function(value)
    return value[field]
  end)
end

local function best(it, better)
  local step, state = of(it)
  local top, value
  state, top = step(state)
  if state == nil then
    return nil
  end
  state, value = step(state)
  while state ~= nil do
    if better(value, top) then
      top = value
    end
    state, value = step(state)
  end
  return top
end

function methods.max(it)
  return best(it, function(a, b)
    return a > b
  end)
end

function methods.min(it)
  return best(it, function(a, b)
    return a < b
  end)
end

function methods.foldl(it, fn, start)
  local step, state = of(it)
  local function fold(next_state, ...)
    if next_state ~= nil then
      start = fn(start, ...)
    end
    return next_state
  end
  repeat
    state = fold(step(state))
  until state == nil
  return start
end
methods.reduce = methods.foldl

function methods.sum(it)
  return methods.foldl(it, function(sum, value)
    return sum + value
  end, 0)
end

function methods.into_sorted(it, comes_first)
  local list = methods.to_list(it)
  tables.sort(list, comes_first)
  return M.of_list(list)
end

function methods.group_by(it, by)
  local step, state = of(it)
  local fn = is_callable(by) and by or function(value)
    return value[by]
  end
  local groups, value = {}, nil
  state, value = step(state)
  while state ~= nil do
    local key = fn(value)
    groups[key] = groups[key] or {}
    groups[key][#groups[key] + 1] = value
    state, value = step(state)
  end
  return groups
end

function methods.take(it, n)
  if is_callable(n) then
    return methods.take_while(it, n)
  end
  local step, first = of(it)
  n = need_count(n, "take")
  local function counted(i, state, ...)
    if state ~= nil then
      return { i, state }, ...
    end
  end
  return new(function(state)
    if state[1] < n then
      return counted(state[1] + 1, step(state[2]))
    end
  end, { 0, first })
end
methods.take_n = methods.take

function methods.take_while(it, fn)
  local step, first = of(it)
  local function test(state, ...)
    if state ~= nil and fn(...) then
      return state, ...
    end
  end
  return new(function(state)
    return test(step(state))
  end, first)
end

function methods.drop(it, n)
  local step, first = of(it)
  n = need_count(n, "drop")
  return new(function(state)
    if state == first then
      for _ = 1, n do
        state = step(state)
        if state == nil then
          return nil
        end
      end
    end
    return step(state)
  end, first)
end
methods.drop_n = methods.drop

function methods.chain(it, ...)
  local parts = { it, ... }
  for i, part in ipairs(parts) do
    parts[i] = walk("Iterator:chain: argument " .. i - 1, part)
  end
  local function chained(i, state, ...)
    if state ~= nil then
      return { i, state }, ...
    end
  end
  return new(function(state)
    local i, own = state[1], state[2]
    while parts[i] do
      local result = table.pack(chained(i, known[parts[i]].step(own)))
      if result[1] then
        return table.unpack(result, 1, result.n)
      end
      i = i + 1
      own = parts[i] and known[parts[i]].first
    end
  end, { 1, known[parts[1]] and known[parts[1]].first })
end

function methods.zip(it, ...)
  local parts = { it, ... }
  local first = {}
  for i, part in ipairs(parts) do
    parts[i] = walk("Iterator:zip: argument " .. i - 1, part)
    first[i] = known[parts[i]].first
  end
  return new(function(states)
    local after, row = {}, {}
    for i = 1, #parts do
      local state, value = known[parts[i]].step(states[i])
      if state == nil then
        return nil
      end
      after[i], row[i] = state, value
    end
    return after, table.unpack(row, 1, #parts)
  end, first)
end

function methods.enumerate(it)
  local step, first = of(it)
  local function counted(i, state, ...)
    if state ~= nil then
      return { i, state }, i, ...
    end
  end
  return new(function(state)
    return counted(state[1] + 1, step(state[2]))
  end, { 0, first })
end

-- The three values of a generic for.
function methods.unwrap(it)
  local step, first = of(it)
  return function(_, state)
    return step(state)
  end, nil, first
end

function methods.is_null(it)
  local step, first = of(it)
  return step(first) == nil
end

-- An iterator of the three values of a generic for.
function M.wrap(step, state, control)
  -- The first control value may be nil, which a state may not be.
  local start = {}
  return new(function(at)
    return step(state, at ~= start and at or control)
  end, start)
end

local function range(from, to, by)
  if to == nil then
    from, to = 1, from
  end
  by = by or (from <= to and 1 or -1)
  if by == 0 then
    raise("fun.range: by is 0: must be another number")
  end
  return new(function(i)
    local value = from + i * by
    if by > 0 and value <= to or by < 0 and value >= to then
      return i + 1, value
    end
  end, 0)
end

-- The table `fun`: functions that begin an iterator, and every method with the iterator last.
local library = { range = range, wrap = M.wrap }
M.library = library

function library.iter(...)
  return walk("fun.iter: value", ...)
end

for name, method in next, methods do
  local what = "fun." .. name .. ": it"
  if name == "zip" or name == "chain" then
    library[name] = function(first, ...)
      return method(walk(what, first), ...)
    end
  else
    library[name] = function(...)
      local n = select("#", ...)
      if n < 2 then
        return method(walk(what, (...)))
      end
      local argument = ...
      return method(walk(what, (select(n, ...))), argument, select(2, ...))
    end
  end
end

return M
