-- The archetype of a map, whose handlers and callbacks it has. Methods set_archetype, archetype, has_type.

local import = ...
local arguments = import "areas/arguments"
local data = import "areas/data/registry"
local deep_copy = import "areas/data/deep_copy"
local event_emitter = import "areas/interface/event_emitter"
local events = import "core/game/events"
local inherited = import "core/border/inherited"
local loader = import "core/loader"
local maps = import "areas/map/map_states"
local stable_order = import "core/sandbox/stable_order"

local of = maps.of

local M = { methods = {} }
local methods = M.methods

-- The record of the base.map_archetype of a map, given by its state; or nil.
function M.archetype_of(state)
  local id = state.fields._archetype
  return id and data.find("base.map_archetype", id)
end

-- Replaces the handlers of a former archetype by handlers of the present one.
function M.bind(state)
  if state.holder then
    event_emitter.disconnect_entry(state.holder)
  end
  local record = M.archetype_of(state)
  if record and event_emitter.has_entry_events(record) then
    state.holder = state.holder or events.new_holder()
    event_emitter.connect_entry(state.holder, record)
  end
end

function methods.set_archetype(self, id, options)
  local state = of(self, "set_archetype")
  local record = id ~= nil and data.resolve("base.map_archetype", id, "set_archetype: the id")
  state.fields._archetype = record and record.id or nil
  if record and options and options.set_properties then
    for key, value in stable_order.pairs(inherited(record.entry.properties or {})) do
      self[key] = deep_copy(value)
    end
  end
  M.bind(state)
end

-- Finishes a map that an archetype has generated: sets it, unless the generator has set another, and emits the event.
function M.finish(map, record, params)
  if not map._archetype then
    map:set_archetype(record.id, { set_properties = true })
  end
  maps.emit(map, "base.on_map_generated_from_archetype", params)
end

function methods.archetype(self)
  local record = M.archetype_of(of(self, "archetype"))
  return record and data.entry_for(record, loader.running_mod())
end

function methods.has_type(self, wanted)
  local types = of(self, "has_type").fields.types
  for _, name in ipairs(type(wanted) == "table" and wanted or { wanted }) do
    if arguments.contains(types, name) then
      return true
    end
  end
  return false
end

return M
