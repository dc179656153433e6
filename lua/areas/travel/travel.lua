-- From map to map: what is current, who goes along, and which events that brings.

local import, py = ...
local areas = import "areas/area/instances"
local being = import "areas/travel/player"
local errors = import "core/errors"
local entering = import "areas/travel/entering"
local floor_maps = import "areas/area/floors"
local journey = import "areas/travel/journey"
local kinship = import "areas/area/hierarchy"
local making = import "areas/area/floor_generation"
local map_methods = import "areas/map/archetype"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local placing = import "areas/object/placement"
local protect = import "core/sandbox/protect"
local stairways = import "areas/area/stairs"
local state = import "areas/session"

local raise = errors.raise
local error, format = error, string.format
local ipairs, rawequal = ipairs, rawequal
local whole = state.whole
local enter = entering.enter
local places, restore, snapshot = journey.places, journey.restore, journey.snapshot

local M = {}

-- Set by areas/save: what is to be done, and may be refused, before a map is left, and when the travel is done.
M.before_leaving, M.after_travel = nil, nil
-- Where a travel that is under way goes to: handlers of its events may not begin another.
local travelling

function M.set_map(map, load_type)
  maps.of(map, "Map.set_map")
  M.need_rest "Map.set_map"
  load_type = load_type == nil and "full" or load_type
  local area = kinship.of_map(map)
  if area and not areas.known[area].registered then
    kinship.register(areas.known[area], "root")
  end
  enter(map, load_type)
end

-- Goes to another map: true; or false, and why not.
function M.travel_to(map, params)
  state.need_game "Map.travel_to"
  maps.of(map, "Map.travel_to: map")
  params = params or {}
  local game = state.game
  local previous = game.map
  if rawequal(previous, map) then
    return true
  end
  M.need_rest "Map.travel_to"
  local x, y
  if params.start_x ~= nil or params.start_y ~= nil then
    x, y = whole(params.start_x, "Map.travel_to: params.start_x"), whole(params.start_y, "Map.travel_to: params.start_y")
    if not maps.square(maps.known[map], x, y) then
      raise(format("Map.travel_to: (%d, %d) lies outside the map", x, y))
    end
  else
    x, y = entering.start_position(map, previous, params.feat)
  end
  local list, wrong = places(map, x, y)
  if not list then
    return false, wrong
  end
  if previous and M.before_leaving then
    -- Refuses what cannot be saved while nothing has changed yet.
    M.before_leaving(previous)
  end
  local before = snapshot(list, map)
  local made_area
  travelling = map
  local ok, message = protect.pcall(function()
    local area = kinship.of_map(map)
    if not area then
      local around = previous and kinship.of_map(previous)
      made_area = kinship.around(map, around)
    elseif not areas.known[area].registered then
      kinship.register(areas.known[area], "root")
    end
    for _, one in ipairs(list) do
      being.put(one[1], map, one[2], one[3])
    end
    if previous then
      maps.emit(previous, "base.on_map_leave", { next_map = map })
    end
    enter(map, "traveled")
  end)
  travelling = nil
  if not ok then
    restore(before, made_area, map)
    error(message, 0)
  end
  if previous then
    local own = maps.known[previous]
    if own.fields.is_temporary then
      M.delete(previous)
    elseif own.holder then
      -- What connect_self bound to a map lasts as long as one is there.
      own.holder = nil
      map_methods.bind(own)
    end
  end
  if M.after_travel then
    M.after_travel()
  end
  return true
end

protect.on_death(function()
  travelling = nil
end)

-- Raises while a travel is under way: it must find all as it was.
function M.need_rest(what)
  if travelling then
    raise(what .. ": a travel is under way: must wait until it is over")
  end
end

-- Raises when a map cannot be taken out of the game.
function M.need_deletable(map, what)
  if rawequal(state.game.map, map) then
    raise(format("%s: the map %d is the current one: must be another", what, map.uid))
  elseif rawequal(travelling, map) then
    raise(format("%s: a travel to the map %d is under way: must wait until it is over", what, map.uid))
  end
end

-- Takes a map out of the game.
function M.delete(map)
  M.need_deletable(map, "Map.delete")
  local own = maps.known[map]
  maps.emit(map, "base.on_map_deleted", {})
  for _, object in ipairs(own.store:all()) do
    if objects.known[object] then
      placing.detach(objects.known[object])
    end
  end
  local area, floor = kinship.of_map(map)
  if area then
    floor_maps.drop_floor(areas.known[area], floor)
  end
  maps.forget(own)
  state.game.buried[own.number] = true
  if not own.shared then
    py.map_drop(own.number)
  end
end

-- Off the edge of a map: back to where one came from.
function M.leave_by_edge()
  local map = state.game.map
  if not map or not map:calc "can_exit_from_edge" then
    return false
  end
  local uid, x, y = map:previous_map_and_location()
  local previous = uid and state.game.maps[uid]
  if previous then
    return M.travel_to(previous, { start_x = x, start_y = y })
  end
  local area = kinship.of_map(map)
  local above, floor = stairways.way_out(areas.known[area])
  if not above then
    return false
  end
  local ok, found = making.load_or_generate(areas.known[state.game.areas[above]], floor, nil, "the edge of the map")
  if not ok then
    return false, found
  end
  local position = areas.known[state.game.areas[above]].children[areas.known[area].uid]
  return M.travel_to(found, position and { start_x = position.x, start_y = position.y } or nil)
end

return M
