-- Passages: stairs and entrances, where each leads, and the square of arrival there.

local import = ...
local areas = import "areas/area/area_states"
local floor_generation = import "areas/area/floor_generation"
local floors = import "areas/area/floors"
local hierarchy = import "areas/area/hierarchy"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local session = import "areas/session"
local stable_order = import "core/sandbox/stable_order"
local stairs = import "areas/area/stairs"
local travel = import "areas/travel/travel"

local direction = stairs.direction

local M = {}

local FLOOR_DELTAS = { up = -1, down = 1 }

local function params_of(feat)
  return objects.states[feat].fields.params or {}
end

-- Where a feat leads: { area, floor, map }, of which the map may be missing; or nil and why it leads nowhere.
local function find_destination(feat)
  local params, game = params_of(feat), session.game
  local function to_map(map)
    local area, floor = hierarchy.of_map(map)
    return { area = area, floor = floor, map = map }
  end
  -- Both names of the floor are alike until a mod assigns one of them.
  if params.map_uid and game.maps[params.map_uid] and params.start_floor == params.area_floor then
    return to_map(game.maps[params.map_uid])
  end
  local area = params.area_uid and game.areas[params.area_uid]
  if area then
    local floor = stairs.floor_of(params) or floors.first_floor(areas.states[area])
    return { area = area, floor = floor }
  elseif params.area_uid then
    return nil, string.format("it leads to the area %d, which does not exist", params.area_uid)
  end
  local delta = params.floor_delta or objects.states[feat].fields.floor_delta or FLOOR_DELTAS[direction(feat)]
  local current, floor = hierarchy.of_map(game.map)
  if delta and current then
    local state = areas.states[current]
    if floor + delta >= floors.first_floor(state) then
      return { area = current, floor = floor + delta }
    end
    local uid, out_floor = stairs.way_out(state)
    if uid then
      return { area = game.areas[uid], floor = out_floor }
    end
  end
  local uid = game.map:previous_map_and_location()
  if direction(feat) == "up" and uid and game.maps[uid] then
    return to_map(game.maps[uid])
  end
  return nil, "it leads nowhere: it has no area_uid"
end

-- The map of a destination, generated where needed; or nil and why there is none.
local function load_map(destination)
  local area, floor = destination.area, destination.floor
  local ok, map, is_new = floor_generation.load_or_generate(areas.of(area, "the area"), floor, nil, "the feat")
  if not ok then
    return nil, map
  end
  local fields = maps.states[map].fields
  if not is_new and fields.is_generated_every_time and fields.visit_times > 0
    and not rawequal(map, session.game.map) then
    local replacement, why = floor_generation.generate(areas.states[area], floor, nil, { is_first_generation = false })
    if not replacement then
      return nil, why
    end
    map:replace_with(replacement)
    maps.emit(map, "base.on_generate_area_floor", { area = area, floor_number = floor, is_first_generation = false })
  end
  return map
end

-- The stairs of arrival: those that lead back to where the player comes from, or else the first in the other direction.
local function find_stairs(map, feat, from_area, from_floor)
  local way = direction(feat)
  if not way then
    return nil
  end
  local up, down = stairs.list(map)
  local candidates = way == "down" and up or down
  local current_uid = maps.states[session.game.map].uid
  for _, candidate in ipairs(candidates) do
    local params = params_of(candidate)
    if params.area_uid == (from_area and areas.states[from_area].uid) and stairs.floor_of(params) == from_floor
      or params.map_uid == current_uid then
      return candidate.x, candidate.y
    end
  end
  if candidates[1] then
    return candidates[1].x, candidates[1].y
  end
end

-- The square of arrival on a map; nothing where the map itself says it.
local function find_arrival(feat, destination, map)
  local params = params_of(feat)
  local from_area, from_floor = hierarchy.of_map(session.game.map)
  local x, y
  if params.area_starting_x and params.area_starting_y then
    x, y = params.area_starting_x, params.area_starting_y
  else
    local from_state, area_state = areas.states[from_area or false], areas.states[destination.area or false]
    local position = from_state and area_state and from_state.parent == area_state.uid
      and area_state.children[from_state.uid]
    if position and position.floor == destination.floor then
      x, y = position.x, position.y
    else
      x, y = find_stairs(map, feat, from_area, from_floor)
    end
  end
  if x and maps.square(maps.states[map], x, y) then
    return x, y
  end
end

-- Travels where stairs or an entrance lead: true; or false and why not.
function M.use(feat)
  local previous = session.game.map
  local blocking = objects.emit(feat, "elona.before_travel_using_feat", { blocked = false })
  if stable_order.type(blocking) == "table" and blocking.blocked then
    return false, "it was blocked"
  end
  local destination, why = find_destination(feat)
  if not destination then
    return false, why
  end
  local changes = objects.emit(feat, "elona.on_travel_using_feat", {
    area = destination.area, floor = destination.floor, map = destination.map,
  })
  if stable_order.type(changes) == "table" then
    for _, name in ipairs { "area", "floor", "map" } do
      destination[name] = changes[name] or destination[name]
    end
  end
  local map = destination.map
  if not map then
    map, why = load_map(destination)
    if not map then
      return false, why
    end
  end
  local x, y = find_arrival(feat, destination, map)
  local is_entrance, feat_x, feat_y = not direction(feat), feat.x, feat.y
  local ok, problem = travel.travel_to(map, { start_x = x, start_y = y, feat = feat })
  local state, previous_state = maps.states[map], maps.states[previous]
  if ok and is_entrance and not state.gone and not previous_state.gone and not previous_state.fields.is_temporary then
    state.previous = { previous_state.uid, feat_x, feat_y }
  end
  return ok, problem
end

return M
