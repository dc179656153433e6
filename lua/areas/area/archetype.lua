-- What makes the floors of an area: its archetype and its generator. Methods set_archetype, archetype, has_type.

local import = ...
local areas = import "areas/area/area_states"
local arguments = import "areas/arguments"
local data = import "areas/data/registry"
local deep_copy = import "areas/data/deep_copy"
local loader = import "core/loader"

local of = areas.of

local M = { methods = {} }

-- The record of the base.area_archetype of an area, given by its state; or nil.
function M.archetype_of(state)
  return state.archetype and data.find("base.area_archetype", state.archetype)
end

-- The record of the base.area_generator of an area, or nil.
function M.generator_of(state)
  local fields = state.fields
  local id = fields.generator or fields.floor_generator or fields.area_generator
  return id and data.find("base.area_generator", id)
end

function M.methods.set_archetype(self, id, options)
  local state = of(self, "set_archetype")
  if id == nil then
    state.archetype = nil
    return
  end
  local record = data.resolve("base.area_archetype", id, "set_archetype: the id")
  state.archetype = record.id
  if options and options.set_properties then
    for _, name in ipairs { "image", "color", "metadata", "types" } do
      if record.entry[name] ~= nil then
        state.fields[name] = deep_copy(record.entry[name])
      end
    end
  end
end

function M.methods.archetype(self)
  local record = M.archetype_of(of(self, "archetype"))
  return record and data.entry_for(record, loader.running_mod())
end

function M.methods.has_type(self, wanted)
  return arguments.contains(of(self, "has_type").fields.types, wanted)
end

return M
