-- What mods of this dialect find in table, math and string beside what Lua has.

local import = ...
local errors = import "core/errors"
local copying = import "areas/data/deep_copy"
local stable_order = import "core/sandbox/stable_order"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"
local values = import "core/border/values"

local raise, shown, pairs_of = errors.raise, text.shown, stable_order.pairs
local format, find, sub = string.format, string.find, string.sub
local next, rawequal, rawset, type = next, rawequal, rawset, type
local huge = math.huge

local M = {}

local lib = {}

-- A list as a set.
function lib.set(list)
  local set = {}
  for i = 1, #list do
    set[list[i]] = true
  end
  return set
end

function lib.keys(t)
  local list = {}
  for key in pairs_of(t) do
    list[#list + 1] = key
  end
  return list
end

function lib.values(t)
  local list = {}
  for _, value in pairs_of(t) do
    list[#list + 1] = value
  end
  return list
end

function lib.count(t)
  local n = 0
  for _ in pairs_of(t) do
    n = n + 1
  end
  return n
end

function lib.deepcopy(t)
  return copying.deep_copy(t)
end

function lib.shallow_copy(t)
  local copy = {}
  for key, value in pairs_of(t) do
    copy[key] = value
  end
  return copy
end

function lib.deepcompare(a, b)
  -- Pairs that are being compared are taken for equal, so that cycles end.
  local seen = {}
  local function same(x, y)
    if rawequal(x, y) then
      return true
    elseif stable_order.type(x) ~= "table" or stable_order.type(y) ~= "table" then
      return x == y
    end
    seen[x] = seen[x] or {}
    if seen[x][y] then
      return true
    end
    seen[x][y] = true
    for key, value in pairs_of(x) do
      if not same(value, y[key]) then
        return false
      end
    end
    for key in pairs_of(y) do
      if x[key] == nil then
        return false
      end
    end
    return true
  end
  return same(a, b)
end

function lib.merge(into, from)
  for key, value in pairs_of(from == nil and {} or from) do
    into[key] = value
  end
  return into
end

function lib.merge_missing(into, from)
  for key, value in pairs_of(from == nil and {} or from) do
    if into[key] == nil then
      into[key] = value
    end
  end
  return into
end

-- Gives a table the content of another; it stays the same table.
function lib.replace_with(t, other)
  if rawequal(t, other) then
    return t
  end
  local fresh = {}
  for key, value in pairs_of(other) do
    fresh[key] = value
  end
  for _, key in next, lib.keys(t) do
    t[key] = nil
  end
  for key, value in next, fresh do
    t[key] = value
  end
  return t
end

function lib.index_of(list, wanted)
  for i = 1, #list do
    if list[i] == wanted then
      return i
    end
  end
end

-- n times a value, or what a function makes of 1 … n.
function lib.of(value, n)
  if n < 0 or n > 10000000 then
    raise(format("table.of: n is %s: must be between 0 and 10000000", shown(n)))
  end
  local list, made = {}, values.is_callable(value)
  for i = 1, n // 1 | 0 do
    list[i] = made and value(i) or not made and value or nil
  end
  return list
end

function lib.iremove_value(list, wanted)
  local i = lib.index_of(list, wanted)
  return i and table.remove(list, i)
end

function lib.append(into, from)
  for i = 1, #from do
    into[#into + 1] = from[i]
  end
  return into
end

local maths = { infinity = huge }

function maths.clamp(value, low, high)
  return value < low and low or value > high and high or value
end

-- To the nearest whole number, halves away from zero; with `digits` to so many behind the point.
function maths.round(value, digits)
  local scale = 10.0 ^ (digits or 0)
  local scaled = value * scale
  if scaled - scaled ~= 0 then
    return value
  end
  local whole = (scaled >= 0 and (scaled + 0.5) // 1 or -((-scaled + 0.5) // 1))
  return digits and digits ~= 0 and whole / scale or math.tointeger(whole) or whole
end

function maths.sign(x)
  return x > 0 and 1 or x < 0 and -1 or 0
end

local strings = {}

-- The parts of a text between separators: each a character of the text `by`.
function strings.split(s, by)
  by = by == nil and "\n" or by
  if by == "" then
    raise("string.split: by is empty: must have at least one character")
  end
  local parts, from = {}, 1
  while true do
    local first, last = find(s, by, from, true)
    if not first then
      parts[#parts + 1] = sub(s, from)
      return parts
    end
    parts[#parts + 1] = sub(s, from, first - 1)
    from = last + 1
  end
end

function strings.nonempty(s)
  return type(s) == "string" and s ~= ""
end

function strings.has_prefix(s, prefix)
  return sub(s, 1, #prefix) == prefix
end

function strings.has_suffix(s, suffix)
  return suffix == "" or sub(s, -#suffix) == suffix
end

-- Adds them to the environment of a mod; what another dialect put there first stays.
function M.add(env)
  local function fill(into, from)
    for name, fn in next, from do
      if into[name] == nil then
        rawset(into, name, fn)
      end
    end
  end
  fill(env.table, lib)
  fill(env.math, maths)
  fill(env.string, strings)
end

signatures.apply("areas", "table", lib)
signatures.apply("areas", "math", maths)
signatures.apply("areas", "string", strings)

return M
