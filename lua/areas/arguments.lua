-- Helpers for arguments of mods: numbers, near names for messages, and tables of functions.

local import, py = ...
local errors = import "core/errors"
local proxies = import "core/sandbox/proxies"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local fail, shown = errors.fail, text.shown
local concat, getmetatable = table.concat, debug.getmetatable
local math_type, next, tointeger, type = math.type, next, math.tointeger, type

local M = {}

-- A number rounded down to a whole one; `title` names the argument in the error for anything else.
function M.read_integer(value, title)
  local number = math_type(value) == "float" and tointeger(value // 1) or tointeger(value)
  if not number then
    fail("%s is %s: must be a whole number", title, shown(value))
  end
  return number
end

-- Coordinates, each rounded down to a whole number.
function M.read_position(x, y, title)
  return M.read_integer(x, title .. ": x"), M.read_integer(y, title .. ": y")
end

-- Whether a value is a number other than an infinity and nan.
function M.is_finite(value)
  return type(value) == "number" and value - value == 0
end

-- Whether a value is a table of a mod without a metatable, or a read-only proxy of one.
function M.is_plain(value)
  return type(value) == "table" and stable_order.type(value) == "table"
    and (getmetatable(value) == nil or proxies.original(value) ~= nil)
end

-- Whether a list holds a value; false for what is not a list.
function M.contains(list, wanted)
  for _, value in ipairs(type(list) == "table" and list or {}) do
    if value == wanted then
      return true
    end
  end
  return false
end

-- A copy of a table of a mod; an empty table for nil.
function M.copy(t)
  local copy = {}
  for key, value in stable_order.pairs(t or {}) do
    copy[key] = value
  end
  return copy
end

-- A colour as Python takes it: a name, or "#rrggbb" for three numbers; nil for numbers that are not a colour.
function M.read_colour(value)
  if type(value) ~= "table" then
    return value
  end
  local parts = {}
  for i = 1, 3 do
    local part = value[i]
    if type(part) ~= "number" or not (part >= 0 and part <= 255) then
      return nil
    end
    parts[i] = part // 1 | 0
  end
  return string.format("#%02x%02x%02x", parts[1], parts[2], parts[3])
end

M.sorted_keys = stable_order.sorted_keys

-- 'did you mean "floor"?' for a word that is almost one of a list of names; nil for any other.
function M.near_name(word, names)
  return type(word) == "string" and py.suggest(word, concat(names, "\0")) or nil
end

-- The same as the end of an error message: '; did you mean "floor"?', or "".
function M.suggest(word, names)
  local hint = M.near_name(word, names)
  return hint and "; " .. hint or ""
end

-- Joins tables of functions into one. No two of them may have a function of one name.
function M.merge(...)
  local merged = {}
  for _, functions in next, { ... } do
    for name, fn in next, functions do
      if merged[name] then
        error("two functions " .. name)
      end
      merged[name] = fn
    end
  end
  return merged
end

return M
