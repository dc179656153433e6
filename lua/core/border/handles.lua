-- Handles: what mods hold for tiles, items, segments, players, … A handle is an empty table with a locked metatable;
-- what it stands for is kept here, where no mod can reach, and `type` may call it userdata.

local _, py = ...

local setmetatable, error, tostring, type = setmetatable, error, tostring, type
local debug_getmetatable = debug.getmetatable

local M = {}

-- handle -> index of what it stands for, and handle -> table of the mod.
local index_of = setmetatable({}, { __mode = "k" })
local fields_of = setmetatable({}, { __mode = "k" })

-- handle -> the mod that made what it stands for.
local owner_of = setmetatable({}, { __mode = "k" })

-- Owns what the host itself made, which no mod may change.
local HOST = { id = "host" }

-- Says whether the running mod may only read what belongs to `owner`, how it sees a table of it, and that it may not
-- change something.
local is_foreign, as_seen, refuse

function M.on_foreign(is, seen, refused)
  is_foreign, as_seen, refuse = is, seen, refused
end

-- metatable -> kind of handle.
local kinds_of = {}
-- name -> kind.
local kinds = {}
-- Metatables of the handles that pass for userdata.
local userdata = {}
M.userdata = userdata
-- Metatables of all handles, so that raw access can be refused.
M.locked = kinds_of

local no_fields = {
  __index = function(handle)
    error(kinds_of[debug_getmetatable(handle)].title .. " has no underlying table, so no field can be read", 2)
  end,
  __newindex = function(handle)
    error(kinds_of[debug_getmetatable(handle)].title .. " has no underlying table, so no field can be set", 2)
  end,
}

-- options: title (for messages), as_userdata, fields (whether handles stand for a table of the mod),
-- on_write(index, key, value, fields) called before a field is set.
function M.define(name, options)
  local kind = { name = name, code = py.handle_kind(name), title = options.title or name, by_index = {}, copies = setmetatable({}, { __mode = "v" }) }
  local meta = {
    __metatable = false,
    __name = kind.title,
    __tostring = function(handle)
      return kind.title .. " " .. py.handle_name(name, index_of[handle])
    end,
    __len = function()
      error("attempt to get length of a " .. kind.title, 2)
    end,
    __index = no_fields.__index,
    __newindex = no_fields.__newindex,
  }
  if options.fields then
    kind.has_fields = true
    local on_write = options.on_write
    meta.__index = function(handle, key)
      local fields = fields_of[handle]
      local value = fields
      if key ~= "table" then
        value = fields[key]
      end
      local owner = owner_of[handle]
      if type(value) == "table" and owner and (owner == HOST or is_foreign(owner)) then
        return as_seen(value, owner)
      end
      return value
    end
    meta.__newindex = function(handle, key, value)
      if key == "table" then
        error("the field table of a " .. kind.title .. " cannot be set", 2)
      end
      local fields = fields_of[handle]
      M.check_changeable(handle)
      if on_write then
        on_write(index_of[handle], key, value, fields)
      end
      fields[key] = value
    end
  end
  kind.meta = meta
  kinds_of[meta] = kind
  kinds[name] = kind
  userdata[meta] = options.as_userdata
  return kind
end

local function new(kind, index, fields, owner)
  local handle = setmetatable({}, kind.meta)
  if kind.has_fields and not fields then
    -- It is the host's own, which no mod gave fields.
    fields, owner = {}, HOST
  end
  index_of[handle], fields_of[handle], owner_of[handle] = index, fields, owner
  return handle
end

-- The handle of `name` with that index, the same each time; `fields` and `owner` are used when it is made.
function M.get(name, index, fields, owner)
  local kind = kinds[name]
  local handle = kind.by_index[index]
  if not handle then
    handle = new(kind, index, fields, owner)
    kind.by_index[index] = handle
  end
  return handle
end

-- The handle of one copy of a prototype, with the fields of the prototype; forgotten when nobody holds it.
function M.copy(name, index, copy)
  local kind = kinds[name]
  local handle = kind.copies[copy]
  if not handle then
    local original = M.get(name, index)
    handle = new(kind, -copy, fields_of[original], owner_of[original])
    kind.copies[copy] = handle
  end
  return handle
end

-- What an index says of a handle whose thing is gone for good: no copy has that number.
local GONE = -(1 << 47)

-- Forgets the handles of `name`, and its copies: what mods still hold of them stands for nothing any more.
function M.forget(name)
  local kind = kinds[name]
  for _, handle in next, kind.by_index do
    index_of[handle] = GONE
  end
  kind.by_index = {}
  M.forget_copies(name)
end

function M.forget_copies(name)
  local kind = kinds[name]
  for _, handle in next, kind.copies do
    index_of[handle] = GONE
  end
  kind.copies = setmetatable({}, { __mode = "v" })
end

-- Kind name and index of a handle; nil for anything else.
function M.open(value)
  local kind = kinds_of[debug_getmetatable(value)]
  if kind then
    return kind.name, index_of[value]
  end
end

-- Kind and index of a handle in one number; nil for anything else. The index takes the lower 48 bits, and may be
-- negative.
function M.reference(value)
  local kind = kinds_of[debug_getmetatable(value)]
  if kind then
    return kind.code << 48 | (index_of[value] & 0xffffffffffff)
  end
end

-- The handle of `name` with that index, if mods hold one.
function M.known(name, index)
  local kind = kinds[name]
  return kind and kind.by_index[index]
end

-- The index of a handle of kind `name`, or nil.
function M.index(name, value)
  local kind = kinds_of[debug_getmetatable(value)]
  if kind and kind.name == name then
    return index_of[value]
  end
end

-- Refuses to change a handle of a mod on which the running one does not depend; anything else is left alone.
function M.check_changeable(value)
  local owner = owner_of[value]
  if owner == HOST then
    error(tostring(value) .. " is the host's own and cannot be changed", 3)
  elseif owner and is_foreign(owner) then
    refuse(tostring(value), owner, 4)
  end
end

-- The table that a handle stands for.
function M.fields(handle)
  return fields_of[handle]
end

return M
