-- The functions of `table` that differ from those of Lua. sort gives the same order on every run: Lua's own picks
-- pivots of large arrays by the clock. Loops of C over lists are charged before they start.

local import = ...
local budget = import "core/sandbox/budget"
local stable_order = import "core/sandbox/stable_order"

local raw_sort, move, error, select, type = table.sort, table.move, error, select, type
local rawget, rawlen = rawget, rawlen
local math_type = math.type
local charge, collecting = budget.charge, budget.collecting

local M = {}

-- Number of texts, or length of a text, from which the result may find no memory.
local MANY = 1000

-- Up to this length Lua's own sort does not use the clock.
local SMALL = 100

-- Whether a list has only integers, or only strings: then equal elements are interchangeable.
local function is_uniform(t, n)
  local kind = math_type(t[1]) or type(t[1])
  if kind ~= "integer" and kind ~= "string" then
    return false
  end
  for i = 2, n do
    if (math_type(t[i]) or type(t[i])) ~= kind then
      return false
    end
  end
  return true
end

local function less(a, b)
  return a < b
end

-- A bottom-up merge sort: equal elements keep their order. Sorts `from`, with `to` as buffer; returns the one that
-- holds the result.
local function merge_sort(from, to, n, comes_first)
  -- Runs of eight, by insertion.
  for start = 1, n, 8 do
    for i = start + 1, start + 7 < n and start + 7 or n do
      local value, k = from[i], i - 1
      while k >= start and comes_first(value, from[k]) do
        from[k + 1] = from[k]
        k = k - 1
      end
      from[k + 1] = value
    end
  end
  local width = 8
  while width < n do
    for start = 1, n, 2 * width do
      local left, middle, stop = start, start + width, start + 2 * width
      middle = middle > n and n + 1 or middle
      stop = stop > n and n + 1 or stop
      local right = middle
      for k = start, stop - 1 do
        if left < middle and (right >= stop or not comes_first(from[right], from[left])) then
          to[k] = from[left]
          left = left + 1
        else
          to[k] = from[right]
          right = right + 1
        end
      end
    end
    from, to = to, from
    width = 2 * width
  end
  return from
end

local create, pack = table.create, table.pack
local insert, remove, unpack, concat = table.insert, table.remove, table.unpack, table.concat
local tointeger = math.tointeger

local function charge_from(t, position)
  local at = tointeger(position)
  if at and type(t) == "table" then
    local n = #t
    if math_type(n) == "integer" and n > at then
      charge(n - at)
    end
  end
end

-- Bytes of an element of the list, and of another pair, that `create` makes room for.
local BYTES_OF_ELEMENT, BYTES_OF_PAIR = 16, 48

function M.create(...)
  local length, pairs = ...
  budget.charge_copy((tointeger(length) or 0) * BYTES_OF_ELEMENT + (tointeger(pairs) or 0) * BYTES_OF_PAIR)
  return create(...)
end

function M.pack(...)
  budget.charge_arguments(...)
  return pack(...)
end

function M.insert(...)
  if select("#", ...) == 3 then
    charge_from(...)
  end
  return insert(...)
end

function M.remove(...)
  if select("#", ...) > 1 then
    charge_from(...)
  end
  return remove(...)
end

local function charge_span(t, from, to)
  local first = from == nil and 1 or tointeger(from)
  local last = tointeger(to)
  if to == nil and type(t) == "table" then
    last = #t
  end
  if first and math_type(last) == "integer" and last > first then
    charge(last * 1.0 - first)
  end
end

function M.concat(...)
  local t, _, from, to = ...
  charge_span(t, from, to)
  if type(t) == "table" then
    local head = rawget(t, 1)
    if rawlen(t) > MANY or type(head) == "string" and #head > MANY then
      return collecting(concat, ...)
    end
  end
  return concat(...)
end

function M.unpack(...)
  charge_span(...)
  return unpack(...)
end

function M.move(...)
  local from, first, last = ...
  charge_span(from, first, last or 0)
  return move(...)
end

function M.sort(t, ...)
  stable_order.check_table(t, "sort")
  local comes_first = ...
  if comes_first ~= nil and type(comes_first) ~= "function" then
    error("bad argument #2 to 'sort' (function expected, got " .. stable_order.type(comes_first) .. ")", 2)
  end
  local n = #t
  if n < 2 then
    return
  end
  charge(n)
  if not comes_first and n <= SMALL and is_uniform(t, n) then
    return raw_sort(t)
  end
  -- On a copy: if the order function fails, the table stays as it was.
  local sorted = merge_sort(move(t, 1, n, 1, {}), {}, n, comes_first or less)
  move(sorted, 1, n, 1, t)
end

return M
