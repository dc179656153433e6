-- The private state of each InstancedMap, and the fields that mods see; creates maps, also for maps of other dialects.
-- Python has the squares of a map under a number; core/game/objects has what lies on it; the fields are here.

local import, py = ...
local errors = import "core/errors"
local event_emitter = import "areas/interface/event_emitter"
local functions = import "core/border/functions"
local instance_classes = import "areas/instance_classes"
local layers = import "core/game/objects"
local session = import "areas/session"
local text = import "core/sandbox/text"
local typos = import "core/typos"

local raise, fail, shown = errors.raise, errors.fail, text.shown
local format = string.format
local math_type, next, tointeger, type = math.type, next, math.tointeger, type
local before_access, touch = session.before_access, session.touch

local M = {}

-- map -> state: { uid, map, number, width, height, store (of core/game/objects), fields, field_count, temp (values
-- over the fields), holder (of handlers), mod_data, previous ({ uid, x, y } of the way back), memory (set of squares
-- that the player remembers), mask (a byte of `map_access` for each square, or nil), access_count (calls since the
-- mask was dropped), shared (whether another dialect owns the map), loose (dialect -> items that stand for its
-- stacks, see areas/object/loose_items), gone }.
local states, of, end_game = instance_classes.new_states("an InstancedMap", touch, function(state)
  return format("the map %d was deleted, or belongs to a game that is over", state.uid)
end)
M.states, M.of = states, of

-- Set of the states with a mask.
M.masked = {}

-- type of an object -> its layer on a square.
M.layers = {
  ["base.feat"] = "areas.feat", ["base.mef"] = "areas.mef", ["base.item"] = "areas.item",
  ["base.chara"] = "areas.chara",
}

local DEFAULTS = {
  name = "", level = 1, turn_cost = 10000, is_indoor = false, is_temporary = false, is_generated_every_time = false,
  can_exit_from_edge = false, has_anchored_npcs = false, crowd_density = 0, max_crowd_density = 0, reveals_fog = false,
  renew_major_date = 0, renew_minor_date = 0, visit_times = 0, default_tile = "base.floor",
}

-- The fields that the host reads, for warnings about typos.
local FIELD_NAMES = typos.set(DEFAULTS)
FIELD_NAMES[1] = FIELD_NAMES[1] .. ",types,is_not_renewable,player_start_pos,item_on_floor_limit"

-- Filled by map/instanced_map.lua.
M.methods = {}

local meta = instance_classes.new_class {
  name = "InstancedMap", noun = "a map", states = states, methods = M.methods,
  touch = touch, before_access = before_access,
  computed = {
    uid = instance_classes.reads "uid",
    area_uid = function(state)
      local place = session.game.area_of[state.uid]
      return place and place.area.uid
    end,
  },
  check = function(key, value, state)
    if key == "_archetype" then
      raise("_archetype of a map cannot be set: call map:set_archetype")
    elseif key == "types" and type(value) ~= "table" then
      fail("types of a map is %s: must be a list", shown(value))
    elseif state.fields[key] == nil and value ~= nil then
      typos.name(key, FIELD_NAMES, "a map")
    end
    return value
  end,
  title = function(state)
    return format("InstancedMap %d (%d × %d)", state.uid, state.width, state.height)
  end,
}

-- The value of a field without temporary values over it; a warning for a name that is almost one.
function M.base_value(state, key)
  local value = state.fields[key]
  if value == nil and key == "uid" then
    return state.uid
  elseif value == nil then
    typos.name(key, FIELD_NAMES, "calc of a map")
  end
  return value
end

function M.is(value)
  return states[value] ~= nil
end

-- Creates the map for a number of Python. `shared`: another dialect owns it. `map` is the former instance of that uid,
-- for loading.
function M.wrap(number, width, height, uid, shared, map)
  map = debug.setmetatable(map or {}, meta)
  local state = {
    uid = uid, map = map, number = number, width = width, height = height, store = layers.of(number, width, height),
    fields = { types = {} }, field_count = 20, temp = {}, mod_data = {}, access_count = 0, shared = shared,
    chunk = "map",
  }
  for key, value in next, DEFAULTS do
    state.fields[key] = value
  end
  states[map] = state
  touch(state)
  session.game.maps[uid] = map
  return map
end

-- Creates a map of the running game for a number of Python. `default_tile` is the id of the tile it consists of.
function M.make(number, width, height, shared, default_tile)
  local map = M.wrap(number, width, height, session.next_uid "map", shared)
  states[map].fields.default_tile = default_tile or DEFAULTS.default_tile
  event_emitter.emit(map, nil, "base.on_build_map", {})
  return map
end

-- The map with a number of Python; a map of another dialect gets one when it is first asked for.
local function from_number(number)
  for _, map in next, session.game.maps do
    if states[map].number == number then
      return map
    end
  end
  local width, height = py.map_size(number)
  return M.make(number, width, height, true)
end

-- The InstancedMap for a map of another dialect; any other value stays the same.
function M.resolve_foreign(value)
  if type(value) == "table" and not states[value] and session.started then
    local number = layers.number_of(value)
    return number and from_number(number) or value
  end
  return value
end

-- The map of a map or a uid; raises an error for any other value.
function M.resolve(value, title)
  value = M.resolve_foreign(value)
  if states[value] then
    of(value, title)
    return value
  end
  local map = session.game.maps[tointeger(value)]
  if not map then
    fail("%s is %s: must be a map or the uid of one", title, shown(value))
  end
  return map
end

-- The map that a call is about: the argument, or the current map without one.
function M.given_or_current(map, title)
  if map == nil then
    map = session.game.map
    if not map then
      raise(title .. ": there is no current map: call Map.set_map first, or pass a map")
    end
  end
  map = M.resolve_foreign(map)
  if not states[map] then
    fail("%s: map is %s: must be a map", title, shown(map))
  end
  of(map, title)
  return map
end

-- The map that another dialect laid out in this game.
function M.from_dungeon()
  return from_number((py.game_map("Map.from_dungeon: there is no dungeon", "lay one out first")))
end

-- Removes a map, given by its state, from the game.
function M.forget(state)
  session.game.maps[state.uid] = nil
  session.drop(state)
  state.gone = true
end

-- Emits an event of a map.
function M.emit(map, event, params, result)
  return event_emitter.emit(map, states[map].holder, event, params or {}, result)
end

-- Whole coordinates of a square; nothing outside the map.
function M.square(state, x, y)
  if math_type(x) ~= nil and math_type(y) ~= nil and x >= 0 and y >= 0 and x < state.width and y < state.height then
    return x // 1 | 0, y // 1 | 0
  end
end
local square = M.square

-- The same for arguments of a mod: raises an error when one is not a number.
function M.read_square(state, method, x, y, x_name, y_name)
  local column, row = square(state, x, y)
  if not column then
    for i = 1, 2 do
      local value = i == 1 and x or i == 2 and y
      if math_type(value) == nil then
        fail("%s: %s is %s: must be a number", method, i == 1 and (x_name or "x") or y_name or "y", shown(value))
      end
    end
  end
  return column, row
end

-- The state of a map on which a mod called a method with a square, and the square; no square for one outside the map.
function M.locate(self, method, x, y)
  local state = of(self, method)
  local column, row = square(state, x, y)
  if not column then
    M.read_square(state, "InstancedMap:" .. method, x, y)
  end
  return state, column, row
end

-- Drops what was cached of the squares of a map.
function M.invalidate(state)
  state.mask, state.access_count = nil, 0
  layers.written(state.number)
end

functions.on_changes(function()
  for state in next, M.masked do
    -- A world of this map takes the changes itself, and then no mask is used.
    if state.store.shared or py.map_changed(state.number) then
      M.masked[state] = nil
      state.mask, state.access_count = nil, 0
    end
  end
end)

-- Marks all maps as part of a game that is over.
function M.new_game()
  M.masked = {}
  end_game()
end

layers.on_map(function(value)
  local state = states[value]
  return state and state.number
end)

return M
