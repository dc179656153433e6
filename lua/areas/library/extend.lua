-- The module Extend: further fields that a mod stores in maps, objects and other tables.

local import = ...
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"

local Extend = {}

local function fields_of(holder, id)
  if objects.is(holder) or maps.is(holder) then
    return holder:get_mod_data(id)
  end
  holder._ext = holder._ext or {}
  holder._ext[id] = holder._ext[id] or {}
  return holder._ext[id]
end

function Extend.extend(holder, id, key, value)
  fields_of(holder, id)[key] = value
end

function Extend.get(holder, id, key)
  return fields_of(holder, id)[key]
end

return Extend
