-- Records: tables of a save whose fields are declared once, for writing, checking and reading. A stranger
-- may have written a save, so each field is checked against its kind before anything is read.
--
-- A kind is "integer", "number", "string", "boolean", "table", "any", "uid", "member" (the uid of an object that comes
-- before) or "table of KIND", with a "?" at its end when the value may be missing; or a record, or any function that
-- raises for a wrong value.

local import = ...
local errors = import "core/errors"
local text = import "core/sandbox/text"

local shown = text.shown

local M = { shown = shown }

-- Where the value that is being read is in the save, for messages; and the uids of objects before it.
local path, depth, taken = {}, 0, {}

-- Begins to read a save.
function M.begin_save()
  taken = {}
end

-- Begins to write or read a part of the save.
function M.enter(title)
  path[1], depth, M.titled = title, 1, {}
end

-- Raises an error about the part of the save that is being read.
function M.damaged(message, ...)
  errors.fail("the save is damaged: %s " .. message, table.concat(path, " → ", 1, depth), ...)
end
local damaged = M.damaged

-- Calls a check with the value under a key.
local function check_at(key, value, check)
  depth = depth + 1
  path[depth] = type(key) == "string" and #key < 40 and key or shown(key)
  check(value)
  depth = depth - 1
end

local function accepts(kind, value)
  if kind == "uid" then
    if math.type(value) ~= "integer" or value < 1 or taken[value] then
      return false
    end
    taken[value] = true
    return true
  elseif kind == "member" then
    return math.type(value) == "integer" and taken[value] == true
  elseif kind == "integer" then
    return math.type(value) == kind
  end
  return kind == "any" or type(value) == kind and (kind ~= "table" or debug.getmetatable(value) == nil)
end

local NOUNS = {
  integer = "a whole number", uid = "a whole number above 0 that no other object has",
  member = "the uid of an object that comes before",
}

local check_of

-- The kind of tables whose elements are of a kind.
function M.table_of(kind)
  local check_table, check = check_of "table", check_of(kind)
  return function(value)
    check_table(value)
    for key, element in next, value do
      check_at(key, element, check)
    end
  end
end

-- The kind of values that may be missing.
function M.optional(kind)
  local check = check_of(kind)
  return function(value) return value == nil or check(value) end
end

-- The function that raises for a value of another kind.
function check_of(kind)
  if type(kind) == "table" then
    return function(value) kind:check(value) end
  elseif type(kind) == "function" then
    return kind
  end
  local inner, element = string.match(kind, "^(.*)%?$"), string.match(kind, "^table of (.*)$")
  return inner and M.optional(inner) or element and M.table_of(element) or function(value)
    if not accepts(kind, value) then
      damaged("is %s: must be %s", shown(value), NOUNS[kind] or "a " .. kind)
    end
  end
end

M.kind = check_of

-- The kind of the keys of a table.
function M.key_of(keys)
  return function(value)
    if value == nil or keys[value] == nil then
      damaged("is %s: there is no such value", shown(value))
    end
  end
end

-- Raises when a value is not of a kind; `name` is what messages call it.
function M.check(value, kind, name)
  check_at(name, value, check_of(kind))
end

local Record = {}
Record.__index = Record

-- Declares a record: a list of fields { name, kind, of =, get =, set = }. A field is the property `of` (or else
-- `name`) of a state. `get(state)` reads another value to save, `set(state, value, saved)` takes the saved value, and
-- with `set = false` loading leaves the field out. With `empty = true` an empty table is not written, and a missing
-- table is read as an empty one. `title(saved)` begins the path to a value in a record that cannot be saved.
function M.record(declared)
  for _, field in ipairs(declared) do
    field.of, field.check = field.of or field[1], check_of(field[2])
  end
  return setmetatable(declared, Record)
end

-- Record of the part that is being written → the function that names it in paths.
M.titled = {}

local function no_title() return "" end

-- The record of a state, as it is saved.
function Record:write(state)
  local saved = {}
  for i = 1, #self do
    local field, value = self[i], nil
    if field.get then
      value = field.get(state)
    else
      value = state[field.of]
    end
    if not (field.empty and next(value) == nil) then
      saved[field[1]] = value
    end
  end
  M.titled[saved] = self.title or no_title
  return saved
end

local check_table = check_of "table"

-- Raises when a saved record has a wrong field.
function Record:check(saved)
  check_table(saved)
  for i = 1, #self do
    check_at(self[i][1], saved[self[i][1]], self[i].check)
  end
end

-- Sets a state to a saved record that was checked.
function Record:read(saved, state)
  for i = 1, #self do
    local field = self[i]
    local value = saved[field[1]]
    if value == nil and field.empty then
      value = {}
    end
    if field.set then
      field.set(state, value, saved)
    elseif field.set == nil then
      state[field.of] = value
    end
  end
end

-- The record of states that are saved as they are.
M.whole = {
  write = function(_, state) return state end,
  check = function(_, saved) check_table(saved) end,
  read = function() end,
}

return M
