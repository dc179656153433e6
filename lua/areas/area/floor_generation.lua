-- Generates floors of areas: selects what makes a floor, runs it, connects its stairs, and undoes a failed attempt.

local import, py = ...
local archetypes = import "areas/area/archetype"
local areas = import "areas/area/area_states"
local arguments = import "areas/arguments"
local data = import "areas/data/registry"
local entrances = import "areas/area/entrances"
local errors = import "core/errors"
local floors = import "areas/area/floors"
local map_archetypes = import "areas/map/archetype"
local maps = import "areas/map/map_states"
local protect = import "core/sandbox/protect"
local random = import "core/game/random"
local session = import "areas/session"
local stairs = import "areas/area/stairs"
local text = import "core/sandbox/text"
local uniques = import "areas/area/unique"

local raise, fail = errors.raise, errors.fail
local format = string.format
local of = areas.of
local first_floor = floors.first_floor

local M = { methods = {} }
local methods = M.methods

-- The scope grows by about 20 characters for each floor that is generated inside the generation of another.
local MAX_SCOPE = 400

-- A generator: { run (function of params), title, record, map_archetype (its record) }.
local function map_archetype_generator(state, floor, id)
  local record = data.find("base.map_archetype", id)
  local generate_map = record and record.entry.on_generate_map
  if not generate_map then
    return nil, format("the map archetype %s has no on_generate_map", text.tostring(id))
  end
  return {
    title = "map archetype " .. id, record = record, map_archetype = record,
    run = function(params)
      return generate_map(state.area, floor, params)
    end,
  }
end

-- The generator of a floor; or nil, and why there is none.
local function find_generator(state, floor, archetype_id)
  if archetype_id ~= nil then
    local record = data.resolve("base.map_archetype", archetype_id, "load_or_generate_floor: the archetype")
    return map_archetype_generator(state, floor, record.id)
  end
  local area_generator, archetype = archetypes.generator_of(state), archetypes.archetype_of(state)
  local entry = archetype and archetype.entry or {}
  if entry.floors and entry.floors[floor] then
    return map_archetype_generator(state, floor, entry.floors[floor])
  elseif entry.on_generate_floor then
    return {
      title = "area archetype " .. archetype.id, record = archetype,
      run = function(params)
        return entry.on_generate_floor(state.area, floor, params)
      end,
    }
  elseif entry.area_generator then
    area_generator = data.find("base.area_generator", entry.area_generator)
  end
  if area_generator then
    return {
      title = "area generator " .. area_generator.id, record = area_generator,
      run = function(params)
        return area_generator.entry.on_generate_floor(floor, state.area, params)
      end,
    }
  end
  local unique = state.unique and uniques.find(state.unique)
  if unique and unique.archetype then
    return map_archetype_generator(state, floor, unique.archetype)
  end
  return nil, archetype and "no_archetype_on_generate_floor" or "no_archetype"
end

-- Raises a fault of what a generator returned, at the line that declares the generator.
local function blame(generator, message)
  message = "the " .. generator.title .. " " .. message
  if generator.record.mod == data.HOST then
    raise(message)
  end
  errors.raise_at(generator.record.file, generator.record.line, message)
end

-- Runs a generator and finishes its map: archetype, event, stairs.
local function run_generator(state, floor, generator, params)
  local result = generator.run(params)
  local map = maps.resolve_foreign(result)
  if not maps.is(map) then
    blame(generator, format("returned %s for floor %d: must be a map", text.shown(result), floor))
  end
  local map_state = maps.of(map, "on_generate_floor")
  if session.game.area_of[map_state.uid] then
    blame(generator, format("returned the map %d for floor %d: it is a floor of an area already", map_state.uid, floor))
  end
  if generator.map_archetype then
    map_archetypes.finish(map, generator.map_archetype, { area = state.area, floor = floor, params = params })
  end
  local problem = stairs.connect(state, map, floor)
  if problem then
    blame(generator, format("made a floor %d of %s (seed %d) %s", floor, floors.title(state), py.game_seed(),
      problem))
  end
  return map
end

-- Generates the map of a floor without adding it to its area. Returns nil and why when nothing makes the floor; raises
-- an error when its generator fails.
function M.generate(state, floor, archetype_id, params)
  local generator, why = find_generator(state, floor, archetype_id)
  if not generator then
    return nil, why
  end
  local game = session.game
  local current, scope, last_map = py.game_map(), random.scope, game.last.map
  if #scope > MAX_SCOPE then
    raise("floors are generated too deep inside the generation of other floors")
  end
  random.scope = format("%s area %d floor %d", scope, state.uid, floor)
  py.map_select_empty()
  local ok, map = protect.pcall(run_generator, state, floor, generator, params)
  random.scope = scope
  py.map_select(current)
  if not ok then
    -- Maps that the generator made before it failed are deleted.
    for uid = last_map + 1, game.last.map do
      local left = game.maps[uid]
      if left and not game.area_of[uid] then
        maps.forget(maps.states[left])
        game.buried[maps.states[left].number] = true
      end
    end
    error(map, 0)
  end
  return map
end

-- Why an area cannot have a floor; nil when it can.
local function refuse_floor(state, floor)
  local deepest, first = floors.declared_depth(state), first_floor(state)
  if deepest and floor > deepest then
    return format("%s has no floor %d: its deepest floor is %d", floors.title(state), floor, deepest)
  elseif floor < first then
    return format("%s has no floor %d: its first floor is %d", floors.title(state), floor, first)
  end
end

-- The map of a floor, generated if it does not exist yet: true, the map, and whether it is new; or false and why.
function M.load_or_generate(state, floor, archetype_id, title)
  floor = arguments.read_integer(floor, title .. ": the floor")
  local uid = state.floors[floor]
  local map = uid and session.game.maps[uid]
  if map then
    return true, map, false
  end
  floors.drop_floor(state, floor)
  local refusal = refuse_floor(state, floor)
  if refusal then
    return false, refusal, false
  end
  local new_map, why = M.generate(state, floor, archetype_id, { is_first_generation = true })
  if not new_map then
    return false, why, false
  end
  floors.add(state, new_map, floor, title)
  maps.emit(new_map, "base.on_generate_area_floor",
    { area = state.area, floor_number = floor, is_first_generation = true })
  entrances.place_children(new_map)
  return true, new_map, true
end

-- The same for a caller that needs the map: raises an error when there is none. Without a floor, it is the first one.
function M.need_floor(area, floor, title)
  local state = areas.states[area]
  floor = floor == nil and first_floor(state) or floor
  local ok, map = M.load_or_generate(state, floor, nil, title)
  if ok then
    return map
  elseif map == "no_archetype" then
    raise(title .. ": " .. M.no_generator(state, floor))
  elseif map == "no_archetype_on_generate_floor" then
    fail("%s: the area archetype %s has no on_generate_floor", title, state.archetype)
  end
  raise(title .. ": " .. map)
end

-- The message for a floor that nothing can make.
function M.no_generator(state, floor)
  return format("%s has no floor %s, and nothing that makes it: no generator and no archetype", floors.title(state),
    text.tostring(floor))
end

function methods.load_or_generate_floor(self, floor, archetype_id)
  return M.load_or_generate(of(self, "load_or_generate_floor"), floor, archetype_id, "load_or_generate_floor")
end

function methods.generate_map_for_floor(self, floor, archetype_id)
  local state = of(self, "generate_map_for_floor")
  floor = arguments.read_integer(floor, "generate_map_for_floor: the floor")
  local refusal = refuse_floor(state, floor)
  if refusal then
    return false, refusal
  end
  local map, why = M.generate(state, floor, archetype_id, { is_first_generation = state.floors[floor] == nil })
  return map ~= nil, map or why
end

function methods.load_or_generate_starting_floor(self)
  local state = of(self, "load_or_generate_starting_floor")
  return M.load_or_generate(state, first_floor(state), nil, "load_or_generate_starting_floor")
end

return M
