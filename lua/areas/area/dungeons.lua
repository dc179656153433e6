-- Dungeons: areas with generated floors, and their entrances on a map.

local import = ...
local archetypes = import "areas/area/archetype"
local areas = import "areas/area/area_states"
local floors = import "areas/area/floors"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local queries = import "areas/object/queries"
local session = import "areas/session"
local stairs = import "areas/area/stairs"
local travel = import "areas/travel/travel"

local M = {}

-- Whether an area has the type "dungeon", or no types and a generator.
local function is_dungeon(area)
  local types = area.types
  return area:has_type "dungeon"
    or (not types or #types == 0) and archetypes.generator_of(areas.states[area]) ~= nil
end

-- The area to which an entrance leads; or nil.
function M.area_of(feat)
  local params = objects.states[feat].fields.params
  return params and params.area_uid and session.game.areas[params.area_uid]
end

-- The entrances of dungeons on a map, by default the current one.
function M.entrances(map)
  return queries.list_of(maps.given_or_current(map, "Dungeon.iter"), "base.feat", function(feat)
    local area = M.area_of(feat)
    return area and not stairs.direction(feat) and is_dungeon(area)
  end)
end

-- Deletes the floors of an area, except the current map; they are generated again when the player enters them.
function M.forget_floors(area)
  local state = areas.states[area]
  for _, floor in ipairs(floors.sorted_floors(state)) do
    local map = session.game.maps[state.floors[floor]]
    if map and not rawequal(map, session.game.map) then
      travel.delete(map)
    end
  end
  state.fields.deepest_floor_visited, state.fields.is_conquered = 0, nil
end

return M
