-- Methods of iterators that give another iterator, or the three values of a loop.

local import = ...
local iterators = import "areas/iterator/instances"
local values = import "core/border/values"

local is_callable = values.is_callable
local ipairs = ipairs
local known, methods, need_count, new, of, walk =
  iterators.known, iterators.methods, iterators.need_count, iterators.new, iterators.of, iterators.walk

local M = {}

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

return M
