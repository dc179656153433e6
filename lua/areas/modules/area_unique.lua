-- The functions of Area for unique areas, and for floors of areas.

local import = ...
local areas = import "areas/area/instances"
local dungeons = import "areas/area/dungeons"
local entrances = import "areas/area/entrances"
local errors = import "core/errors"
local floor_generation = import "areas/area/floor_generation"
local floors = import "areas/area/floors"
local hierarchy = import "areas/area/hierarchy"
local lookup = import "areas/area/lookup"
local maps = import "areas/map/instances"
local session = import "areas/session"
local text = import "core/sandbox/text"
local travel = import "areas/travel/travel"
local uniques = import "areas/area/unique"

local Area = {}

-- The area that a mod passed as a parent, or nil for the root.
local function read_parent(parent, title)
  return parent ~= nil and parent ~= "root" and lookup.area_of(parent, title .. ": the parent") or nil
end

function Area.is_generated(id)
  return session.game.unique[uniques.need(id, "Area.is_generated").id] ~= nil
end
Area.is_created = Area.is_generated

function Area.get_unique(id)
  return lookup.find(uniques.need(id, "Area.get_unique").id) or nil
end

function Area.get_or_create(id)
  session.need_game "Area.get_or_create"
  return (hierarchy.get_unique(id, nil, "Area.get_or_create"))
end

function Area.create_unique(id, parent)
  session.need_game "Area.create_unique"
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
  session.need_game "Area.get_or_create_map"
  local area
  if maps.is(value) then
    return value
  elseif type(value) == "string" then
    area = hierarchy.get_unique(value, nil, "Area.get_or_create_map")
  else
    area = lookup.area_of(value, "Area.get_or_create_map: value")
  end
  return floor_generation.need_floor(area, floor, "Area.get_or_create_map")
end

function Area.regenerate_all_child_maps(value)
  session.need_game "Area.regenerate_all_child_maps"
  local area = value
  if maps.is(value) then
    area = hierarchy.of_map(value)
  elseif not areas.is(value) then
    area = hierarchy.get_unique(value, nil, "Area.regenerate_all_child_maps")
  end
  local state = area and areas.states[area]
  if not (state and state.unique) then
    errors.fail("Area.regenerate_all_child_maps: %s is not a unique area", text.shown(value))
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
  session.need_game "goto_floor"
  return travel.travel_to(Area.get_or_create_map(value, floor))
end

return Area
