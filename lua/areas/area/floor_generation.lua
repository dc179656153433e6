-- Making the floors of an area: what makes each, and what is done when that fails.

local import, py = ...
local areas = import "areas/area/instances"
local errors = import "core/errors"
local data = import "areas/data/registry"
local entrances = import "areas/area/entrances"
local floor_maps = import "areas/area/floors"
local maps = import "areas/map/instances"
local protect = import "core/sandbox/protect"
local stairways = import "areas/area/stairs"
local state = import "areas/session"
local text = import "core/sandbox/text"
local uniques = import "areas/area/unique"

local raise, shown = errors.raise, text.shown
local format = string.format
local whole = state.whole
local archetype_of, generator_of, methods, of = areas.archetype_of, areas.generator_of, areas.methods, areas.of
local add, called, first_floor, limit = floor_maps.add, floor_maps.called, floor_maps.first_floor, floor_maps.limit
local connect = stairways.connect

local M = {}

-- What makes a floor: a function of (params), the name of what it belongs to, its record, and that of a map archetype if
-- it is one; or nothing, and why.
local function maker(own, floor, archetype_id)
  local area = own.area
  local function by_map_archetype(id)
    local record = data.find("base.map_archetype", id)
    local fn = record and record.entry.on_generate_map
    if not fn then
      return nil, format("the map archetype %s has no on_generate_map", text.tostring(id))
    end
    return function(params)
      return fn(area, floor, params)
    end, "map archetype " .. id, record, record
  end
  if archetype_id ~= nil then
    return by_map_archetype(data.resolve("base.map_archetype", archetype_id, state.running_mod(), "load_or_generate_floor: the archetype").id)
  end
  local generator, archetype = generator_of(own), archetype_of(own)
  if archetype then
    local entry = archetype.entry
    if entry.floors and entry.floors[floor] then
      return by_map_archetype(entry.floors[floor])
    elseif entry.on_generate_floor then
      return function(params)
        return entry.on_generate_floor(area, floor, params)
      end, "area archetype " .. archetype.id, archetype
    elseif entry.area_generator then
      generator = data.find("base.area_generator", entry.area_generator)
    end
  end
  if generator then
    return function(params)
      return generator.entry.on_generate_floor(floor, area, params)
    end, "area generator " .. generator.id, generator
  end
  local unique = own.unique and uniques.unique(own.unique)
  if unique and unique.archetype then
    return by_map_archetype(unique.archetype)
  elseif archetype then
    return nil, "no_archetype_on_generate_floor"
  end
  return nil, "no_archetype"
end

-- A map of this dialect out of what a generator of any dialect gives.
local function adopt(value)
  value = maps.meant(value)
  if maps.is(value) then
    maps.of(value, "on_generate_floor")
    return value
  end
end
M.adopt = adopt

-- Makes a floor without adding it. Raises when the generator gives no map.
local function generate(own, floor, archetype_id, params)
  local make, made_by, source, record = maker(own, floor, archetype_id)
  -- What comes of a function that went well is told at the line of what it belongs to.
  local function fail(pattern, ...)
    local message = "the " .. made_by .. " " .. format(pattern, ...)
    if source.mod == data.HOST then
      raise(message)
    end
    errors.raise_at(source.file, source.line, message)
  end
  if not make then
    return nil, made_by
  end
  local game = state.game
  local before, scope, last_map = py.game_map(), game.scope, game.last.map
  if #scope > 400 then
    raise("a floor is made while a floor is made, again and again: that ends here")
  end
  game.scope = format("%s area %d floor %d", scope, own.uid, floor)
  py.map_select_empty()
  local ok, map = protect.pcall(make, params)
  if ok then
    local given = map
    ok, map = protect.pcall(function()
      local adopted = adopt(given)
      if not adopted then
        fail("gave %s for floor %d: must be a map", shown(given), floor)
      elseif game.area_of[adopted.uid] then
        fail("gave the map %d for floor %d: it is a floor of an area already", adopted.uid, floor)
      end
      return adopted
    end)
  end
  local finished = map
  if ok and record then
    if not maps.known[map].fields._archetype then
      map:set_archetype(record.id, { set_properties = true })
    end
    maps.emit(map, "base.on_map_generated_from_archetype", { area = own.area, floor = floor, params = params })
  end
  if ok then
    ok, map = protect.pcall(connect, own, map, floor, fail)
  end
  game.scope = scope
  py.map_select(before)
  if not ok then
    -- What the generator had made before it failed is gone.
    for uid = last_map + 1, game.last.map do
      local left = game.maps[uid]
      if left and not game.area_of[uid] then
        maps.forget(maps.known[left])
        state.game.buried[maps.known[left].number] = true
      end
    end
    errors.raise_again(map)
  end
  return finished
end
M.generate = generate

local function past(own, floor)
  local deepest = limit(own)
  if deepest and floor > deepest then
    return format("%s has no floor %d: its deepest floor is %d", called(own), floor, deepest)
  end
  local first = first_floor(own)
  if floor < first then
    return format("%s has no floor %d: its first floor is %d", called(own), floor, first)
  end
end

function M.load_or_generate(own, floor, archetype_id, what)
  floor = whole(floor, what .. ": the floor")
  local uid = own.floors[floor]
  local map = uid and state.game.maps[uid]
  if map then
    return true, map, false
  end
  floor_maps.drop_floor(own, floor)
  local wrong = past(own, floor)
  if wrong then
    return false, wrong, false
  end
  local params = { is_first_generation = true }
  local made, why = generate(own, floor, archetype_id, params)
  if not made then
    return false, why, false
  end
  add(own, made, floor, what)
  maps.emit(made, "base.on_generate_area_floor", { area = own.area, floor_number = floor, is_first_generation = true })
  entrances.place_children(made)
  return true, made, true
end

function methods.load_or_generate_floor(self, floor, archetype_id)
  return M.load_or_generate(of(self, "load_or_generate_floor"), floor, archetype_id, "load_or_generate_floor")
end

function methods.generate_map_for_floor(self, floor, archetype_id)
  local own = of(self, "generate_map_for_floor")
  floor = whole(floor, "generate_map_for_floor: the floor")
  local wrong = past(own, floor)
  if wrong then
    return false, wrong
  end
  local map, why = generate(own, floor, archetype_id, { is_first_generation = own.floors[floor] == nil })
  return map ~= nil, map or why
end

function methods.load_or_generate_starting_floor(self)
  local own = of(self, "load_or_generate_starting_floor")
  return M.load_or_generate(own, first_floor(own), nil, "load_or_generate_starting_floor")
end

function methods.load_starting_floor(self)
  local own = of(self, "load_starting_floor")
  return methods.load_floor(self, first_floor(own))
end

return M
