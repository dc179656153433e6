-- The functions of Area for entrances and stairs.

local import = ...
local areas = import "areas/area/area_states"
local arguments = import "areas/arguments"
local entrances = import "areas/area/entrances"
local errors = import "core/errors"
local floor_generation = import "areas/area/floor_generation"
local floors = import "areas/area/floors"
local hierarchy = import "areas/area/hierarchy"
local iterators = import "areas/iterator/creation"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local queries = import "areas/object/queries"
local session = import "areas/session"
local stairs = import "areas/area/stairs"
local text = import "core/sandbox/text"
local uniques = import "areas/area/unique"

local raise, fail = errors.raise, errors.fail

local Area = {}

local function need_square(x, y, map, title)
  if not maps.square(maps.of(map, title .. ": the map"), x, y) then
    fail("%s: (%d, %d) lies outside the map of %d × %d squares", title, x, y, map:width(), map:height())
  end
end

-- Reads the arguments of create_entrance and create_stairs_…, which have two forms: (to, x, y, map), and
-- (area, floor or map, x, y, params, map). The fourth argument is a number in the second form alone.
-- Returns x, y, map and, in the second form, params, area and floor.
local function read_arguments(title, to, b, c, d, e, f)
  if type(to) ~= "table" and type(to) ~= "string" and math.type(to) == nil then
    fail("%s: to is %s: must be an area or a map, or the uid of one", title, text.shown(to))
  end
  local is_long, x, y = math.type(d) ~= nil, b, c
  if is_long then
    x, y = c, d
  end
  x, y = arguments.read_position(x, y, title)
  local area, floor
  if is_long then
    area, floor = hierarchy.area_and_floor(to, title .. ": to")
    b = maps.resolve_foreign(b)
    if maps.is(b) then
      floor = area:floor_of_map(b)
      if not floor then
        raise(title .. ": the map is not a floor of that area")
      end
    elseif b ~= nil then
      floor = arguments.read_integer(b, title .. ": the floor")
    end
  end
  local map = maps.given_or_current(is_long and f or not is_long and d or nil, title)
  need_square(x, y, map, title)
  return x, y, map, e, area, floor
end

function Area.create_entrance(...)
  session.need_game "Area.create_entrance"
  local x, y, map, params, area, floor = read_arguments("Area.create_entrance", ...)
  if not area then
    area, floor = hierarchy.area_and_floor((...), "Area.create_entrance: to", (hierarchy.of_map(map)))
  end
  return entrances.create(area, floor, x, y, map, "elona.map_entrance", params)
end

-- Area.create_stairs_up and Area.create_stairs_down.
for _, way in next, { "up", "down" } do
  local title = "Area.create_stairs_" .. way
  Area["create_stairs_" .. way] = function(...)
    session.need_game(title)
    local x, y, map, extra_params, area, floor = read_arguments(title, ...)
    local params = arguments.copy(extra_params)
    if not area then
      local target = maps.resolve((...), title .. ": to")
      params.map_uid = target.uid
      area, floor = hierarchy.of_map(target)
      if not area then
        area, floor = hierarchy.ensure_area(target, (hierarchy.of_map(map)))
      end
    end
    return entrances.create(area, floor, x, y, map, "elona.stairs_" .. way, params)
  end
end

function Area.is_area_entrance(feat)
  local params = objects.is(feat, "base.feat") and objects.states[feat].fields.params
  return type(params) == "table" and params.area_uid ~= nil
end

local function entrances_on(map, title)
  return queries.list_of(maps.given_or_current(map, title), "base.feat", function(feat)
    return Area.is_area_entrance(feat) and not stairs.direction(feat)
  end)
end

function Area.iter_entrances_in_parent(map)
  return iterators.of_list(entrances_on(map, "Area.iter_entrances_in_parent"))
end

function Area.iter_in_parent(map)
  local list = {}
  for _, feat in ipairs(entrances_on(map, "Area.iter_in_parent")) do
    list[#list + 1] = session.game.areas[objects.states[feat].fields.params.area_uid]
  end
  return iterators.of_list(list)
end

function Area.load_starting_map(entrance)
  if not Area.is_area_entrance(entrance) then
    fail("Area.load_starting_map: entrance is %s: must be an entrance", text.shown(entrance))
  end
  local params = objects.states[entrance].fields.params
  local area = hierarchy.area_of(params.area_uid, "Area.load_starting_map: the area of the entrance")
  return floor_generation.need_floor(area, stairs.floor_of(params), "Area.load_starting_map")
end

function Area.create(id, x, y, parent)
  local declaration = uniques.need(id, "Area.create")
  local map = maps.given_or_current(parent, "Area.create")
  x, y = x == nil and declaration.x or x, y == nil and declaration.y or y
  if x == nil or y == nil then
    fail("Area.create: %s declares no x and y: must be given", declaration.id)
  end
  x, y = arguments.read_position(x, y, "Area.create")
  need_square(x, y, map, "Area.create")
  local area = hierarchy.get_unique(declaration.id, (hierarchy.ensure_area(map)), "Area.create")
  local entrance = entrances.find(area, map)
  if entrance then
    entrance:set_pos(x, y)
  else
    session.game.unique[declaration.id].entrance_was_generated = true
    local floor = declaration.starting_floor or floors.first_floor(areas.states[area])
    entrance = entrances.create(area, floor, x, y, map, "elona.map_entrance")
  end
  return area, entrance
end

return Area
