-- Methods of iterators that return a value, a list or a table.

local import = ...
local errors = import "core/errors"
local iterators = import "areas/iterator/creation"
local table_library = import "core/sandbox/table_library"
local values = import "core/border/values"

local open = iterators.open

local methods = {}

function methods.each(it, fn)
  local step, state = open(it)
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
  local step, state = open(it)
  local n = -1
  repeat
    state, n = step(state), n + 1
  until state == nil
  return n
end

function methods.nth(it, n)
  local step, state = open(it)
  local function values_of(_, ...)
    return ...
  end
  for i = 1, n do
    if i == n then
      return values_of(step(state))
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

function methods.is_null(it)
  local step, first = open(it)
  return step(first) == nil
end

function methods.to_list(it)
  local step, state = open(it)
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
  local step, state = open(it)
  local map, key, value = {}, nil, nil
  state, key, value = step(state)
  while state ~= nil do
    map[key] = value
    state, key, value = step(state)
  end
  return map
end
methods.tomap = methods.to_map

-- Whether fn is true, or with `wanted` false is not, for an element.
local function contains(it, fn, wanted)
  local step, state = open(it)
  local function test(next_state, ...)
    if next_state == nil then
      return nil
    end
    return next_state, not fn(...) ~= wanted
  end
  local is_match
  repeat
    state, is_match = test(step(state))
  until state == nil or is_match
  return is_match == true
end

function methods.any(it, fn)
  return contains(it, fn, true)
end
methods.some = methods.any

function methods.all(it, fn)
  return not contains(it, fn, false)
end
methods.every = methods.all

local function best(it, is_better)
  local step, state = open(it)
  local top, value
  state, top = step(state)
  if state == nil then
    return nil
  end
  state, value = step(state)
  while state ~= nil do
    if is_better(value, top) then
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
  local step, state = open(it)
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

-- The element that `choose` returns of each two.
local function best_by(title, it, choose)
  local step, state = open(it)
  local top, value
  state, top = step(state)
  if state == nil then
    errors.raise(title .. ": the iterator has no elements: must have at least one")
  end
  repeat
    state, value = step(state)
    if state ~= nil then
      top = choose(top, value)
    end
  until state == nil
  return top
end

function methods.min_by(it, fn)
  return best_by("Iterator:min_by", it, fn)
end

function methods.max_by(it, fn)
  return best_by("Iterator:max_by", it, fn)
end

function methods.index(it, wanted)
  local step, state = open(it)
  local i, value = 0, nil
  state, value = step(state)
  while state ~= nil do
    i = i + 1
    if value == wanted then
      return i
    end
    state, value = step(state)
  end
  return nil
end

function methods.sum(it)
  return methods.foldl(it, function(sum, value)
    return sum + value
  end, 0)
end

function methods.into_sorted(it, comes_first)
  local list = methods.to_list(it)
  table_library.sort(list, comes_first)
  return iterators.of_list(list)
end

function methods.group_by(it, by)
  local fn = values.is_callable(by) and by or function(value)
    return value[by]
  end
  local groups = {}
  methods.each(it, function(value)
    local key = fn(value)
    groups[key] = groups[key] or {}
    groups[key][#groups[key] + 1] = value
  end)
  return groups
end

return methods
