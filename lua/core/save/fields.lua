-- Records: tables of a save whose fields are declared once, for writing, checking and reading. A save may have been
-- written by anybody, so each field is checked against its kind before it is used.
--
-- A kind is "integer", "number", "string", "boolean", "table", "any", "list of KIND", "table of KIND" or a record;
-- with a "?" at its end the field may be missing.

local import = ...
local errors = import "core/errors"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local format, match = string.format, string.match
local getmetatable = debug.getmetatable
local ipairs, math_type, next, setmetatable, tostring, type = ipairs, math.type, next, setmetatable, tostring, type

local M = {}

-- Raises an error about a part of the save.
function M.damaged(where, message, ...)
  raise(format("the save is damaged: %s " .. message, where, ...))
end
local damaged = M.damaged

local function path(where, key)
  return where .. " → " .. (type(key) == "string" and key or tostring(key))
end

-- kind → function(value, where, key), which raises for a value of another kind.
local checkers = { any = function() end }

local function checker_of(kind)
  local check = checkers[kind]
  if check then
    return check
  elseif type(kind) == "table" then
    local is_table = checker_of "table"
    check = function(value, where, key)
      is_table(value, where, key)
      kind:check(value, path(where, key))
    end
  elseif match(kind, "%?$") then
    local check_value = checker_of(match(kind, "^(.*)%?$"))
    check = function(value, where, key)
      if value ~= nil then
        check_value(value, where, key)
      end
    end
  elseif match(kind, " of ") then
    local is_table, is_list = checker_of "table", match(kind, "^list") ~= nil
    local check_element = checker_of(match(kind, " of (.*)$"))
    check = function(value, where, key)
      is_table(value, where, key)
      where = path(where, key)
      if is_list then
        for i = 1, #value do
          check_element(value[i], where, i)
        end
      else
        for name, element in next, value do
          check_element(element, where, name)
        end
      end
    end
  else
    check = function(value, where, key)
      local value_kind = math_type(value) == "integer" and kind == "integer" and kind or type(value)
      if value_kind ~= kind or kind == "table" and getmetatable(value) ~= nil then
        local noun = kind == "integer" and "a whole number" or "a " .. kind
        damaged(path(where, key), "is %s: must be %s", shown(value), noun)
      end
    end
  end
  checkers[kind] = check
  return check
end

-- Checks a value under a key of a part of the save, and gives it.
function M.check(value, kind, where, key)
  checker_of(kind)(value, where, key)
  return value
end

local Record = {}
Record.__index = Record

-- Declares a record: a list of fields { name, kind, of =, get =, set = }. A field is the property `of` (or else
-- `name`) of a state; `get(state, …)` and `set(state, value, where, …)` replace that on one side, and `set = false`
-- does not read it. With `empty = true` an empty table is not written, and a missing one is read as an empty one.
-- `optional = true` lets a record be missing.
function M.record(declared)
  for _, field in ipairs(declared) do
    local check = checker_of(field[2])
    field.of = field.of or field[1]
    field.check = field.optional and function(value, ...)
      return value == nil or check(value, ...)
    end or check
  end
  return setmetatable(declared, Record)
end

-- The record of a state, as it is saved.
function Record:write(state, ...)
  local saved = {}
  for i = 1, #self do
    local field, value = self[i], nil
    if field.get then
      value = field.get(state, ...)
    else
      value = state[field.of]
    end
    if not (field.empty and next(value) == nil) then
      saved[field[1]] = value
    end
  end
  return saved
end

-- Raises when a field of the saved table has another kind.
function Record:check(saved, where)
  for i = 1, #self do
    self[i].check(saved[self[i][1]], where, self[i][1])
  end
  return saved
end

-- Sets a state to a saved table that `check` has seen.
function Record:read(saved, state, where, ...)
  for i = 1, #self do
    local field = self[i]
    local value = saved[field[1]]
    if value == nil and field.empty then
      value = {}
    end
    if field.set then
      field.set(state, value, where, ...)
    elseif field.set == nil then
      state[field.of] = value
    end
  end
end

M.shown = shown

return M
