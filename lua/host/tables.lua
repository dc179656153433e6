-- table.sort that gives the same order on every run: Lua's own picks pivots by the clock in large arrays. A merge
-- sort, bottom up; equal elements keep their order.

local import = ...
local order = import "host/order"

local raw_sort, move, error, type = table.sort, table.move, error, type
local math_type = math.type

local M = {}

-- Up to here Lua's own sort looks at no clock.
local SMALL = 100

-- Whether nobody can tell two equal elements of a list apart.
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

-- Sorts `from`, with `to` for room; returns the one of the two that holds the result.
local function merge_sort(from, to, n, comes_first)
  -- Runs of eight by insertion.
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

function M.sort(t, ...)
  order.check_table(t, "sort")
  local comes_first = ...
  if comes_first ~= nil and type(comes_first) ~= "function" then
    error("bad argument #2 to 'sort' (function expected, got " .. order.type(comes_first) .. ")", 2)
  end
  local n = #t
  if n < 2 then
    return
  end
  if not comes_first and n <= SMALL and is_uniform(t, n) then
    return raw_sort(t)
  end
  -- On a copy: an order function that fails leaves the table as it was.
  local sorted = merge_sort(move(t, 1, n, 1, {}), {}, n, comes_first or less)
  move(sorted, 1, n, 1, t)
end

return M
