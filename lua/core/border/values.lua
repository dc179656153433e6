-- Values across the border. Python never holds a Lua object of a mod: `flatten` writes values as a flat list of plain
-- values, each after a tag, and `inflate` reads what Python wrote in the same form.
--
--   SCALAR value                        nil, boolean, number or string
--   NIL false                           nil, where the list must have no holes
--   TABLE n value×n  m (value value)×m  the array part 1..n, then the other pairs
--   HANDLE reference                    kind and index in one number (from Python: kind index copy)
--   OTHER type                          "function" (or what can be called like one), "thread", …

local import = ...
local budget = import "core/sandbox/budget"
local changes = import "core/changes"
local handles = import "core/border/handles"
local proxies = import "core/sandbox/proxies"

local type, error, rawlen, rawget, next, select = type, error, rawlen, rawget, next, select
local unpack = table.unpack
local math_type = math.type
local reference_of = handles.reference
local getmetatable = debug.getmetatable
local disordered = changes.disordered

local M = {}

local SCALAR, TABLE, HANDLE, OTHER, NIL = 0, 1, 2, 3, 4
local MOST_DEPTH = 32
local MOST_VALUES = 2000000
-- Longer lists cross as one table: the time of lupa grows with the square of the number of arguments.
local MOST_ARGUMENTS = 48
-- Instructions that half a value costs, in a long list: Python reads it, and checks it.
local COST = 16

-- Whether a value is a function or a table that can be called.
function M.is_callable(value)
  if type(value) == "function" then
    return true
  end
  local meta = type(value) == "table" and getmetatable(value)
  return type(meta) == "table" and rawget(meta, "__call") ~= nil
end

local scalar = { boolean = true, number = true, string = true }

local write

-- Writes the elements first .. length of a table, and then its pairs without the elements 1 .. length.
local function write_unordered(value, first, length, out, n, depth)
  for i = first, length do
    n = write(rawget(value, i), out, n, depth)
  end
  local count_at, count = n + 1, 0
  n = n + 1
  for key, item in next, value do
    if not (math_type(key) == "integer" and key >= 1 and key <= length) then
      n = write(item, out, write(key, out, n, depth), depth)
      count = count + 1
    end
  end
  out[count_at] = count
  return n
end

local function write_table(value, out, n, depth)
  if depth > MOST_DEPTH then
    error("a table is nested more than " .. MOST_DEPTH .. " deep, or holds itself", 0)
  end
  if n > MOST_VALUES then
    error("a table holds more than the host takes: " .. MOST_VALUES .. " values", 0)
  end
  if disordered[value] then
    changes.walked_disordered = disordered[value]
  end
  local length = rawlen(value)
  out[n + 1], out[n + 2] = TABLE, length
  n = n + 2
  local key, item = next(value)
  for i = 1, length do
    -- Elements come first and in order, unless Lua has put some of them among the other pairs.
    if key ~= i then
      return write_unordered(value, i, length, out, n, depth + 1)
    end
    if scalar[type(item)] then
      out[n + 1], out[n + 2] = SCALAR, item
      n = n + 2
    else
      n = write(item, out, n, depth + 1)
    end
    key, item = next(value, key)
  end
  local count_at, count = n + 1, 0
  n = n + 1
  while key ~= nil do
    if type(key) == "string" then
      out[n + 1], out[n + 2] = SCALAR, key
      n = n + 2
    else
      n = write(key, out, n, depth + 1)
    end
    if scalar[type(item)] then
      out[n + 1], out[n + 2] = SCALAR, item
      n = n + 2
    else
      n = write(item, out, n, depth + 1)
    end
    count = count + 1
    key, item = next(value, key)
  end
  out[count_at] = count
  return n
end

function write(value, out, n, depth)
  local kind = type(value)
  if scalar[kind] then
    out[n + 1], out[n + 2] = SCALAR, value
    return n + 2
  elseif kind == "nil" then
    out[n + 1], out[n + 2] = NIL, false
    return n + 2
  elseif kind ~= "table" then
    out[n + 1], out[n + 2] = OTHER, kind
    return n + 2
  end
  local meta = getmetatable(value)
  if meta then
    local reference = reference_of(value)
    if reference then
      out[n + 1], out[n + 2] = HANDLE, reference
      return n + 2
    elseif rawget(meta, "__call") then
      out[n + 1], out[n + 2] = OTHER, "function"
      return n + 2
    end
    value = proxies.original(value) or value
  end
  return write_table(value, out, n, depth)
end

-- Returns tag and payload of a value that has only these two; nothing for a table.
local function simple(value)
  local kind = type(value)
  if scalar[kind] or kind == "nil" then
    return SCALAR, value
  elseif kind == "table" then
    local reference = reference_of(value)
    if reference then
      return HANDLE, reference
    end
  end
end

-- Returns the flat forms of the arguments, one after the other, as many results; if they are long, one table of them.
function M.flatten(...)
  local count = select("#", ...)
  if count <= 3 then
    -- Most calls pass a few plain values: they need no table.
    local a, b, c = ...
    local tag_a, payload_a = simple(a)
    local tag_b, payload_b = simple(b)
    local tag_c, payload_c = simple(c)
    if tag_a and tag_b and tag_c then
      if count == 3 then
        return tag_a, payload_a, tag_b, payload_b, tag_c, payload_c
      elseif count == 2 then
        return tag_a, payload_a, tag_b, payload_b
      elseif count == 1 then
        return tag_a, payload_a
      end
      return
    end
  end
  local arguments, out, n = { ... }, {}, 0
  for i = 1, count do
    n = write(arguments[i], out, n, 1)
  end
  if n > MOST_ARGUMENTS then
    budget.charge(n * COST)
    return out
  end
  return unpack(out, 1, n)
end

local read

local function read_table(flat, i)
  local value = {}
  local length = flat[i + 1]
  i = i + 2
  for k = 1, length do
    if flat[i] == SCALAR then
      value[k], i = flat[i + 1], i + 2
    else
      value[k], i = read(flat, i)
    end
  end
  local count = flat[i]
  i = i + 1
  for _ = 1, count do
    local key, item
    key, i = read(flat, i)
    item, i = read(flat, i)
    value[key] = item
  end
  return value, i
end

function read(flat, i)
  local tag = flat[i]
  if tag == SCALAR then
    return flat[i + 1], i + 2
  elseif tag == TABLE then
    return read_table(flat, i)
  end
  local copy = flat[i + 3]
  if copy ~= 0 then
    return handles.copy(flat[i + 1], flat[i + 2], copy), i + 4
  end
  return handles.get(flat[i + 1], flat[i + 2]), i + 4
end

-- Returns the value whose flat form Python gave; nothing for nothing.
function M.inflate(tag, value, ...)
  if tag == SCALAR or tag == nil then
    return value
  end
  return (read({ tag, value, ... }, 1))
end

return M
