-- ICarrier: the methods of charas and items, which carry items, and of containers.

local import = ...
local iterators = import "areas/iterator/creation"
local objects = import "areas/object/object_states"
local placement = import "areas/object/placement"

local of = objects.of

local methods = {}

function methods.take_object(self, object)
  of(self, "take_object")
  local state = of(object, "take_object: its argument")
  local former, amount = state.inside, state.fields.amount
  if not placement.give(state, self) then
    return nil
  elseif objects.states[self].kind ~= "base.chara" then
    objects.emit(self, "base.after_container_receive_item", { item = object, amount = amount, container = self })
  elseif former and objects.states[former].kind ~= "base.chara" then
    objects.emit(former, "base.after_container_provide_item", { chara = self, item = object, amount = amount })
  end
  return object
end
methods.take_item = methods.take_object

function methods.remove_object(self, object)
  of(self, "remove_object")
  local state = of(object, "remove_object: its argument")
  if not rawequal(state.inside, self) then
    return nil
  end
  placement.detach(state)
  return object
end

function methods.has_object(self, object)
  of(self, "has_object")
  return objects.is(object) and rawequal(objects.states[object].inside, self)
end

function methods.iter_inventory(self)
  local carried = of(self, "iter_inventory").carried or {}
  return iterators.of_list(table.move(carried, 1, #carried, 1, {}))
end
methods.iter, methods.iter_items = methods.iter_inventory, methods.iter_inventory

function methods.is_positional(self)
  of(self, "is_positional")
  return false
end

function methods.is_item_container(self)
  local state = of(self, "is_item_container")
  if objects.containers[state.kind] then
    return placement.holds(state) == "base.item"
  end
  return state.kind == "base.item" and (state.fields.container_params ~= nil or (state.carried or {})[1] ~= nil)
end

function methods.can_take_object(self, object)
  of(self, "can_take_object")
  return objects.is(object) and placement.has_room(objects.states[self], objects.states[object])
end

function methods.get_object(self, uid)
  for _, object in ipairs(of(self, "get_object").carried or {}) do
    if objects.states[object].uid == uid then
      return object
    end
  end
end

function methods.find_item(self, id)
  for _, object in ipairs(of(self, "find_item").carried or {}) do
    if objects.states[object].record.id == id then
      return object
    end
  end
end

return { methods = methods }
