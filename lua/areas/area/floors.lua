-- The floors of an area: which map is which floor, and how deep the area goes.

local import = ...
local archetypes = import "areas/area/archetype"
local areas = import "areas/area/area_states"
local arguments = import "areas/arguments"
local errors = import "core/errors"
local iterators = import "areas/iterator/creation"
local maps = import "areas/map/map_states"
local session = import "areas/session"
local text = import "core/sandbox/text"
local uniques = import "areas/area/unique"

local fail = errors.fail
local touch = session.touch
local archetype_of, of = archetypes.archetype_of, areas.of

local M = { methods = {} }
local methods = M.methods

local MAX_FLOORS = 100000

-- The lowest and the highest key of a table by floor.
local function range_of(floors)
  local low, high
  for floor in next, floors do
    low = (not low or floor < low) and floor or low
    high = (not high or floor > high) and floor or high
  end
  return low, high
end

-- The floor that an area, given by its state, has in a field, or else its archetype or its unique declaration; or nil.
local function read_declared(state, field)
  local archetype, unique = archetype_of(state), state.unique and uniques.find(state.unique)
  return state.fields[field] or archetype and archetype.entry[field] or unique and unique.entry[field] or nil
end

-- The deepest floor of an area, given by its state; nil when nothing declares how deep it goes.
function M.declared_depth(state)
  local archetype, generator = archetype_of(state), archetypes.generator_of(state)
  local declared = read_declared(state, "deepest_floor") or generator and generator.entry.deepest_floor
  if declared then
    return declared
  elseif archetype and archetype.entry.floors and not archetype.entry.on_generate_floor then
    local _, high = range_of(archetype.entry.floors)
    return high
  end
end

function methods.deepest_floor(self)
  local state = of(self, "deepest_floor")
  local declared = M.declared_depth(state)
  if declared then
    return declared
  end
  local archetype = archetype_of(state)
  local _, high = range_of(archetype and archetype.entry.floors or state.floors)
  return high or 1
end

function M.first_floor(state)
  local declared = read_declared(state, "starting_floor")
  if declared then
    return declared
  end
  local archetype, generator = archetype_of(state), archetypes.generator_of(state)
  if archetype and archetype.entry.floors then
    return (range_of(archetype.entry.floors)) or 1
  elseif generator then
    return generator.entry.starting_floor or 1
  elseif state.unique or archetype then
    return 1
  end
  return (range_of(state.floors)) or 1
end

-- Whether an area, given by its state, has more than one floor, as far as it is known.
function M.has_several(state)
  local low, high = range_of(state.floors)
  local first = M.first_floor(state)
  return math.max(M.declared_depth(state) or first, high or first) > math.min(low or first, first)
end

function methods.starting_floor(self)
  return M.first_floor(of(self, "starting_floor"))
end

-- The name of an area in messages.
function M.title(state)
  return "the area " .. (state.unique or string.format("%d", state.uid))
end

-- Makes a map a floor of an area, by default the one below its deepest map, starting at 1. Returns the uid of the map.
function M.add(state, map, floor, title)
  local map_state = maps.of(map, title)
  if floor == nil then
    local _, high = range_of(state.floors)
    floor = high and high >= 1 and high + 1 or 1
  else
    floor = arguments.read_integer(floor, title .. ": the floor")
  end
  if state.floors[floor] then
    fail("%s: the area has a floor %d already: the map %d", title, floor, state.floors[floor])
  end
  local place = session.game.area_of[map_state.uid]
  if place then
    fail("%s: the map %d belongs to the area %d already, as its floor %d", title, map_state.uid, place.area.uid,
      place.floor)
  end
  state.made = state.made + 1
  if state.made > MAX_FLOORS then
    fail("%s: an area may have at most %d floors", title, MAX_FLOORS)
  end
  state.floors[floor] = map_state.uid
  session.game.area_of[map_state.uid] = { area = state.area, floor = floor }
  touch(map_state)
  touch(state)
  return map_state.uid
end

function methods.add_floor(self, map, floor)
  return M.add(of(self, "add_floor"), map, floor, "add_floor")
end

function methods.add_map(self, map, options)
  return M.add(of(self, "add_map"), map, options and options.floor, "add_map")
end

-- Detaches the map of a floor from an area.
function M.drop_floor(state, floor)
  local uid = state.floors[floor]
  if uid then
    state.floors[floor], session.game.area_of[uid] = nil, nil
    local map = session.game.maps[uid]
    if map then
      touch(maps.states[map])
    end
  end
end

-- Makes a map a floor of an area, in place of the map that is that floor now.
function M.set_map(area, floor, map, title)
  local state, map_state = of(area, title), maps.of(map, title)
  local former = state.floors[arguments.read_integer(floor, title .. ": the floor")]
  if former == map_state.uid then
    return
  elseif former then
    M.drop_floor(state, floor)
  end
  M.add(state, map, floor, title)
end

-- The floors that have a map, sorted.
function M.sorted_floors(state)
  return arguments.sorted_keys(state.floors)
end

function methods.iter_maps(self)
  local state = of(self, "iter_maps")
  local floors, list = M.sorted_floors(state), {}
  for i, floor in ipairs(floors) do
    list[i] = { uid = state.floors[floor] }
  end
  return iterators.of_pairs(floors, list)
end

function methods.floor_of_map(self, map)
  local state = of(self, "floor_of_map")
  local place = session.game.area_of[maps.is(map) and map.uid or map]
  return place and rawequal(place.area, state.area) and place.floor or nil
end

function methods.get_floor(self, floor)
  local uid = of(self, "get_floor").floors[floor]
  if uid then
    return true, { uid = uid }
  end
  return false, "missing_floor"
end

function methods.load_floor(self, floor)
  local state = of(self, "load_floor")
  local uid = state.floors[floor]
  local map = uid and session.game.maps[uid]
  if not map then
    M.drop_floor(state, floor)
    return false, string.format("%s has no floor %s", M.title(state), text.tostring(floor))
  end
  return true, map
end

function methods.load_starting_floor(self)
  return methods.load_floor(self, M.first_floor(of(self, "load_starting_floor")))
end

return M
