-- The functions of `table` that differ from Lua's. sort gives the same order on every run: Lua's own picks
-- pivots of large arrays by the clock. Loops of C over lists are charged before they start.

local import = ...
local budget = import "core/sandbox/budget"
local stable_order = import "core/sandbox/stable_order"

local raw_sort, move, error, select, type = table.sort, table.move, error, select, type
local getmetatable, setmetatable = debug.getmetatable, setmetatable
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
local maxinteger, tointeger, ult = math.maxinteger, math.tointeger, math.ult

-- Elements up to which a loop of C costs nothing extra: the call itself has a few instructions.
local FEW = 16
-- Lua makes no list, text or results with more elements than fit into 32 bits.
local MOST_ELEMENTS = (1 << 31) - 1
-- Results of a function: Lua's stack holds no more.
local MOST_RESULTS = 1000000

-- Returns the length of a list as Lua's functions read it, or raises their error.
local function length_of(t)
  return tointeger(#t) or error("object length is not an integer", 3)
end

-- Returns a list that Lua's functions take for `t` with the length `n`: a `__len` of a mod may give another length each
-- time, and the work was charged for `n`.
local function of_length(t, n)
  return setmetatable({}, {
    __len = function()
      return n
    end,
    __index = t,
    __newindex = t,
  })
end

-- Whether a table of a mod with this metatable says itself how long it is.
local function has_length(meta)
  return type(meta) == "table" and rawget(meta, "__len") ~= nil
end

-- Bytes of an element of the list, and of another pair, that `create` makes room for.
local BYTES_OF_ELEMENT, BYTES_OF_PAIR = 16, 48
-- Pairs from which Lua says "table overflow".
local MOST_PAIRS = 1 << 30

function M.create(...)
  local length, pairs = ...
  length, pairs = tointeger(length), pairs == nil and 0 or tointeger(pairs)
  if length and pairs and ult(length, MOST_ELEMENTS + 1) and ult(pairs, MOST_PAIRS + 1) then
    budget.charge_copy(length * BYTES_OF_ELEMENT + pairs * BYTES_OF_PAIR)
  end
  return create(...)
end

function M.pack(...)
  budget.charge_arguments(...)
  return pack(...)
end

-- Charges for the elements of a list that move from a position to the last. Lua refuses positions outside of the list,
-- with arithmetic that wraps.
local function charge_moves(position, last, is_inside)
  if is_inside and last > position then
    charge(last * 1.0 - position)
  end
end

function M.insert(...)
  if select("#", ...) ~= 3 then
    return insert(...)
  end
  local t, position, value = ...
  local at = type(t) == "table" and tointeger(position)
  if not at then
    return insert(...)
  end
  local meta = getmetatable(t)
  if meta and has_length(meta) then
    local n = length_of(t)
    charge_moves(at, n + 1, ult(at - 1, n + 1))
    return insert(of_length(t, n), at, value)
  end
  local moved = #t - at
  if at > 0 and moved > FEW then
    charge(moved)
  end
  return insert(t, at, value)
end

function M.remove(...)
  if select("#", ...) < 2 then
    return remove(...)
  end
  local t, position = ...
  local at = position ~= nil and type(t) == "table" and tointeger(position)
  if not at then
    return remove(...)
  end
  local meta = getmetatable(t)
  if meta and has_length(meta) then
    local n = length_of(t)
    charge_moves(at, n, at == n or not ult(n, at - 1))
    return remove(of_length(t, n), at)
  end
  local moved = #t - at
  if at > 0 and moved > FEW then
    charge(moved)
  end
  return remove(t, at)
end

-- Returns the first and the last position that arguments mean; nil if Lua refuses them.
local function span_of(t, from, to)
  local first = from == nil and 1 or tointeger(from)
  local last
  if to ~= nil then
    last = tointeger(to)
  elseif type(t) == "table" then
    last = tointeger(#t)
  end
  if first and last then
    return first, last
  end
end

-- Elements that are charged together.
local TOGETHER = 1000

-- Returns the position of the first element of a list that no text can contain, or nil. Charges for those before.
local function find_invalid(t, first, last)
  local left = TOGETHER
  for i = first, last do
    local kind = type(t[i])
    if kind ~= "string" and kind ~= "number" then
      return i
    end
    left = left - 1
    if left == 0 then
      charge(TOGETHER)
      left = TOGETHER
    end
  end
end

function M.concat(...)
  local t, separator, from, to = ...
  local first, last = span_of(t, from, to)
  local is_text = separator == nil or type(separator) == "string" or type(separator) == "number"
  if first and last > first and type(t) == "table" and is_text then
    local n = rawlen(t)
    if first < 1 or last > n then
      -- Lua ends at the first invalid element, and so does the charge: a mod may ask for any number of elements.
      local invalid = find_invalid(t, first, last)
      if invalid then
        return concat(t, separator, invalid, invalid)
      end
    end
    if last - first >= FEW then
      charge(last - first)
    end
    local head = rawget(t, 1)
    if n > MANY or type(head) == "string" and #head > MANY then
      return collecting(concat, t, separator, first, last)
    end
    return concat(t, separator, first, last)
  end
  return concat(...)
end

function M.unpack(...)
  local t, from, to = ...
  local first, last = span_of(t, from, to)
  -- Lua refuses more results before it reads one.
  if first and last > first and last * 1.0 - first < MOST_RESULTS then
    if last - first >= FEW then
      charge(last - first)
    end
    return unpack(t, first, last)
  end
  return unpack(...)
end

function M.move(...)
  local t, from, to, target, other = ...
  local first, last, at = tointeger(from), tointeger(to), tointeger(target)
  local is_table = type(t) == "table" and (other == nil or type(other) == "table")
  if is_table and first and last and at and last > first and (first > 0 or last < maxinteger + first)
    and at <= maxinteger - (last - first) then
    charge(last - first)
  end
  return move(...)
end

function M.sort(t, ...)
  stable_order.check_table(t, "sort")
  local comes_first = ...
  if comes_first ~= nil and type(comes_first) ~= "function" then
    error("bad argument #2 to 'sort' (function expected, got " .. stable_order.type(comes_first) .. ")", 2)
  end
  local n = length_of(t)
  if n < 2 then
    return
  elseif n >= MOST_ELEMENTS then
    error("bad argument #1 to 'sort' (array too big)", 2)
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
