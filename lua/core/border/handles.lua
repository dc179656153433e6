-- Handles: what mods hold for tiles, items, segments, players, … A handle is an empty table with a locked metatable;
-- what it stands for is stored here, out of reach of mods. For some kinds `type` returns userdata.

local import, py = ...
local changes = import "core/changes"

local setmetatable, error, tostring, type = setmetatable, error, tostring, type
local debug_getmetatable = debug.getmetatable

local M = {}

-- handle -> index of what it stands for, and handle -> table of the mod.
local index_of = setmetatable({}, { __mode = "k" })
local fields_of = setmetatable({}, { __mode = "k" })

-- handle -> the mod that made what it stands for.
local owner_of = setmetatable({}, { __mode = "k" })

-- The owner of what the host itself made; no mod may change it.
local HOST = { id = "host" }

-- Set by the loader: whether the running mod may only read what `owner` has, how it sees a table of `owner`, and what
-- raises that it may not change one.
local is_foreign, as_seen, refuse

function M.on_foreign(is, seen, refused)
  is_foreign, as_seen, refuse = is, seen, refused
end

-- Metatable -> kind of handle.
local kinds_of = {}
-- Name -> kind.
local kinds = {}
-- Metatables of the handles that mods see as userdata.
local userdata = {}
M.userdata = userdata
-- Metatables of all handles: raw access to these is refused.
M.locked = kinds_of

-- What is called after a mod set a field of a prototype that the host reads: fn(name of the kind, index).
local listeners = {}

function M.on_change(fn)
  listeners[#listeners + 1] = fn
end

local no_fields = {
  __index = function(handle)
    error(kinds_of[debug_getmetatable(handle)].title .. " has no underlying table, so no field can be read", 2)
  end,
  __newindex = function(handle)
    error(kinds_of[debug_getmetatable(handle)].title .. " has no underlying table, so no field can be set", 2)
  end,
}

-- Defines a kind of handle. Options: title (for messages), as_userdata, fields (whether handles stand for a table of
-- the mod), on_write(index, key, value, fields) (called before a field is set; returns whether the host reads it).
function M.define(name, options)
  local kind = {
    name = name,
    code = py.handle_kind(name),
    title = options.title or name,
    by_index = {},
    copies = setmetatable({}, { __mode = "v" }),
  }
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
      if type(value) == "table" and owner then
        if owner == HOST or is_foreign(owner) then
          return as_seen(value, owner)
        end
        changes.has_read_fields = true
      end
      return value
    end
    meta.__newindex = function(handle, key, value)
      if key == "table" then
        error("the field table of a " .. kind.title .. " cannot be set", 2)
      end
      local fields = fields_of[handle]
      M.check_changeable(handle)
      local owner = owner_of[handle]
      local is_read = on_write and on_write(index_of[handle], key, value, fields)
      changes.note((owner and owner.id or "a mod") .. " sets a field of " .. tostring(handle))
      fields[key] = value
      for i = 1, is_read and #listeners or 0 do
        listeners[i](name, index_of[handle])
      end
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
    -- The host made it, so it has no table of a mod.
    fields, owner = {}, HOST
  end
  index_of[handle], fields_of[handle], owner_of[handle] = index, fields, owner
  return handle
end

-- Returns the handle of `name` with that index, always the same; `fields` and `owner` are used when it is made.
function M.get(name, index, fields, owner)
  local kind = kinds[name]
  local handle = kind.by_index[index]
  if not handle then
    handle = new(kind, index, fields, owner)
    kind.by_index[index] = handle
  end
  return handle
end

-- Returns the handle of a copy of a prototype, with the fields of the prototype. It is forgotten when no mod holds it.
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

-- The index of a handle whose object is gone: no copy has this number.
local GONE = -(1 << 47)

-- Forgets the handles of `name` and of its copies; those that mods still hold stand for nothing.
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

-- Returns kind name and index of a handle; nil for anything else.
function M.open(value)
  local kind = kinds_of[debug_getmetatable(value)]
  if kind then
    return kind.name, index_of[value]
  end
end

-- Returns kind and index of a handle as one number; nil for anything else. The index, which may be negative, takes the
-- lower 48 bits.
function M.reference(value)
  local kind = kinds_of[debug_getmetatable(value)]
  if kind then
    return kind.code << 48 | (index_of[value] & 0xffffffffffff)
  end
end

-- Returns the handle of `name` with that index, if it was made.
function M.find(name, index)
  local kind = kinds[name]
  return kind and kind.by_index[index]
end

-- Returns the index of a handle of kind `name`, or nil.
function M.index(name, value)
  local kind = kinds_of[debug_getmetatable(value)]
  if kind and kind.name == name then
    return index_of[value]
  end
end

-- Raises an error for a handle of a mod that the running mod does not depend on; other values pass.
function M.check_changeable(value)
  local owner = owner_of[value]
  if owner == HOST then
    error(tostring(value) .. " is the host's own and cannot be changed", 3)
  elseif owner and is_foreign(owner) then
    refuse(tostring(value), owner, 4)
  end
end

-- Calls `visit` with the fields of each handle that mods made, and the id of the mod.
function M.each_fields(visit)
  for handle, fields in next, fields_of do
    local owner = owner_of[handle]
    if owner ~= HOST then
      visit(fields, owner and owner.id or "a mod")
    end
  end
end

-- Returns the table that a handle stands for.
function M.fields(handle)
  return fields_of[handle]
end

return M
