-- Stairs and entrances as ways to go: where each leads and where one arrives.

local import = ...
local areas = import "areas/area/instances"
local floor_maps = import "areas/area/floors"
local kinship = import "areas/area/hierarchy"
local making = import "areas/area/floor_generation"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local stable_order = import "core/sandbox/stable_order"
local stairways = import "areas/area/stairs"
local state = import "areas/session"
local travel = import "areas/travel/travel"

local format = string.format
local ipairs, rawequal = ipairs, rawequal

local M = {}

local DELTA = { up = -1, down = 1 }

-- Where a feat leads: an area and a floor, or a map; or nothing, and why.
local function destination(feat)
  local fields = objects.known[feat].fields
  local params = fields.params or {}
  local game = state.game
  if params.map_uid and game.maps[params.map_uid] then
    local map = game.maps[params.map_uid]
    local area, floor = kinship.of_map(map)
    return area, floor, map
  end
  local area = params.area_uid and game.areas[params.area_uid]
  if area then
    return area, params.area_floor or params.start_floor or floor_maps.first_floor(areas.known[area])
  elseif params.area_uid then
    return nil, format("it leads to the area %d, which is not there", params.area_uid)
  end
  local way = stairways.direction(feat)
  local delta = params.floor_delta or fields.floor_delta or DELTA[way]
  local here, floor = kinship.of_map(game.map)
  if delta and here then
    if floor + delta < floor_maps.first_floor(areas.known[here]) then
      local uid, out = stairways.way_out(areas.known[here])
      if uid then
        return game.areas[uid], out
      end
    else
      return here, floor + delta
    end
  end
  local uid = game.map:previous_map_and_location()
  if way == "up" and uid and game.maps[uid] then
    local map = game.maps[uid]
    local area_of, its_floor = kinship.of_map(map)
    return area_of, its_floor, map
  end
  return nil, "it leads nowhere: it has no area_uid"
end

-- The stairs at which one arrives: those that lead back, else the first that go the other way.
local function arrival(map, feat, from_area, from_floor)
  local way = stairways.direction(feat)
  if not way then
    return nil
  end
  local up, down = stairways.stairs_of(map)
  local candidates = way == "down" and up or down
  for _, one in ipairs(candidates) do
    local params = objects.known[one].fields.params or {}
    if params.area_uid == (from_area and areas.known[from_area].uid) and params.area_floor == from_floor
      or params.map_uid == maps.known[state.game.map].uid then
      return one.x, one.y
    end
  end
  if candidates[1] then
    return candidates[1].x, candidates[1].y
  end
end

-- Goes where stairs or an entrance lead: true; or false, and why not.
function M.use(feat)
  local game = state.game
  local here = game.map
  local before = objects.emit(feat, "elona.before_travel_using_feat", { blocked = false })
  if stable_order.type(before) == "table" and before.blocked then
    return false, "it was blocked"
  end
  local area, floor, map = destination(feat)
  if not area and not map then
    return false, floor
  end
  local changed = objects.emit(feat, "elona.on_travel_using_feat", { area = area, floor = floor, map = map })
  if stable_order.type(changed) == "table" then
    area, floor, map = changed.area or area, changed.floor or floor, changed.map or map
  end
  if not map then
    local ok, found, made = making.load_or_generate(areas.of(area, "the area"), floor, nil, "the feat")
    if not ok then
      return false, found
    end
    map = found
    local own = maps.known[map]
    if not made and own.fields.is_generated_every_time and own.fields.visit_times > 0 and not rawequal(map, here) then
      local fresh, why = making.generate(areas.known[area], floor, nil, { is_first_generation = false })
      if not fresh then
        return false, why
      end
      map:replace_with(fresh)
      maps.emit(map, "base.on_generate_area_floor", { area = area, floor_number = floor, is_first_generation = false })
    end
  end
  local params = objects.known[feat].fields.params or {}
  local from_area, from_floor = kinship.of_map(here)
  local x, y
  if params.area_starting_x and params.area_starting_y then
    x, y = params.area_starting_x, params.area_starting_y
  else
    local from = from_area and areas.known[from_area]
    if from and area and from.parent == areas.known[area].uid then
      local position = areas.known[area].children[from.uid]
      if position and position.floor == floor then
        x, y = position.x, position.y
      end
    end
    if not x then
      x, y = arrival(map, feat, from_area, from_floor)
    end
  end
  if x and not maps.square(maps.known[map], x, y) then
    x, y = nil, nil
  end
  local is_entrance = not stairways.direction(feat)
  local fx, fy = feat.x, feat.y
  local ok, why = travel.travel_to(map, { start_x = x, start_y = y, feat = feat })
  if ok and is_entrance and not maps.known[map].gone and not maps.known[here].gone and not maps.known[here].fields.is_temporary then
    maps.known[map].previous = { maps.known[here].uid, fx, fy }
  end
  return ok, why
end

return M
