-- Travel from map to map: the current map, who comes along, and the events.

local import, py = ...
local activities = import "areas/object/activities"
local archetypes = import "areas/map/archetype"
local areas = import "areas/area/area_states"
local arguments = import "areas/arguments"
local entering = import "areas/travel/entering"
local errors = import "core/errors"
local floor_generation = import "areas/area/floor_generation"
local floors = import "areas/area/floors"
local hierarchy = import "areas/area/hierarchy"
local maps = import "areas/map/map_states"
local party_move = import "areas/travel/party_move"
local placement = import "areas/object/placement"
local protect = import "core/sandbox/protect"
local session = import "areas/session"
local stairs = import "areas/area/stairs"

local raise, fail = errors.raise, errors.fail

local M = {}

-- Called before a map is left, to refuse what cannot be saved; and after a travel, to save. Set by the save code,
-- which is loaded later because it needs travel itself.
M.before_leaving, M.after_travel = nil, nil

-- The map to which a travel is under way; its handlers may not start another.
local destination

protect.on_death(function()
  destination = nil
end)

-- Raises an error while a travel is under way.
function M.need_rest(title)
  if destination then
    raise(title .. ": a travel is under way: must wait until it is over")
  end
end

-- Raises an error for a map that cannot be deleted now.
function M.need_deletable(map, title)
  if rawequal(session.game.map, map) then
    fail("%s: the map %d is the current one: must be another", title, map.uid)
  elseif rawequal(destination, map) then
    fail("%s: a travel to the map %d is under way: must wait until it is over", title, map.uid)
  end
end

-- Registers the area of a map. A map without an area gets one inside `parent`, which is returned.
local function register_area(map, parent)
  local area = hierarchy.of_map(map)
  if not area then
    return (hierarchy.ensure_area(map, parent))
  elseif not areas.states[area].registered then
    hierarchy.register(areas.states[area], "root")
  end
end

-- Makes a map the current one. No object moves.
function M.set_map(map, load_type)
  maps.of(map, "Map.set_map")
  M.need_rest "Map.set_map"
  if hierarchy.of_map(map) then
    register_area(map)
  end
  entering.enter(map, load_type == nil and "full" or load_type)
end

-- The square of arrival: what the params of the travel say, or the map.
local function read_start(map, previous, params)
  if params.start_x == nil and params.start_y == nil then
    return entering.start_position(map, previous, params.feat)
  end
  local x = arguments.read_integer(params.start_x, "Map.travel_to: params.start_x")
  local y = arguments.read_integer(params.start_y, "Map.travel_to: params.start_y")
  if not maps.square(maps.states[map], x, y) then
    fail("Map.travel_to: (%d, %d) lies outside the map", x, y)
  end
  return x, y
end

-- Deletes a temporary map that was left; any other loses the handlers of connect_self.
local function leave(map)
  local state = maps.states[map]
  if state.fields.is_temporary then
    M.delete(map)
  elseif state.holder then
    state.holder = nil
    archetypes.bind(state)
  end
end

-- Takes player and party to another map: true; or false and why not. A travel that fails changes nothing.
function M.travel_to(map, params)
  maps.of(map, "Map.travel_to: map")
  params = params or {}
  local previous = session.game.map
  if rawequal(previous, map) then
    return true
  end
  M.need_rest "Map.travel_to"
  local moves, problem = party_move.plan(map, read_start(map, previous, params))
  if not moves then
    return false, problem
  end
  if previous and M.before_leaving then
    M.before_leaving(previous)
  end
  local snapshot = party_move.take_snapshot(moves, map)
  local new_area
  destination = map
  local ok, message = protect.pcall(function()
    new_area = register_area(map, previous and hierarchy.of_map(previous))
    party_move.run(moves, map)
    if previous then
      maps.emit(previous, "base.on_map_leave", { next_map = map })
    end
    entering.enter(map, "traveled")
  end)
  destination = nil
  if not ok then
    party_move.revert(snapshot, new_area, map)
    error(message, 0)
  end
  activities.remove(session.game.player)
  if previous then
    leave(previous)
  end
  if M.after_travel then
    M.after_travel()
  end
  return true
end

-- Deletes a map and what lies on it.
function M.delete(map)
  M.need_deletable(map, "Map.delete")
  local state = maps.states[map]
  maps.emit(map, "base.on_map_deleted", {})
  placement.clear(state)
  local area, floor = hierarchy.of_map(map)
  if area then
    floors.drop_floor(areas.states[area], floor)
  end
  maps.forget(state)
  session.game.buried[state.number] = true
  if not state.shared then
    py.map_drop(state.number)
  end
end

-- Leaves the current map over its edge: to the previous map, or to the area around.
function M.leave_by_edge()
  local map = session.game.map
  if not map or not map:calc "can_exit_from_edge" then
    return false
  end
  local uid, x, y = map:previous_map_and_location()
  local previous = uid and session.game.maps[uid]
  if previous then
    return M.travel_to(previous, { start_x = x, start_y = y })
  end
  local state = areas.states[(hierarchy.of_map(map))]
  local parent_uid, floor = stairs.way_out(state)
  if not parent_uid then
    return false
  end
  local parent_state = areas.states[session.game.areas[parent_uid]]
  local ok, parent_map = floor_generation.load_or_generate(parent_state, floor, nil, "the edge of the map")
  if not ok then
    return false, parent_map
  end
  local position = parent_state.children[state.uid]
  return M.travel_to(parent_map, position and { start_x = position.x, start_y = position.y } or nil)
end

return M
