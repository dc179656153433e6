-- The objects on a map: iterators, and ILocation (take_object, remove_object, has_object …).

local import = ...
local iterators = import "areas/iterator/creation"
local loose_items = import "areas/object/loose_items"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local placement = import "areas/object/placement"

local of, square = maps.of, maps.square

local methods = {}

-- The state of a map on which a mod called a method, with the items of other dialects on it.
local function with_items(self, method)
  local state = of(self, method)
  loose_items.update(state)
  return state
end

-- Objects on one square are listed in this order.
local TYPES = { "base.feat", "base.mef", "base.item", "base.chara" }

function methods.iter(self)
  local list = {}
  for _, object in ipairs(with_items(self, "iter").store:all()) do
    if objects.is(object) then
      list[#list + 1] = object
    end
  end
  return iterators.of_list(list)
end

function methods.iter_type(self, type_name)
  return iterators.of_list(with_items(self, "iter_type").store:all(maps.layers[type_name]))
end

for method, type_name in next, {
  iter_charas = "base.chara", iter_items = "base.item", iter_feats = "base.feat", iter_mefs = "base.mef",
} do
  methods[method] = function(self)
    return iterators.of_list(with_items(self, method).store:all(maps.layers[type_name]))
  end
end

function methods.objects_at_pos(self, column, row)
  local list = {}
  local state, x, y = maps.locate(self, "objects_at_pos", column, row)
  loose_items.update(state)
  for _, type_name in ipairs(x and TYPES or {}) do
    for _, object in ipairs(state.store:at(maps.layers[type_name], y * state.width + x)) do
      list[#list + 1] = object
    end
  end
  return iterators.of_list(list)
end

function methods.iter_type_at_pos(self, type_name, x, y)
  local state = with_items(self, "iter_type_at_pos")
  x, y = square(state, x, y)
  return iterators.of_list(x and state.store:at(maps.layers[type_name], y * state.width + x) or {})
end

function methods.is_positional(self)
  of(self, "is_positional")
  return true
end

function methods.can_take_object(self, object, x, y)
  local state = of(self, "can_take_object")
  local object_state = objects.states[object]
  return object_state ~= nil and maps.layers[object_state.kind] ~= nil and (x == nil or square(state, x, y) ~= nil)
end

function methods.take_object(self, object, x, y)
  local state, object_state = of(self, "take_object"), objects.of(object, "take_object: its argument")
  if x == nil and y == nil then
    x, y = 0, 0
  end
  x, y = square(state, x, y)
  if not x then
    return nil
  end
  return placement.put(object_state, self, x, y)
end

function methods.move_object(self, object, x, y)
  local state, object_state = of(self, "move_object"), objects.of(object, "move_object: its argument")
  x, y = square(state, x, y)
  if not rawequal(object_state.map, self) or not x then
    return nil
  end
  return placement.put(object_state, self, x, y)
end

function methods.remove_object(self, object)
  with_items(self, "remove_object")
  local object_state = objects.of(object, "remove_object: its argument")
  if not rawequal(object_state.map, self) then
    return nil
  end
  placement.detach(object_state)
  return object
end

function methods.has_object(self, object)
  local state = with_items(self, "has_object")
  if objects.is(object) then
    return rawequal(objects.states[object].map, self)
  end
  return state.store.members[object] ~= nil
end

function methods.get_object(self, uid)
  local object = with_items(self, "get_object").store.members[uid]
  return objects.is(object) and object or nil
end

return { methods = methods }
