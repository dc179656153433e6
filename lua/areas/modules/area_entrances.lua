-- What the module Area has for entrances and stairs.

local import = ...
local areas = import "areas/area/instances"
local errors = import "core/errors"
local creating = import "areas/object/creation"
local entrances = import "areas/area/entrances"
local floor_maps = import "areas/area/floors"
local kinship = import "areas/area/hierarchy"
local maps = import "areas/map/instances"
local module_area = import "areas/modules/area"
local objects = import "areas/object/instances"
local stable_order = import "core/sandbox/stable_order"
local state = import "areas/session"
local text = import "core/sandbox/text"
local uniques = import "areas/area/unique"

local raise, shown = errors.raise, text.shown
local format = string.format
local math_type, type = math.type, type
local whole = state.whole
local area_of, floor_map, place_of = module_area.area_of, module_area.floor_map, module_area.place_of

local M = {}

local Area = module_area.Area

local function need_square(x, y, map, what)
  if not maps.square(maps.of(map, what .. ": the map"), x, y) then
    raise(format("%s: (%d, %d) lies outside the map of %d × %d squares", what, x, y, map:width(), map:height()))
  end
end

-- What create_entrance and create_stairs_… take: (where to, x, y, map), or (area, floor or map, x, y, params, map). The
-- fourth is a map or nothing in the one form, and a number in the other.
local function read_form(what, a, b, c, d, e, f)
  if type(a) ~= "table" and type(a) ~= "string" and math_type(a) == nil then
    raise(format("%s: to is %s: must be an area or a map, or the uid of one", what, shown(a)))
  end
  local is_long = math_type(d) ~= nil
  local x, y = b, c
  if is_long then
    x, y = c, d
  end
  x, y = whole(x, what .. ": x"), whole(y, what .. ": y")
  if is_long then
    local area, floor = place_of(a, what .. ": to")
    b = maps.meant(b)
    if maps.is(b) then
      floor = areas.known[area] and area:floor_of_map(b)
      if not floor then
        raise(what .. ": the map is no floor of that area")
      end
    elseif b ~= nil then
      floor = whole(b, what .. ": the floor")
    end
    return area, floor, x, y, creating.map_of(f, what), e
  end
  return nil, nil, x, y, creating.map_of(d, what), e
end

function Area.create_entrance(a, b, c, d, e, f)
  state.need_game "Area.create_entrance"
  local area, floor, x, y, map, params = read_form("Area.create_entrance", a, b, c, d, e, f)
  need_square(x, y, map, "Area.create_entrance")
  if not area then
    area, floor = place_of(a, "Area.create_entrance: to", (kinship.of_map(map)))
  end
  return entrances.make_entrance(area, floor, x, y, map, "elona.map_entrance", params)
end

local function create_stairs(what, kind)
  return function(a, b, c, d, e, f)
    state.need_game(what)
    local area, floor, x, y, map, params = read_form(what, a, b, c, d, e, f)
    need_square(x, y, map, what)
    local given = {}
    for key, value in stable_order.pairs(params or {}) do
      given[key] = value
    end
    if not area then
      -- Where to is the uid of a map here.
      local target = maps.resolve(a, what .. ": to")
      given.map_uid = target.uid
      area, floor = kinship.of_map(target)
      if not area then
        area, floor = kinship.around(target, (kinship.of_map(map)))
      end
    end
    return entrances.make_entrance(area, floor, x, y, map, kind, given)
  end
end

Area.create_stairs_down = create_stairs("Area.create_stairs_down", "elona.stairs_down")
Area.create_stairs_up = create_stairs("Area.create_stairs_up", "elona.stairs_up")

function Area.load_starting_map(entrance)
  if not Area.is_area_entrance(entrance) then
    raise(format("Area.load_starting_map: entrance is %s: must be an entrance", shown(entrance)))
  end
  local params = objects.known[entrance].fields.params
  local area = area_of(params.area_uid, "Area.load_starting_map: the area of the entrance")
  return floor_map(area, params.start_floor or params.area_floor, "Area.load_starting_map")
end

-- Makes the area of an id and its entrance: area, entrance. Without x and y it lies where its declaration says.
function Area.create(id, x, y, parent)
  state.need_game "Area.create"
  local one = uniques.need_unique(id, "Area.create")
  local map = creating.map_of(parent, "Area.create")
  x, y = x == nil and one.x or x, y == nil and one.y or y
  if x == nil or y == nil then
    raise(format("Area.create: %s declares no x and y: must be given", one.id))
  end
  x, y = whole(x, "Area.create: x"), whole(y, "Area.create: y")
  need_square(x, y, map, "Area.create")
  local around = kinship.around(map)
  local area = kinship.get_unique(one.id, around, "Area.create")
  local entrance = entrances.find_entrance(area, map)
  if entrance then
    entrance:set_pos(x, y)
  else
    state.game.unique[one.id].entrance_was_generated = true
    entrance = entrances.make_entrance(area, one.starting_floor or floor_maps.first_floor(areas.known[area]), x, y, map, "elona.map_entrance")
  end
  return area, entrance
end

return M
