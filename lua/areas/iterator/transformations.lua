-- Methods of iterators that return another iterator, or the three values of a loop.

local import = ...
local iterators = import "areas/iterator/creation"
local values = import "core/border/values"

local from, new, open = iterators.from, iterators.new, iterators.open

local methods = {}

local function apply(fn, state, ...)
  if state ~= nil then
    return state, fn(...)
  end
end

function methods.map(it, fn)
  local step, first = open(it)
  return new(function(state)
    return apply(fn, step(state))
  end, first)
end

function methods.extract(it, field)
  return methods.map(it, function(value)
    return value[field]
  end)
end

function methods.filter(it, fn)
  local step, first = open(it)
  -- Whether the search is over, and its result.
  local function test(state, ...)
    if state == nil then
      return true
    elseif fn(...) then
      return true, state, ...
    end
    return false, state
  end
  return new(function(state)
    repeat
      local pack = table.pack(test(step(state)))
      if pack[1] then
        return table.unpack(pack, 2, pack.n)
      end
      state = pack[2]
    until false
  end, first)
end

function methods.take_while(it, fn)
  local step, first = open(it)
  local function test(state, ...)
    if state ~= nil and fn(...) then
      return state, ...
    end
  end
  return new(function(state)
    return test(step(state))
  end, first)
end

-- A step of an iterator whose state is { count, state of another }.
local function count_state(count, state, ...)
  if state ~= nil then
    return { count, state }, ...
  end
end

function methods.take(it, n)
  if values.is_callable(n) then
    return methods.take_while(it, n)
  end
  local step, first = open(it)
  return new(function(state)
    if state[1] < n then
      return count_state(state[1] + 1, step(state[2]))
    end
  end, { 0, first })
end
methods.take_n = methods.take

-- An iterator whose first step is another one. Its first state is no state of `step`: all of those may be the same.
local function with_first_step(take_first, step)
  local start = {}
  return new(function(state)
    if state == start then
      return take_first()
    end
    return step(state)
  end, start)
end

function methods.drop(it, n)
  local step, first = open(it)
  return with_first_step(function()
    local state = first
    for _ = 1, n do
      state = step(state)
      if state == nil then
        return nil
      end
    end
    return step(state)
  end, step)
end
methods.drop_n = methods.drop

function methods.tail(it)
  return methods.drop(it, 1)
end

function methods.drop_while(it, fn)
  local step, first = open(it)
  local function skip(state, ...)
    if state ~= nil and fn(...) then
      return skip(step(state))
    end
    return state, ...
  end
  return with_first_step(function()
    return skip(step(first))
  end, step)
end

-- As in luafun, whose `remove_if` is another name of `filter`.
methods.remove_if = methods.filter

function methods.partition(it, fn)
  return methods.filter(it, fn), methods.filter(it, function(...)
    return not fn(...)
  end)
end

function methods.cycle(it)
  local step, first = open(it)
  -- Begins again, once: there may be no elements.
  local function continue(state, ...)
    if state == nil then
      return step(first)
    end
    return state, ...
  end
  return new(function(state)
    return continue(step(state))
  end, first)
end

function methods.chain(it, ...)
  local steps, firsts = {}, {}
  for i, part in ipairs { it, ... } do
    steps[i], firsts[i] = open(from("Iterator:chain: argument " .. i - 1, part))
  end
  return new(function(state)
    local i, part_state = state[1], state[2]
    while steps[i] do
      local result = table.pack(count_state(i, steps[i](part_state)))
      if result[1] then
        return table.unpack(result, 1, result.n)
      end
      i = i + 1
      part_state = firsts[i]
    end
  end, { 1, firsts[1] })
end

function methods.zip(it, ...)
  local steps, firsts = {}, {}
  for i, part in ipairs { it, ... } do
    steps[i], firsts[i] = open(from("Iterator:zip: argument " .. i - 1, part))
  end
  return new(function(states)
    local next_states, row = {}, {}
    for i = 1, #steps do
      local state, value = steps[i](states[i])
      if state == nil then
        return nil
      end
      next_states[i], row[i] = state, value
    end
    return next_states, table.unpack(row, 1, #steps)
  end, firsts)
end

function methods.enumerate(it)
  local step, first = open(it)
  local function count(i, state, ...)
    if state ~= nil then
      return { i, state }, i, ...
    end
  end
  return new(function(state)
    return count(state[1] + 1, step(state[2]))
  end, { 0, first })
end

function methods.unwrap(it)
  local step, first = open(it)
  return function(_, state)
    return step(state)
  end, nil, first
end

return methods
