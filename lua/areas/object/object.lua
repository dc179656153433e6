-- IObject: the methods that charas, items, feats and mefs share.

local import = ...
local arguments = import "areas/arguments"
local aspects = import "areas/object/aspects"
local data = import "areas/data/registry"
local deep_copy = import "areas/data/deep_copy"
local errors = import "core/errors"
local event_emitter = import "areas/interface/event_emitter"
local instance_classes = import "areas/instance_classes"
local maps = import "areas/map/map_states"
local moddable = import "areas/interface/moddable"
local objects = import "areas/object/object_states"
local placement = import "areas/object/placement"
local stable_order = import "core/sandbox/stable_order"

local of = objects.of

local methods = {}

function methods.get_location(self)
  local state = of(self, "get_location")
  return state.map or state.inside
end

function methods.current_map(self)
  return of(self, "current_map").map
end

function methods.containing_map(self)
  local state = of(self, "containing_map")
  while state.inside do
    state = objects.states[state.inside]
  end
  if state.map then
    return state.map, state.object, state.x, state.y
  end
end

function methods.set_pos(self, x, y)
  local state = of(self, "set_pos")
  if state.map then
    x, y = maps.square(maps.states[state.map], x, y)
    if x then
      return placement.put(state, state.map, x, y) ~= nil
    end
  end
  return false
end

function methods.remove_ownership(self)
  local state = of(self, "remove_ownership")
  local location = state.map or state.inside
  if location then
    placement.detach(state)
    objects.emit(self, "base.on_object_removed", { location = location })
  end
  return self
end

function methods.is_a(self, kind)
  return of(self, "is_a").kind == kind
end

function methods.has_category(self, category)
  return arguments.contains(of(self, "has_category").fields.categories, category)
end

function methods.has_tag(self, tag)
  return arguments.contains(of(self, "has_tag").fields.tags, tag)
end

function methods.clone(self, owned)
  local state = of(self, "clone")
  local fields = {}
  for key, value in stable_order.pairs(state.fields) do
    fields[deep_copy(key)] = deep_copy(value)
  end
  local copy, copy_state = objects.make(state.record, nil, fields)
  aspects.clone(copy_state)
  if owned and state.map then
    copy = placement.put(copy_state, state.map, state.x, state.y) or copy
  elseif owned and state.inside then
    placement.give(copy_state, state.inside)
  end
  objects.emit(self, "base.on_object_cloned", {
    object = self, new_object = copy, type = state.kind, owned = owned and true or false,
  })
  return copy
end

function methods.change_prototype(self, id, options)
  local state = of(self, "change_prototype")
  local former = state.record
  if former.item_type then
    errors.fail("change_prototype: %s is an item of %s: must be another object", former.id, former.dialect)
  end
  objects.set_prototype(state, data.resolve(state.kind, id, "change_prototype: the id"))
  if options and options.replace_aspects then
    self:remove_all_aspects()
    aspects.build(self, nil, "change_prototype")
  end
  objects.emit(self, "base.on_object_prototype_changed", { old_id = former.id })
  if not options or options.instantiate ~= false then
    objects.instantiated(self)
  end
end

local function holder_of(self, method, create)
  return objects.holder_of(of(self, method), create)
end

-- What a refresh of an object does besides: events of items, and of the equipment of charas.
event_emitter.on("base.on_refresh", "host: refresh items and equipment", function(object)
  local state = objects.states[object]
  if state and state.kind == "base.item" then
    objects.emit(object, "base.on_item_refresh")
  elseif state and state.kind == "base.chara" then
    objects.emit(object, "base.on_refresh_weight")
    for _, item in ipairs(table.move(state.carried or {}, 1, #(state.carried or {}), 1, {})) do
      if objects.states[item].fields.is_equipped then
        objects.emit(item, "base.on_calc_chara_equipment_stats", { chara = object, item = item })
      end
    end
  end
end)

return {
  methods = instance_classes.add_methods({}, { "IEventEmitter", "IModdable", "IObject" }, methods, aspects.methods,
    event_emitter.methods(holder_of), moddable.methods(of, objects.before_access, objects.base_value)),
}
