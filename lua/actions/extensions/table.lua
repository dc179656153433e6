-- table.map, table.filter and the like, which this dialect adds to Lua's table library.

local import = ...
local budget = import "core/sandbox/budget"
local class = import "actions/class"
local errors = import "core/errors"
local stable_order = import "core/sandbox/stable_order"

local M = {}

local MOST_DEPTH = 100

-- The length of a list that a function walks, charged to the budget of instructions.
local function count(list)
  local n = #list
  budget.charge(n)
  return n
end

function M.map(t, fn)
  local results = {}
  for i = 1, count(t) do
    results[i] = fn(t[i], i)
  end
  return results
end

function M.reduce(t, fn, value)
  for i = 1, count(t) do
    value = fn(value, t[i], i)
  end
  return value
end

function M.filter(t, fn)
  local matches = {}
  for i = 1, count(t) do
    if fn(t[i], i) then
      matches[#matches + 1] = t[i]
    end
  end
  return matches
end

function M.each(t, fn)
  for i = 1, count(t) do
    fn(t[i], i)
  end
end

-- Whether the function holds for at least one element.
function M.somef(t, fn)
  for i = 1, count(t) do
    if fn(t[i], i) then
      return true
    end
  end
  return false
end

-- Whether the function holds for all elements.
function M.allf(t, fn)
  return not M.somef(t, function(value, i)
    return not fn(value, i)
  end)
end

local function itself(value)
  return value
end

-- The same for elements that are neither false nor nil.
function M.some(t, fn)
  return M.somef(t, fn or itself)
end

function M.all(t, fn)
  return M.allf(t, fn or itself)
end

function M.indexOf(t, value)
  for i = 1, count(t) do
    if t[i] == value then
      return i
    end
  end
end

function M.contains(t, value)
  return M.indexOf(t, value) ~= nil
end

function M.mergeArray(...)
  local merged = {}
  local lists = table.pack(...)
  for i = 1, lists.n do
    local t = lists[i]
    for k = 1, count(t) do
      merged[#merged + 1] = t[k]
    end
  end
  return merged
end

function M.merge(...)
  local merged = {}
  local tables = table.pack(...)
  for i = 1, tables.n do
    for key, value in stable_order.pairs(tables[i]) do
      merged[key] = value
    end
  end
  return merged
end

function M.clone(t)
  return M.merge(t)
end

local function deep_copy(value, copies, depth)
  if type(value) ~= "table" or class.of(value) or class.class_of_mod(value) then
    return value
  elseif depth > MOST_DEPTH then
    errors.raise("table.deepClone: the table is nested too deep: may be nested at most " .. MOST_DEPTH .. " deep")
  end
  if not copies[value] then
    local copy = {}
    copies[value] = copy
    for key, element in stable_order.pairs(value) do
      copy[deep_copy(key, copies, depth + 1)] = deep_copy(element, copies, depth + 1)
    end
  end
  return copies[value]
end

-- A copy of a table and of all tables in it; instances and classes are not copied.
function M.deepClone(t)
  return deep_copy(t, {}, 1)
end

function M.slice(t, first, last)
  local size = count(t)
  return table.move(t, math.max(first or 1, 1), math.min(last or size, size), 1, {})
end

-- The sum of a field of all elements, or of what a function gives for them.
function M.sumBy(t, fn)
  local sum = 0
  for i = 1, count(t) do
    sum = sum + (type(fn) == "function" and fn(t[i], i) or t[i][fn])
  end
  return sum
end

return M
