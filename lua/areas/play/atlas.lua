-- All maps of a mod at once, for exports: the map on which its world begins, and each floor of each of its areas.

local import = ...
-- First: no mod may have used this dialect.
import("areas/init").load()
local areas = import "areas/area/area_states"
local data = import "areas/data/registry"
local errors = import "core/errors"
local floor_generation = import "areas/area/floor_generation"
local floors = import "areas/area/floors"
local hierarchy = import "areas/area/hierarchy"
local keys = import "areas/play/keys"
local loader = import "core/loader"
local maps = import "areas/map/map_states"
local schema = import "areas/data/schema"
local session = import "areas/session"
local values = import "core/border/values"

local M = {}

-- Floors of an area, and maps in all.
local MOST_FLOORS, MOST_MAPS = 100, 250

-- The ids of the unique areas that a mod declares, in order.
local function declared_by(mod_id)
  local ids = {}
  for _, type_name in ipairs(schema.UNIQUE) do
    for _, record in ipairs(data.records(type_name)) do
      if record.mod.id == mod_id and record.mod ~= data.HOST then
        ids[#ids + 1] = record.id
      end
    end
  end
  return ids
end

-- Whether a mod begins a world, or declares areas.
function M.has_maps(mod_id)
  return loader.begins_world(mod_id) or #declared_by(mod_id) > 0
end

-- Generates the floors of an area, given by its state, that do not exist yet.
local function generate_floors(state)
  local first, last = floors.first_floor(state), floors.declared_depth(state)
  last = last or first
  if last - first >= MOST_FLOORS then
    errors.fail("%s has the floors %d to %d: at most %d are made at once", floors.title(state), first, last,
      MOST_FLOORS)
  end
  for floor = first, last do
    local ok, why = floor_generation.load_or_generate(state, floor, nil, floors.title(state))
    -- A mod may declare an area that only it can fill.
    if not ok and why ~= "no_archetype" and why ~= "no_archetype_on_generate_floor" then
      errors.raise(why)
    end
  end
end

-- The area with the least uid above a number, or nil. A floor may make areas, whose uids are greater.
local function next_area(last)
  local area
  for uid, other in next, session.game.areas do
    if uid > last and (not area or uid < areas.states[area].uid) then
      area = other
    end
  end
  return area
end

-- What people call an area, given by its state: its unique id, or a number.
local function key_of(state)
  return state.unique or string.format("%d", state.uid)
end

-- Begins the game of a mod and generates all maps. Returns rows: number of the map, key of its area (empty for none),
-- floor. The first is where the world begins.
function M.make(mod_id)
  if loader.begins_world(mod_id) then
    local problem = keys.begin(mod_id)
    if problem then
      errors.raise(problem)
    end
  end
  for _, id in ipairs(declared_by(mod_id)) do
    hierarchy.get_unique(id, nil, id)
  end
  local rows = {}
  local function add(map, key, floor)
    if #rows >= MOST_MAPS then
      errors.fail("the areas of %s have more than %d maps: at most %d are made at once", mod_id, MOST_MAPS, MOST_MAPS)
    end
    rows[#rows + 1] = { maps.states[map].number, key, floor }
  end
  local begun = session.game.map
  if begun and not hierarchy.of_map(begun) then
    add(begun, "", 0)
  end
  local last = 0
  repeat
    local area = next_area(last)
    if area then
      local state = areas.states[area]
      last = state.uid
      generate_floors(state)
      for _, floor in ipairs(floors.sorted_floors(state)) do
        local map = session.game.maps[state.floors[floor]]
        if map then
          add(map, key_of(state), floor)
        end
      end
    end
  until not area
  return values.flatten(rows)
end

return M
