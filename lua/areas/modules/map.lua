-- The module Map: maps by their uids, the current map, and travel.

local import = ...
local entering = import "areas/travel/entering"
local free_squares = import "areas/map/free_squares"
local arguments = import "areas/arguments"
local hierarchy = import "areas/area/hierarchy"
local saving = import "areas/save/saving"
local maps = import "areas/map/map_states"
local module_area = import "areas/modules/area"
local objects = import "areas/object/object_states"
local placement = import "areas/object/placement"
local queries = import "areas/object/queries"
local session = import "areas/session"
local text = import "core/sandbox/text"
local travel = import "areas/travel/travel"

local given_or_current = maps.given_or_current

local Map = {
  from_dungeon = maps.from_dungeon, leave_by_edge = travel.leave_by_edge, set_map = travel.set_map,
  travel_to = travel.travel_to,
}

function Map.current()
  return session.game.map
end

function Map.get_or_create(id)
  return module_area.get_or_create_map(id)
end

function Map.load(uid)
  local map = session.game.maps[math.tointeger(uid)]
  if map then
    return true, map
  end
  return false, "there is no map " .. text.shown(uid)
end

function Map.exists(value)
  if maps.is(value) then
    return not maps.states[value].gone
  end
  return session.game.maps[math.tointeger(value)] ~= nil
end

function Map.delete(value)
  travel.delete(maps.resolve(value, "Map.delete: value"))
end

function Map.save(map)
  maps.of(map, "Map.save")
  saving.check_map(map)
  return true
end

function Map.floor_number(map)
  return (select(2, hierarchy.of_map(given_or_current(map, "Map.floor_number"))))
end

function Map.is_world_map(map)
  return given_or_current(map, "Map.is_world_map"):has_type "world_map"
end

-- Methods of maps as functions whose last argument is a map, by default the current one: name -> number of other
-- arguments.
for name, count in next, {
  width = 0, height = 0, is_in_bounds = 2, has_los = 4, is_in_fov = 2, is_floor = 2, can_access = 2, tile = 2,
  set_tile = 3,
  can_see_through = 2,
} do
  Map[name] = function(...)
    local map = given_or_current((select(count + 1, ...)), "Map." .. name)
    local passed = { ... }
    return map[name](map, table.unpack(passed, 1, count))
  end
end

function Map.calc_start_position(map, previous, feat)
  return entering.start_position(given_or_current(map, "Map.calc_start_position"), previous, feat)
end

function Map.find_free_position(x, y, options, map)
  map = given_or_current(map, "Map.find_free_position")
  if x == nil then
    return free_squares.find(map, nil, nil, session.stream "places")
  end
  x, y = arguments.read_position(x, y, "Map.find_free_position")
  if options and options.allow_stacking and map:is_floor(x, y) then
    return x, y
  end
  return free_squares.find(map, x, y)
end

function Map.find_position_for_chara(x, y, _, map)
  return Map.find_free_position(x, y, nil, map)
end

function Map.try_place_chara(chara, x, y, map)
  local state = objects.of(chara, "Map.try_place_chara")
  map = given_or_current(map, "Map.try_place_chara")
  local column, row = Map.find_free_position(x, y, nil, map)
  if not column then
    return nil
  end
  placement.put(state, map, column, row)
  return chara
end

function Map.max_chara_count(map)
  local state = maps.states[given_or_current(map, "Map.max_chara_count")]
  return state.width * state.height
end

function Map.can_drop_items(map)
  map = given_or_current(map, "Map.can_drop_items")
  local limit = map:calc "item_on_floor_limit"
  return limit == nil or #queries.list_of(map, "base.item") < limit
end

return Map
