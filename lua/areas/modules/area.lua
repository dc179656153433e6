-- The module Area, and the global goto_floor: areas by their maps, uids and ids, how they are registered and deleted,
-- and what lies in them. The functions for entrances are in area_entrances.lua.

local import = ...
local areas = import "areas/area/area_states"
local arguments = import "areas/arguments"
local dungeons = import "areas/area/dungeons"
local entrances = import "areas/area/entrances"
local errors = import "core/errors"
local event_emitter = import "areas/interface/event_emitter"
local floor_generation = import "areas/area/floor_generation"
local floors = import "areas/area/floors"
local hierarchy = import "areas/area/hierarchy"
local iterators = import "areas/iterator/creation"
local maps = import "areas/map/map_states"
local session = import "areas/session"
local staying_charas = import "areas/object/staying_charas"
local text = import "core/sandbox/text"
local travel = import "areas/travel/travel"
local uniques = import "areas/area/unique"

local raise, fail = errors.raise, errors.fail
local area_of = hierarchy.area_of

local Area = {}

function Area.get(value)
  if maps.is(value) then
    return (hierarchy.of_map(value))
  elseif areas.is(value) then
    return value
  end
  return hierarchy.find(value)
end

function Area.current()
  local map = session.game.map
  return map and (hierarchy.of_map(map)) or nil
end

function Area.current_floor()
  local map = session.game.map
  return map and select(2, hierarchy.of_map(map)) or nil
end

function Area.for_map(map)
  return hierarchy.of_map(maps.is(map) and map or math.tointeger(map))
end

function Area.floor_number(map)
  return (select(2, Area.for_map(map)))
end

function Area.iter()
  return iterators.of_pairs(arguments.sorted_keys(session.game.areas), areas.all())
end

function Area.all_maps(area)
  if area == nil then
    area = Area.current()
    if not area then
      return {}
    end
  end
  local state, uids = areas.states[area_of(area, "Area.all_maps: area")], {}
  for i, floor in ipairs(floors.sorted_floors(state)) do
    uids[i] = state.floors[floor]
  end
  return uids
end

function Area.metadata(map)
  local area
  if map == nil then
    area = Area.current()
  else
    area = Area.get(map)
  end
  return area and area.metadata or nil
end

-- The area of a map, or the area that a value stands for.
local function area_around(value, title)
  if maps.is(value) then
    return (hierarchy.of_map(value))
  end
  return area_of(value, title)
end

local function parent_of(area)
  local uid = area and areas.states[area].parent
  return type(uid) == "number" and session.game.areas[uid] or nil
end

function Area.parent(value)
  return parent_of(area_around(value, "Area.parent: value"))
end

function Area.get_root_area(value)
  local area = area_around(value, "Area.get_root_area: value")
  local parent = parent_of(area)
  while parent do
    area, parent = parent, parent_of(parent)
  end
  return area
end

function Area.iter_children(area)
  return area_of(area, "Area.iter_children: area"):iter_child_areas()
end

function Area.iter_all_contained_in(area)
  local list, is_listed = {}, {}
  local function add_children(parent)
    for _, child in parent:iter_child_areas() do
      if not is_listed[child] then
        is_listed[child] = true
        list[#list + 1] = child
        add_children(child)
      end
    end
  end
  add_children(area_of(area, "Area.iter_all_contained_in: area"))
  return iterators.of_list(list)
end

function Area.is_registered(value)
  local area = areas.is(value) and value or session.game.areas[math.tointeger(value)]
  return area ~= nil and areas.states[area].registered == true
end

function Area.register(area, options)
  local state = areas.of(area, "Area.register")
  if state.registered then
    fail("Area.register: the area %d is registered already", state.uid)
  end
  local parent = options and options.parent
  if parent ~= nil and parent ~= "root" then
    local parent_state = areas.of(parent, "Area.register: the parent")
    if not parent_state.registered then
      fail("Area.register: the parent, area %d, is not registered: must be registered first", parent_state.uid)
    end
  end
  hierarchy.register(state, parent or "root")
  return state.uid
end

function Area.unregister(area)
  area = area_of(area, "Area.unregister: area")
  local state, parent = areas.states[area], parent_of(area)
  if parent then
    parent:remove_child_area(area)
  end
  state.registered, state.parent = nil, nil
  if state.unique then
    session.game.unique[state.unique] = nil
  end
  hierarchy.forget(state)
end

function Area.delete(area)
  area = area_of(area, "Area.delete: area")
  local state = areas.states[area]
  if rawequal(Area.current(), area) then
    raise("Area.delete: the player is in it: must be elsewhere")
  end
  local area_maps = {}
  for _, floor in ipairs(floors.sorted_floors(state)) do
    local map = session.game.maps[state.floors[floor]]
    if map then
      travel.need_deletable(map, "Area.delete")
      area_maps[#area_maps + 1] = map
    end
  end
  Area.unregister(area)
  staying_charas.forget(nil, area)
  for _, map in ipairs(area_maps) do
    travel.delete(map)
  end
  state.children, state.fields.deepest_floor_visited = {}, 0
  event_emitter.emit(area, nil, "base.on_area_deleted", { area = area })
end

function Area.set_map(area, floor, map)
  floors.set_map(area_of(area, "Area.set_map: area"), floor, map, "Area.set_map")
end

-- The area that a mod passed as a parent, or nil for the root.
local function read_parent(parent, title)
  return parent ~= nil and parent ~= "root" and area_of(parent, title .. ": the parent") or nil
end

function Area.is_generated(id)
  return session.game.unique[uniques.need(id, "Area.is_generated").id] ~= nil
end
Area.is_created = Area.is_generated

function Area.get_unique(id)
  return hierarchy.find(uniques.need(id, "Area.get_unique").id) or nil
end

function Area.get_or_create(id)
  return (hierarchy.get_unique(id, nil, "Area.get_or_create"))
end

function Area.create_unique(id, parent)
  parent = read_parent(parent, "Area.create_unique") or parent
  return (hierarchy.get_unique(id, parent, "Area.create_unique"))
end

function Area.set_unique(id, area, parent)
  local declaration = uniques.need(id, "Area.set_unique")
  local state = areas.of(area, "Area.set_unique: area")
  local former = session.game.unique[declaration.id]
  if former and former.area_uid ~= state.uid then
    areas.states[session.game.areas[former.area_uid]].unique = nil
  end
  state.unique = declaration.id
  session.game.unique[declaration.id] = {
    area_uid = state.uid, entrance_was_generated = former ~= nil and former.entrance_was_generated,
  }
  if not state.registered then
    hierarchy.register(state, read_parent(parent, "Area.set_unique") or "root")
  end
end

function Area.get_or_create_map(value, floor)
  local area
  if maps.is(value) then
    return value
  elseif type(value) == "string" then
    area = hierarchy.get_unique(value, nil, "Area.get_or_create_map")
  else
    area = area_of(value, "Area.get_or_create_map: value")
  end
  return floor_generation.need_floor(area, floor, "Area.get_or_create_map")
end

function Area.regenerate_all_child_maps(value)
  local area = value
  if maps.is(value) then
    area = hierarchy.of_map(value)
  elseif not areas.is(value) then
    area = hierarchy.get_unique(value, nil, "Area.regenerate_all_child_maps")
  end
  local state = area and areas.states[area]
  if not (state and state.unique) then
    fail("Area.regenerate_all_child_maps: %s is not a unique area", text.shown(value))
  end
  local child_maps = {}
  for i, declaration in ipairs(uniques.children_of(state.unique)) do
    local child = hierarchy.get_unique(declaration.id, area, "Area.regenerate_all_child_maps")
    dungeons.forget_floors(child)
    child_maps[i] = floor_generation.need_floor(child, nil, "Area.regenerate_all_child_maps")
  end
  local ok, first_map = area:load_floor(floors.first_floor(state))
  if ok then
    entrances.place_children(first_map)
  end
  return child_maps
end

function Area.goto_floor(value, floor)
  return travel.travel_to(Area.get_or_create_map(value, floor))
end

return arguments.merge(Area, import "areas/modules/area_entrances")
