-- Cache of tables that mods pass many times (layouts, lists of segments, weights). Python stores the contents of a
-- table under a number; Lua checks only whether the table has changed, which is about ten times as fast as reading it
-- again.

local import, py = ...
local errors = import "core/errors"
local handles = import "core/border/handles"

local raise, open = errors.raise, handles.open
local next, setmetatable, type = next, setmetatable, type
local math_type = math.type

local M = {}

-- How many tables Python stores before all are dropped: a mod may make new tables for each call. A large table counts
-- as one more for each ELEMENTS elements.
local count = 0
local MOST, ELEMENTS = 256, 1000
-- Counts up when everything is dropped.
local generation = 0

-- Drops everything if there is too much. Called before the tables of one call are looked up.
function M.begin()
  if count > MOST then
    py.forget_cached_tables()
    generation = generation + 1
    count = 0
  end
end

-- What Python read of a table may depend on the fields of what the table holds, such as the depths of tiles.
handles.on_change(function()
  count = MOST + 1
end)

-- Returns the number of elements of a copy, with the elements of the lists in it.
local function size_of(copy)
  local size = #copy
  for i = 1, size do
    local element = copy[i]
    size = size + (M.is_table(element) and #element or 0)
  end
  return size
end

-- Makes the cache for one role of tables in a call. The cache is a function: it takes a table, and returns the number
-- under which Python stores the table, and the copy that Lua compares.
-- `store` passes a new table to Python and returns the number; `shape.copy` returns the copy and the argument for
-- `store`; `shape.same` returns whether the table is unchanged.
function M.new_cache(shape, store)
  local copies, made_in
  return function(t, ...)
    if made_in ~= generation then
      copies, made_in = setmetatable({}, { __mode = "k" }), generation
    end
    local copy = copies[t]
    if copy and shape.same(copy, t) then
      return copy.number, copy
    end
    local plain
    copy, plain = shape.copy(t)
    count = count + 1 + size_of(copy) // ELEMENTS
    copy.number = store(plain, ...)
    copies[t] = copy
    return copy.number, copy
  end
end

local MOST_ELEMENTS = 250000

-- The length of a list. `#` is not defined for a list with holes, so the keys are checked, too.
local function length(t)
  local n = #t
  if math_type(n) ~= "integer" then
    raise("the length of a list is a " .. type(n) .. ": must be a whole number")
  end
  for key in next, t do
    if math_type(key) == "integer" and key > n then
      n = key
    end
  end
  if n > MOST_ELEMENTS then
    raise("a list has " .. n .. " elements: must have at most " .. MOST_ELEMENTS)
  end
  return n
end
M.length = length

-- Whether `length` of a list is more than n. Elements in order are compared first: that costs no call of `math_type`.
local function is_longer(t, n)
  local i = 1
  for key in next, t do
    if key == i and i <= n then
      i = i + 1
    elseif math_type(key) == "integer" and key > n then
      return true
    end
  end
  return false
end

-- A list. Fields are read as mods read them, because lists may inherit what they hold.
M.list = {}

function M.list.copy(t)
  local copy = { n = #t }
  for i = 1, length(t) do
    local item = t[i]
    copy[i] = item
    if item == nil then
      -- A metatable could change what is read, unseen.
      copy.n = nil
    end
  end
  return copy, copy
end

function M.list.same(copy, t)
  local n = #t
  if copy.n ~= n then
    return false
  end
  for i = 1, n do
    if copy[i] ~= t[i] then
      return false
    end
  end
  return not is_longer(t, n)
end

-- A list of lists.
M.rows = {}

function M.rows.copy(t)
  local copy = { n = #t }
  for i = 1, length(t) do
    local row = t[i]
    copy[i] = M.is_table(row) and M.list.copy(row) or row
  end
  return copy, copy
end

function M.rows.same(copy, t)
  local n = #t
  if copy.n ~= n then
    return false
  end
  for i = 1, n do
    local row = t[i]
    if not M.is_table(row) or not M.list.same(copy[i], row) then
      return false
    end
  end
  return not is_longer(t, n)
end

-- A layout: width, height, and data, a list of cells with type and exits. Python gets types and exits as two lists, and
-- the first cell that is not a cell.
M.layout = {}

function M.layout.copy(t)
  local data = t.data
  local plain = { width = t.width, height = t.height }
  local copy = { width = plain.width, height = plain.height }
  if not M.is_table(data) then
    plain.data = data
    return copy, plain
  end
  local types, exits = {}, {}
  local n = length(data)
  for i = 1, n do
    local cell = data[i]
    if not M.is_table(cell) then
      plain.wrong, plain.wrong_cell = i, cell
      break
    end
    types[i], exits[i] = cell.type, cell.exits
    copy[2 * i - 1], copy[2 * i] = types[i], exits[i]
  end
  plain.types, plain.exits, plain.n, copy.n = types, exits, n, #data
  return copy, plain
end

function M.layout.same(copy, t)
  local data = t.data
  if copy.width ~= t.width or copy.height ~= t.height or not M.is_table(data) or copy.n ~= #data then
    return false
  end
  for i = 1, copy.n do
    local cell = data[i]
    if not M.is_table(cell) or copy[2 * i - 1] ~= cell.type or copy[2 * i] ~= cell.exits then
      return false
    end
  end
  return not is_longer(data, copy.n)
end

-- A handle, which never changes.
M.handle = {
  copy = function(handle)
    return {}, handle
  end,
  same = function()
    return true
  end,
}

function M.is_table(value)
  return type(value) == "table" and not open(value)
end

return M
