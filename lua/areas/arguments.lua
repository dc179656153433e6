-- Helpers for arguments of mods: numbers, near names for messages, and tables of functions.

local import, py = ...
local errors = import "core/errors"
local text = import "core/sandbox/text"

local fail, shown = errors.fail, text.shown
local concat, sort = table.concat, table.sort
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

-- Whether a value is a number other than an infinity and nan.
function M.is_finite(value)
  return type(value) == "number" and value - value == 0
end

function M.sorted_keys(t)
  local keys = {}
  for key in next, t do
    keys[#keys + 1] = key
  end
  sort(keys)
  return keys
end

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
