-- The module Map: maps by their uids, and what can be asked of the current one.

local import = ...
local creating = import "areas/object/creation"
local entering = import "areas/travel/entering"
local free_squares = import "areas/map/free_squares"
local keeping = import "areas/keeping"
local kinship = import "areas/area/hierarchy"
local listing = import "areas/object/queries"
local maps = import "areas/map/instances"
local module_area = import "areas/modules/area"
local objects = import "areas/object/instances"
local placing = import "areas/object/placement"
local random = import "areas/modules/rand"
local state = import "areas/session"
local text = import "core/sandbox/text"
local travel = import "areas/travel/travel"

local shown = text.shown
local format = string.format
local ipairs, next, select = ipairs, next, select
local whole = state.whole
local Area = module_area.Area

local M = {}

local Map = {}

Map.travel_to = travel.travel_to
Map.from_dungeon = maps.from_dungeon
Map.set_map = function(map, load_type)
  state.need_game "Map.set_map"
  travel.set_map(map, load_type)
end
Map.leave_by_edge = travel.leave_by_edge

function Map.current()
  return state.game.map
end

function Map.get_or_create(id)
  return Area.get_or_create_map(id)
end

function Map.load(uid)
  local map = state.game.maps[math.tointeger(uid)]
  if map then
    return true, map
  end
  return false, format("there is no map %s", shown(uid))
end

function Map.exists(value)
  if maps.is(value) then
    return not maps.known[value].gone
  end
  return state.game.maps[math.tointeger(value)] ~= nil
end

function Map.delete(value)
  travel.delete(maps.resolve(value, "Map.delete: value"))
end

function Map.save(map)
  maps.of(map, "Map.save")
  keeping.check_map(map)
  return true
end

function Map.floor_number(map)
  return (select(2, kinship.of_map(creating.map_of(map, "Map.floor_number"))))
end

function Map.is_world_map(map)
  return creating.map_of(map, "Map.is_world_map"):has_type "world_map"
end

for _, name in ipairs { "width", "height" } do
  Map[name] = function(map)
    map = creating.map_of(map, "Map." .. name)
    return map[name](map)
  end
end

-- Those whose last argument is a map, by default the current one: name -> how many come before it.
for name, count in next, {
  is_in_bounds = 2, has_los = 4, is_in_fov = 2, is_floor = 2, can_access = 2, tile = 2, set_tile = 3, can_see_through = 2,
} do
  Map[name] = function(...)
    local given = { ... }
    local map = creating.map_of(given[count + 1], "Map." .. name)
    return map[name](map, table.unpack(given, 1, count))
  end
end

function Map.calc_start_position(map, previous, feat)
  map = creating.map_of(map, "Map.calc_start_position")
  return entering.start_position(map, previous, feat)
end

function Map.find_free_position(x, y, options, map)
  map = creating.map_of(map, "Map.find_free_position")
  if x == nil then
    return free_squares.free_position(map, nil, nil, random.host "places", random.below)
  end
  x, y = whole(x, "Map.find_free_position: x"), whole(y, "Map.find_free_position: y")
  if options and options.allow_stacking and map:is_floor(x, y) then
    return x, y
  end
  return free_squares.free_position(map, x, y)
end

function Map.find_position_for_chara(x, y, _, map)
  return Map.find_free_position(x, y, nil, map)
end

function Map.try_place_chara(chara, x, y, map)
  local own = objects.of(chara, "Map.try_place_chara")
  map = creating.map_of(map, "Map.try_place_chara")
  local px, py_ = Map.find_free_position(x, y, nil, map)
  if not px then
    return nil
  end
  placing.put(own, map, px, py_)
  return chara
end

function Map.max_chara_count(map)
  map = creating.map_of(map, "Map.max_chara_count")
  return map:width() * map:height()
end

function Map.can_drop_items(map)
  map = creating.map_of(map, "Map.can_drop_items")
  local limit = map:calc "item_on_floor_limit"
  return limit == nil or #listing.list_of(map, "base.item") < limit
end

M.Map = Map

return M
