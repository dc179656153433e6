-- The module MapArchetype: maps and areas out of map archetypes.

local import = ...
local archetypes = import "areas/map/archetype"
local areas = import "areas/area/area_states"
local data = import "areas/data/registry"
local entrances = import "areas/area/entrances"
local errors = import "core/errors"
local maps = import "areas/map/map_states"
local module_area = import "areas/modules/area"
local text = import "core/sandbox/text"

local MapArchetype = {}

function MapArchetype.generate_map(id, area, floor, params)
  local record = data.resolve("base.map_archetype", id, "MapArchetype.generate_map: the id")
  local generate_map = record.entry.on_generate_map
  if not generate_map then
    errors.fail("MapArchetype.generate_map: %s has no on_generate_map", record.id)
  end
  params = params == nil and {} or params
  params.is_first_generation = true
  local map = maps.resolve_foreign(generate_map(area, floor, params))
  if not maps.is(map) then
    errors.fail("MapArchetype.generate_map: on_generate_map of %s returned %s: must return a map", record.id,
      text.shown(map))
  end
  archetypes.finish(map, record, { area = area, floor = floor, params = params })
  return map
end

function MapArchetype.generate_map_and_area(id, floor, params, parent)
  local map = MapArchetype.generate_map(id, nil, floor, params)
  local area = areas.new()
  area:add_floor(map, floor)
  module_area.register(area, { parent = parent })
  return map, area
end

function MapArchetype.generate_area_archetype_entrances(map, force)
  entrances.place_children(maps.given_or_current(map, "MapArchetype.generate_area_archetype_entrances"), force)
end

return MapArchetype
