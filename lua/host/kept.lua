-- Tables that mods pass again and again (layouts, lists of segments, weights): Python keeps what it has read of them
-- under a number, and Lua only looks whether they are still what they were. That is some ten times as fast as to read
-- them again.

local import, py = ...
local blame = import "host/blame"
local handles = import "host/handles"

local finish, open = blame.finish, handles.open
local setmetatable, type = setmetatable, type

local M = {}

-- table or handle -> a copy of it, with its number.
local known_tables = setmetatable({}, { __mode = "k" })
-- How many things Python keeps, and the most it is left with: tables that are made anew for each call add up.
local count = 0
local MOST = 256

-- To be called before the tables of one call are looked up: forgets everything when it has become too much.
function M.begin()
  if count > MOST then
    finish(py.forget_kept())
    known_tables = setmetatable({}, { __mode = "k" })
    count = 0
  end
end

-- Shapes of tables: `copy` takes one down, `same` compares one with such a copy.
M.list = {}

function M.list.copy(t)
  local n = #t
  local copy = { n = n }
  for i = 1, n do
    copy[i] = t[i]
  end
  return copy
end

function M.list.same(copy, t)
  local n = #t
  if copy.n ~= n then
    return false
  end
  -- Four at a time: lists of segments are long, and looked at for every dungeon.
  local i = 1
  while i + 3 <= n do
    if copy[i] ~= t[i] or copy[i + 1] ~= t[i + 1] or copy[i + 2] ~= t[i + 2] or copy[i + 3] ~= t[i + 3] then
      return false
    end
    i = i + 4
  end
  while i <= n do
    if copy[i] ~= t[i] then
      return false
    end
    i = i + 1
  end
  return true
end

-- A list of lists.
M.rows = {}

function M.rows.copy(t)
  local n = #t
  local copy = { n = n }
  for i = 1, n do
    copy[i] = type(t[i]) == "table" and M.list.copy(t[i]) or t[i]
  end
  return copy
end

function M.rows.same(copy, t)
  local n = #t
  if copy.n ~= n then
    return false
  end
  for i = 1, n do
    local row = t[i]
    if type(row) ~= "table" or not M.list.same(copy[i], row) then
      return false
    end
  end
  return true
end

-- A layout: width, height, and data, a list of cells with type and exits.
M.layout = {}

function M.layout.copy(t)
  local data = t.data
  local copy = { width = t.width, height = t.height, n = #data }
  for i = 1, copy.n do
    copy[2 * i - 1], copy[2 * i] = data[i].type, data[i].exits
  end
  return copy
end

function M.layout.same(copy, t)
  local data = t.data
  if copy.width ~= t.width or copy.height ~= t.height or type(data) ~= "table" or copy.n ~= #data then
    return false
  end
  for i = 1, copy.n do
    local cell = data[i]
    if type(cell) ~= "table" or copy[2 * i - 1] ~= cell.type or copy[2 * i] ~= cell.exits then
      return false
    end
  end
  return true
end

-- The number under which Python keeps `t`, which `remember` reads when it is new or has changed.
function M.number(shape, t, remember, ...)
  local known = known_tables[t]
  if known and known.shape == shape and shape.same(known, t) then
    return known.number
  end
  count = count + 1
  local number = remember(t, ...)
  known = shape.copy(t)
  known.number, known.shape = number, shape
  known_tables[t] = known
  return number
end

-- The same for a handle, which is always what it was.
M.handle = {
  copy = function()
    return {}
  end,
  same = function()
    return true
  end,
}

function M.is_table(value)
  return type(value) == "table" and not open(value)
end

return M
