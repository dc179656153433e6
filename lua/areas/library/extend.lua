-- The module Extend: further fields that a mod stores in maps, objects and other tables.

local import = ...
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"

local Extend = {}

-- The fields of a mod in a holder; nil where it has none, unless they are to be created.
local function fields_of(holder, id, creates)
  if objects.is(holder) or maps.is(holder) then
    return holder:get_mod_data(id)
  end
  if holder._ext == nil and creates then
    holder._ext = {}
  end
  local extensions = holder._ext
  if extensions and extensions[id] == nil and creates then
    extensions[id] = {}
  end
  return extensions and extensions[id]
end

function Extend.extend(holder, id, key, value)
  fields_of(holder, id, true)[key] = value
end

function Extend.get(holder, id, key)
  local fields = fields_of(holder, id)
  if key == nil or fields == nil then
    return fields
  end
  return fields[key]
end

function Extend.get_or_create(holder, id, key)
  local fields = fields_of(holder, id, true)
  if key == nil then
    return fields
  elseif fields[key] == nil then
    fields[key] = {}
  end
  return fields[key]
end

return Extend
