-- The floors of an area: which map is which, and how deep it goes.

local import = ...
local areas = import "areas/area/instances"
local errors = import "core/errors"
local iterators = import "areas/iterator/instances"
local maps = import "areas/map/instances"
local state = import "areas/session"
local text = import "core/sandbox/text"

local raise = errors.raise
local format, sort = string.format, table.sort
local ipairs, next, rawequal = ipairs, next, rawequal
local touch, whole = state.touch, state.whole
local archetype_of, generator_of, methods, of = areas.archetype_of, areas.generator_of, areas.methods, areas.of

local M = {}

local MOST_FLOORS = 100000

local function span(floors)
  local low, high
  for floor in next, floors do
    low = (not low or floor < low) and floor or low
    high = (not high or floor > high) and floor or high
  end
  return low, high
end

-- The deepest floor there can be, where somebody has said so.
local function limit(own)
  local assigned = own.fields.deepest_floor
  if assigned then
    return assigned
  end
  local archetype, generator = archetype_of(own), generator_of(own)
  if archetype and archetype.entry.deepest_floor then
    return archetype.entry.deepest_floor
  elseif generator and generator.entry.deepest_floor then
    return generator.entry.deepest_floor
  elseif archetype and archetype.entry.floors and not archetype.entry.on_generate_floor then
    local _, high = span(archetype.entry.floors)
    return high
  end
end
M.limit = limit

function methods.deepest_floor(self)
  local own = of(self, "deepest_floor")
  local deepest = limit(own)
  if deepest then
    return deepest
  end
  local archetype = archetype_of(own)
  local _, high = span(archetype and archetype.entry.floors or own.floors)
  return high or 1
end

local function first_floor(own)
  local fields = own.fields
  if fields.starting_floor then
    return fields.starting_floor
  end
  local archetype, generator = archetype_of(own), generator_of(own)
  if archetype and archetype.entry.floors then
    return (span(archetype.entry.floors)) or 1
  elseif generator then
    return generator.entry.starting_floor or 1
  elseif own.unique or archetype then
    return 1
  end
  return (span(own.floors)) or 1
end
M.first_floor = first_floor

function methods.starting_floor(self)
  return first_floor(of(self, "starting_floor"))
end

-- What messages call an area.
local function called(own)
  return "the area " .. (own.unique or format("%d", own.uid))
end
M.called = called

-- The next floor that is not taken: after the highest, from 1.
local function next_floor(own)
  local _, high = span(own.floors)
  return high and (high >= 1 and high + 1 or 1) or 1
end

local function add(own, map, floor, what)
  local map_own = maps.of(map, what)
  if floor == nil then
    floor = next_floor(own)
  else
    floor = whole(floor, what .. ": the floor")
  end
  if own.floors[floor] then
    raise(format("%s: the area has a floor %d already: it is the map %d", what, floor, own.floors[floor]))
  end
  local place = state.game.area_of[map_own.uid]
  if place then
    raise(format("%s: the map %d belongs to the area %d already, as its floor %d", what, map_own.uid, place.area.uid, place.floor))
  end
  own.made = own.made + 1
  if own.made > MOST_FLOORS then
    raise(format("%s: the area has %d floors: that is the most", what, MOST_FLOORS))
  end
  own.floors[floor] = map_own.uid
  state.game.area_of[map_own.uid] = { area = own.area, floor = floor }
  touch(map_own)
  touch(own)
  return map_own.uid
end
M.add = add

function methods.add_floor(self, map, floor)
  return add(of(self, "add_floor"), map, floor, "add_floor")
end

function methods.add_map(self, map, options)
  local own = of(self, "add_map")
  return add(own, map, options and options.floor, "add_map")
end

-- Lets a floor be another map; the map that it was belongs to no area then.
function M.set_map(area, floor, map, what)
  local own, map_own = of(area, what), maps.of(map, what)
  local before = own.floors[whole(floor, what .. ": the floor")]
  if before == map_own.uid then
    return
  elseif before then
    M.drop_floor(own, floor)
  end
  add(own, map, floor, what)
end

function M.drop_floor(own, floor)
  local uid = own.floors[floor]
  if uid then
    own.floors[floor], state.game.area_of[uid] = nil, nil
    local map = state.game.maps[uid]
    if map then
      touch(maps.known[map])
    end
  end
end

local function sorted_floors(own)
  local floors = {}
  for floor in next, own.floors do
    floors[#floors + 1] = floor
  end
  sort(floors)
  return floors
end
M.sorted_floors = sorted_floors

function methods.iter_maps(self)
  local own = of(self, "iter_maps")
  local floors, list = sorted_floors(own), {}
  for i, floor in ipairs(floors) do
    list[i] = { uid = own.floors[floor] }
  end
  return iterators.of_pairs(floors, list)
end

function methods.floor_of_map(self, map)
  local own = of(self, "floor_of_map")
  local uid = maps.is(map) and map.uid or map
  local place = state.game.area_of[uid]
  return place and rawequal(place.area, own.area) and place.floor or nil
end

function methods.get_floor(self, floor)
  local uid = of(self, "get_floor").floors[floor]
  if uid then
    return true, { uid = uid }
  end
  return false, "missing_floor"
end

function methods.load_floor(self, floor)
  local own = of(self, "load_floor")
  local uid = own.floors[floor]
  local map = uid and state.game.maps[uid]
  if not map then
    M.drop_floor(own, floor)
    return false, format("%s has no floor %s", called(own), text.tostring(floor))
  end
  return true, map
end

return M
