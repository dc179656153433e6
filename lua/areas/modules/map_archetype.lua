-- The module MapArchetype: maps and their areas out of the archetypes of maps.

local import = ...
local areas = import "areas/area/instances"
local errors = import "core/errors"
local creating = import "areas/object/creation"
local data = import "areas/data/registry"
local entrances = import "areas/area/entrances"
local maps = import "areas/map/instances"
local module_area = import "areas/modules/area"
local state = import "areas/session"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local format = string.format
local Area = module_area.Area

local M = {}

local MapArchetype = {}

function MapArchetype.generate_map(id, area, floor, params)
  state.need_game "MapArchetype.generate_map"
  local record = data.resolve("base.map_archetype", id, state.running_mod(), "MapArchetype.generate_map: the id")
  local make = record.entry.on_generate_map
  if not make then
    raise(format("MapArchetype.generate_map: %s has no on_generate_map", record.id))
  end
  params = params == nil and {} or params
  params.is_first_generation = true
  local map = maps.meant(make(area, floor, params))
  if not maps.is(map) then
    raise(format("MapArchetype.generate_map: on_generate_map of %s gave %s: must be a map", record.id, shown(map)))
  end
  if not map._archetype then
    map:set_archetype(record.id, { set_properties = true })
  end
  maps.emit(map, "base.on_map_generated_from_archetype", { area = area, floor = floor, params = params })
  return map
end

function MapArchetype.generate_map_and_area(id, floor, params, parent)
  local map = MapArchetype.generate_map(id, nil, floor, params)
  local area = areas.new()
  area:add_floor(map, floor)
  Area.register(area, { parent = parent })
  return map, area
end

function MapArchetype.generate_area_archetype_entrances(map)
  entrances.place_children(creating.map_of(map, "MapArchetype.generate_area_archetype_entrances"))
end

M.MapArchetype = MapArchetype

return M
