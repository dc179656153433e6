-- What the module Area has for unique areas, and for areas by whatever stands for them.

local import = ...
local areas = import "areas/area/instances"
local errors = import "core/errors"
local dungeon = import "areas/modules/dungeon"
local entrances = import "areas/area/entrances"
local floor_maps = import "areas/area/floors"
local kinship = import "areas/area/hierarchy"
local maps = import "areas/map/instances"
local module_area = import "areas/modules/area"
local state = import "areas/session"
local text = import "core/sandbox/text"
local travel = import "areas/travel/travel"
local uniques = import "areas/area/unique"

local raise, shown = errors.raise, text.shown
local format = string.format
local ipairs, type = ipairs, type
local area_of, floor_map = module_area.area_of, module_area.floor_map

local M = {}

local Area = module_area.Area

function Area.is_generated(id)
  local one = uniques.need_unique(id, "Area.is_generated")
  return state.game.unique[one.id] ~= nil
end
Area.is_created = Area.is_generated

function Area.get_unique(id)
  local there = state.game.unique[uniques.need_unique(id, "Area.get_unique").id]
  return there and state.game.areas[there.area_uid] or nil
end

function Area.get_or_create(id)
  state.need_game "Area.get_or_create"
  return (kinship.get_unique(id, nil, "Area.get_or_create"))
end

function Area.create_unique(id, parent)
  state.need_game "Area.create_unique"
  if parent ~= nil and parent ~= "root" then
    parent = area_of(parent, "Area.create_unique: the parent")
  end
  return (kinship.get_unique(id, parent, "Area.create_unique"))
end

function Area.set_unique(id, area, parent)
  local one = uniques.need_unique(id, "Area.set_unique")
  local own = areas.of(area, "Area.set_unique: area")
  local before = state.game.unique[one.id]
  if before and before.area_uid ~= own.uid then
    areas.known[state.game.areas[before.area_uid]].unique = nil
  end
  own.unique = one.id
  state.game.unique[one.id] = { area_uid = own.uid, entrance_was_generated = before ~= nil and before.entrance_was_generated }
  if not own.registered then
    kinship.register(own, parent ~= nil and parent ~= "root" and area_of(parent, "Area.set_unique: the parent") or "root")
  end
end

function Area.get_or_create_map(value, floor)
  state.need_game "Area.get_or_create_map"
  local area
  if maps.is(value) then
    return value
  elseif type(value) == "string" then
    area = kinship.get_unique(value, nil, "Area.get_or_create_map")
  else
    area = area_of(value, "Area.get_or_create_map: value")
  end
  return floor_map(area, floor, "Area.get_or_create_map")
end

-- Makes anew the maps of all areas that declare this one as their parent: a list of them.
function Area.regenerate_all_child_maps(value)
  state.need_game "Area.regenerate_all_child_maps"
  local parent
  if maps.is(value) or areas.is(value) then
    parent = maps.is(value) and kinship.of_map(value) or value
  else
    parent = kinship.get_unique(value, nil, "Area.regenerate_all_child_maps")
  end
  local id = parent and areas.known[parent].unique
  if not id then
    raise(format("Area.regenerate_all_child_maps: %s is no unique area", shown(value)))
  end
  local made = {}
  for _, one in ipairs(uniques.children_of(id)) do
    local child = kinship.get_unique(one.id, parent, "Area.regenerate_all_child_maps")
    dungeon.forget_floors(child)
    made[#made + 1] = floor_map(child, nil, "Area.regenerate_all_child_maps")
  end
  local ok, ground = parent:load_floor(floor_maps.first_floor(areas.known[parent]))
  if ok then
    entrances.place_children(ground)
  end
  return made
end

-- Goes to a floor of an area.
local function goto_floor(value, floor)
  state.need_game "goto_floor"
  local map = Area.get_or_create_map(value, floor)
  return travel.travel_to(map)
end
Area.goto_floor = goto_floor

return M
