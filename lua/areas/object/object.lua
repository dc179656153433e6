-- The methods that charas, items and feats have alike.

local import = ...
local copying = import "areas/data/deep_copy"
local data = import "areas/data/registry"
local emitter = import "areas/interface/event_emitter"
local layered_fields = import "areas/interface/moddable"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local stable_order = import "core/sandbox/stable_order"
local placing = import "areas/object/placement"
local typos = import "core/typos"
local state = import "areas/session"

local ipairs, next, type = ipairs, next, type
local emit, fill, holder_of, known, lend = objects.emit, objects.fill, objects.holder_of, objects.known, objects.lend
local of, plan_of, shared, specials = objects.of, objects.plan_of, objects.shared, objects.specials
local detach, give, put = placing.detach, placing.give, placing.put

local M = {}

for name, method in next, layered_fields.layered(of, lend, function(_, own, key)
  local value = own.fields[key]
  if value == nil and specials[key] then
    return specials[key](own)
  elseif value == nil then
    typos.name(key, data.field_names(own.record.type), "calc of a " .. own.record.type)
  end
  return value
end) do
  shared[name] = method
end

for name, method in next, emitter.methods(function(self, method, make)
  return holder_of(of(self, method), make)
end) do
  shared[name] = method
end

function shared.get_location(self)
  local own = of(self, "get_location")
  return own.map or own.inside
end

function shared.current_map(self)
  return of(self, "current_map").map
end

function shared.containing_map(self)
  local own = of(self, "containing_map")
  while own.inside do
    own = known[own.inside]
  end
  if own.map then
    return own.map, own.object, own.x, own.y
  end
end

function shared.set_pos(self, x, y)
  local own = of(self, "set_pos")
  if not own.map then
    return false
  end
  x, y = maps.square(maps.known[own.map], x, y)
  if not x then
    return false
  end
  put(own, own.map, x, y)
  return true
end

function shared.remove_ownership(self)
  local own = of(self, "remove_ownership")
  if own.map or own.inside then
    local location = own.map or own.inside
    detach(own)
    emit(self, own, "base.on_object_removed", { location = location })
  end
  return self
end

function shared.is_a(self, kind)
  return of(self, "is_a").kind == kind
end

local function has_word(own, field, word)
  for _, one in ipairs(type(own.fields[field]) == "table" and own.fields[field] or {}) do
    if one == word then
      return true
    end
  end
  return false
end

function shared.has_category(self, category)
  return has_word(of(self, "has_category"), "categories", category)
end

function shared.has_tag(self, tag)
  return has_word(of(self, "has_tag"), "tags", tag)
end

function shared.clone(self, owned)
  local own = of(self, "clone")
  local fields = {}
  for key, value in stable_order.pairs(own.fields) do
    fields[copying.deep_copy(key)] = copying.deep_copy(value)
  end
  local object, copy = objects.make(own.record, nil, fields)
  if owned and own.map then
    put(copy, own.map, own.x, own.y)
  elseif owned and own.inside then
    give(copy, own.inside)
  end
  return object
end

function shared.change_prototype(self, id, options)
  local own = of(self, "change_prototype")
  local record = data.resolve(own.kind, id, state.running_mod(), "change_prototype: the id")
  if own.holder then
    emitter.disconnect_entry(own.holder)
  end
  local before = own.record
  own.record = record
  if own.holder then
    emitter.connect_entry(own.holder, record)
  end
  for _, one in ipairs(plan_of(before.entry, own.kind)) do
    own.fields[one[1]] = nil
  end
  fill(own)
  emit(self, own, "base.on_object_prototype_changed", { old_id = before.id })
  if not options or options.instantiate ~= false then
    objects.instantiated(self)
  end
end

return M
