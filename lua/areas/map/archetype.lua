-- What a map has in common with what emits events and has fields; its archetype, and the way back from it.

local import, py = ...
local errors = import "core/errors"
local copying = import "areas/data/deep_copy"
local data = import "areas/data/registry"
local emitter = import "areas/interface/event_emitter"
local events = import "core/game/events"
local layered_fields = import "areas/interface/moddable"
local maps = import "areas/map/instances"
local stable_order = import "core/sandbox/stable_order"
local typos = import "core/typos"
local state = import "areas/session"

local raise = errors.raise
local format = string.format
local ipairs, next, rawequal, type = ipairs, next, rawequal, type
local lend, touch, whole = state.lend, state.touch, state.whole
local FIELDS, changed, inside, known, methods, of =
  maps.FIELDS, maps.changed, maps.inside, maps.known, maps.methods, maps.of

local M = {}

function methods.is_positional(self)
  of(self, "is_positional")
  return true
end

function methods.has_type(self, kinds)
  local own = of(self, "has_type")
  if type(kinds) ~= "table" then
    kinds = { kinds }
  end
  local types = own.fields.types
  for _, wanted in ipairs(kinds) do
    for _, kind in ipairs(type(types) == "table" and types or {}) do
      if kind == wanted then
        return true
      end
    end
  end
  return false
end

for name, method in next, layered_fields.layered(of, lend, function(_, own, key)
  local value = own.fields[key]
  if value == nil and key == "uid" then
    return own.uid
  elseif value == nil then
    typos.name(key, FIELDS, "calc of a map")
  end
  return value
end) do
  methods[name] = method
end

for name, method in next, emitter.methods(function(self, method, make)
  local own = of(self, method)
  if make and not own.holder then
    own.holder = events.new_holder()
  end
  return own.holder
end) do
  methods[name] = method
end

-- Binds the handlers of the archetype; those of a former one are gone.
function M.bind(own)
  if own.holder then
    emitter.disconnect_entry(own.holder)
  end
  local record = own.fields._archetype and data.find("base.map_archetype", own.fields._archetype)
  if record and emitter.has_entry_events(record) then
    own.holder = own.holder or events.new_holder()
    emitter.connect_entry(own.holder, record)
  end
end

function M.archetype(map)
  local id = known[map].fields._archetype
  return id and data.find("base.map_archetype", id)
end

function methods.set_archetype(self, id, options)
  local own = of(self, "set_archetype")
  if id == nil then
    own.fields._archetype = nil
    M.bind(own)
    return
  end
  local record = data.resolve("base.map_archetype", type(id) == "table" and id._id or id, state.running_mod(), "set_archetype: the id")
  own.fields._archetype = record.id
  if options and options.set_properties then
    for key, value in stable_order.pairs(record.entry.properties or {}) do
      self[key] = copying.deep_copy(value)
    end
  end
  M.bind(own)
end

function methods.archetype(self)
  of(self, "archetype")
  local record = M.archetype(self)
  return record and data.seen(record, state.running_mod())
end

-- The way back from a map: another map, and where to stand on it.
function methods.set_previous_map_and_location(self, map, x, y)
  local own = of(self, "set_previous_map_and_location")
  map = maps.resolve(map, "set_previous_map_and_location: the map")
  local other = known[map]
  if other.fields.is_temporary then
    raise("set_previous_map_and_location: the map is temporary: must be one that lasts")
  end
  x, y = whole(x, "set_previous_map_and_location: x"), whole(y, "set_previous_map_and_location: y")
  if not inside(other, x, y) then
    raise(format("set_previous_map_and_location: (%d, %d) lies outside that map", x, y))
  end
  own.previous = { other.uid, x, y }
end

function methods.previous_map_and_location(self)
  local previous = of(self, "previous_map_and_location").previous
  if previous then
    return previous[1], previous[2], previous[3]
  end
end

-- Takes over everything of another map but its uid; the other map is gone then.
function methods.replace_with(self, other)
  local own, from = of(self, "replace_with"), of(other, "replace_with: its argument")
  if own == from then
    return
  elseif rawequal(state.game.map, other) then
    raise("replace_with: the other map is the current one: must be another")
  elseif state.game.area_of[from.uid] then
    raise("replace_with: the other map belongs to an area: must be free")
  end
  maps.on_replaced(own, from)
  for _, name in ipairs {
    "number", "width", "height", "store", "fields", "temp", "holder", "field_count", "mod_data", "memory", "shared",
  } do
    own[name] = from[name]
  end
  changed(own)
  maps.forget(from)
  touch(own)
  if rawequal(state.game.map, self) then
    py.map_select(own.number)
  end
end

return M
