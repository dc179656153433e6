-- The module Area: areas by their maps, uids and ids; registering and deleting them, and what they are in.

local import = ...
local areas = import "areas/area/instances"
local errors = import "core/errors"
local creating = import "areas/object/creation"
local emitter = import "areas/interface/event_emitter"
local floor_maps = import "areas/area/floors"
local iterators = import "areas/iterator/instances"
local kinship = import "areas/area/hierarchy"
local listing = import "areas/object/queries"
local making = import "areas/area/floor_generation"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local stairways = import "areas/area/stairs"
local state = import "areas/session"
local text = import "core/sandbox/text"
local travel = import "areas/travel/travel"
local uniques = import "areas/area/unique"

local raise, shown = errors.raise, text.shown
local format, sort = string.format, table.sort
local ipairs, next, rawequal, select, type = ipairs, next, rawequal, select, type

local M = {}

local Area = {}

-- An area out of an area, its uid, or the id of a unique one that is there.
local function area_of(value, what)
  if areas.is(value) then
    areas.of(value, what)
    return value
  end
  local uid = math.tointeger(value)
  if uid and state.game.areas[uid] then
    return state.game.areas[uid]
  end
  local there = type(value) == "string" and state.game.unique[value]
  if there then
    return state.game.areas[there.area_uid]
  end
  raise(format("%s is %s: must be an area, or the uid of one", what, shown(value)))
end

-- Area and floor out of an area, its uid, the id of a unique one, or a map; a map without area gets one.
local function place_of(value, what, parent)
  value = maps.meant(value)
  if maps.is(value) then
    maps.of(value, what)
    local area, floor = kinship.around(value, parent)
    return area, floor
  elseif type(value) == "string" and uniques.unique(value) then
    local area = kinship.get_unique(value, nil, what)
    return area, floor_maps.first_floor(areas.known[area])
  end
  local area = area_of(value, what)
  return area, floor_maps.first_floor(areas.known[area])
end

function Area.get(value)
  if maps.is(value) then
    return (kinship.of_map(value))
  elseif areas.is(value) then
    return value
  elseif type(value) == "string" then
    local there = state.game.unique[value]
    return there and state.game.areas[there.area_uid]
  end
  return state.game.areas[math.tointeger(value)]
end

function Area.current()
  local map = state.game.map
  return map and (kinship.of_map(map)) or nil
end

function Area.current_floor()
  local map = state.game.map
  return map and select(2, kinship.of_map(map)) or nil
end

function Area.for_map(map)
  return kinship.of_map(maps.is(map) and map or math.tointeger(map))
end

function Area.floor_number(map)
  return (select(2, kinship.of_map(maps.is(map) and map or math.tointeger(map))))
end

function Area.iter()
  local uids, list = {}, {}
  for uid in next, state.game.areas do
    uids[#uids + 1] = uid
  end
  sort(uids)
  for i, uid in ipairs(uids) do
    list[i] = state.game.areas[uid]
  end
  return iterators.of_pairs(uids, list)
end

function Area.all_maps(area)
  if area == nil then
    area = Area.current()
    if not area then
      return {}
    end
  end
  local own = areas.known[area_of(area, "Area.all_maps: area")]
  local list = {}
  for i, floor in ipairs(floor_maps.sorted_floors(own)) do
    list[i] = own.floors[floor]
  end
  return list
end

function Area.metadata(map)
  local area = map == nil and Area.current() or map ~= nil and Area.get(map)
  return area and area.metadata or nil
end

function Area.parent(value)
  local area = maps.is(value) and kinship.of_map(value) or not maps.is(value) and area_of(value, "Area.parent: value")
  local uid = area and areas.known[area].parent
  return type(uid) == "number" and state.game.areas[uid] or nil
end

function Area.get_root_area(value)
  local area = maps.is(value) and kinship.of_map(value) or not maps.is(value) and area_of(value, "Area.get_root_area: value")
  while area and type(areas.known[area].parent) == "number" do
    area = state.game.areas[areas.known[area].parent]
  end
  return area
end

function Area.iter_children(area)
  return area_of(area, "Area.iter_children: area"):iter_child_areas()
end

function Area.iter_all_contained_in(area)
  local list, seen = {}, {}
  local function walk(one)
    for _, child in one:iter_child_areas() do
      if not seen[child] then
        seen[child] = true
        list[#list + 1] = child
        walk(child)
      end
    end
  end
  walk(area_of(area, "Area.iter_all_contained_in: area"))
  return iterators.of_list(list)
end

function Area.is_area_entrance(feat)
  if not objects.is(feat, "base.feat") then
    return false
  end
  local params = objects.known[feat].fields.params
  return type(params) == "table" and params.area_uid ~= nil
end

function Area.iter_entrances_in_parent(map)
  local list = {}
  for _, feat in ipairs(listing.list_of(creating.map_of(map, "Area.iter_entrances_in_parent"), "base.feat")) do
    if Area.is_area_entrance(feat) and not stairways.direction(feat) then
      list[#list + 1] = feat
    end
  end
  return iterators.of_list(list)
end

function Area.iter_in_parent(map)
  local list = {}
  for _, feat in Area.iter_entrances_in_parent(map) do
    list[#list + 1] = state.game.areas[objects.known[feat].fields.params.area_uid]
  end
  return iterators.of_list(list)
end

function Area.is_registered(value)
  local area = areas.is(value) and value or state.game.areas[math.tointeger(value)]
  return area ~= nil and areas.known[area].registered == true
end

function Area.register(area, options)
  state.need_game "Area.register"
  local own = areas.of(area, "Area.register")
  if own.registered then
    raise(format("Area.register: the area %d is registered already", own.uid))
  end
  local parent = options and options.parent
  if parent ~= nil and parent ~= "root" then
    local above = areas.of(parent, "Area.register: the parent")
    if not above.registered then
      raise(format("Area.register: the parent, area %d, is not registered: must be first", above.uid))
    end
  end
  kinship.register(own, parent or "root")
  return own.uid
end

function Area.unregister(area)
  area = area_of(area, "Area.unregister: area")
  local own = areas.known[area]
  local parent = Area.parent(area)
  if parent then
    parent:remove_child_area(area)
  end
  own.registered, own.parent = nil, nil
  if own.unique then
    state.game.unique[own.unique] = nil
  end
  kinship.forget(own)
end

function Area.delete(area)
  area = area_of(area, "Area.delete: area")
  local own = areas.known[area]
  local here = Area.current()
  if here and rawequal(here, area) then
    raise("Area.delete: the player is in it: must be elsewhere")
  end
  for _, floor in ipairs(floor_maps.sorted_floors(own)) do
    local map = state.game.maps[own.floors[floor]]
    if map then
      travel.need_deletable(map, "Area.delete")
    end
  end
  Area.unregister(area)
  for _, floor in ipairs(floor_maps.sorted_floors(own)) do
    local map = state.game.maps[own.floors[floor]]
    if map then
      travel.delete(map)
    end
  end
  own.children, own.fields.deepest_floor_visited = {}, 0
  emitter.emit(area, nil, "base.on_area_deleted", { area = area })
end

-- A floor of an area, made when it is not there; raises when it cannot be.
local function floor_map(area, floor, what)
  local own = areas.known[area]
  local ok, map = making.load_or_generate(own, floor == nil and floor_maps.first_floor(own) or floor, nil, what)
  if not ok then
    if map == "no_archetype" then
      map = format("%s has no floor %s, and nothing that makes it: no generator and no archetype", floor_maps.called(own),
        text.tostring(floor or floor_maps.first_floor(own)))
    elseif map == "no_archetype_on_generate_floor" then
      map = format("the area archetype %s has no on_generate_floor", own.archetype)
    end
    raise(what .. ": " .. map)
  end
  return map
end

function Area.set_map(area, floor, map)
  floor_maps.set_map(area_of(area, "Area.set_map: area"), floor, map, "Area.set_map")
end

M.Area = Area

M.area_of, M.floor_map, M.place_of = area_of, floor_map, place_of

return M
