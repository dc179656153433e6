-- The module MapObject: what charas, items, feats and mefs have in common.

local import = ...
local creation = import "areas/object/creation"
local deep_copy = import "areas/data/deep_copy"
local objects = import "areas/object/object_states"
local text = import "core/sandbox/text"

local MapObject = { deepcopy = deep_copy }

function MapObject.generate_from(kind, id)
  return creation.create(kind, "MapObject.generate_from", id, nil, nil, { ownerless = true, no_build = true })
end

function MapObject.finalize(object, params)
  if not (params and params.no_build) then
    objects.built(object, params or {})
  end
end

function MapObject.clone(object, owned)
  return object:clone(owned)
end

function MapObject.is_map_object(value, kind)
  if not objects.is(value) then
    return false, string.format("'%s' is not a map object", text.tostring(value))
  elseif kind ~= nil and not objects.is(value, kind) then
    return false, string.format("Expected map object of type '%s', got '%s'", kind, objects.states[value].kind)
  end
  return true
end

return MapObject
