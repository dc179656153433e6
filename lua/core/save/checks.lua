-- Checks of what a save says: it may have been written by anybody, and must have the form in which it is written.

local import = ...
local errors = import "core/errors"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local format = string.format
local getmetatable = debug.getmetatable
local math_type, type = math.type, type

local M = {}

-- Raises that a place of the save has another form than it must have.
function M.damaged(where, message, ...)
  raise(format("the save is damaged: %s " .. message, where, ...))
end

-- A field of a table of the save, or an error that names it.
function M.field(t, key, kind, where, optional)
  local value = t[key]
  if optional and value == nil then
    return nil
  end
  local found = math_type(value) == "integer" and "integer" or type(value)
  if found ~= kind or kind == "table" and getmetatable(value) ~= nil then
    raise(format("the save is damaged: %s → %s is %s: must be %s", where, key, shown(value), kind == "integer" and "a whole number" or "a " .. kind))
  end
  return value
end

-- A list whose elements all are of a kind.
function M.each(t, kind, where)
  for i = 1, #t do
    M.field(t, i, kind, where)
  end
  return t
end

-- A list of a table of the save whose elements all are of a kind; an empty one when it is not there.
function M.list(t, key, kind, where)
  return M.each(M.field(t, key, "table", where, true) or {}, kind, where .. " → " .. key)
end

return M
