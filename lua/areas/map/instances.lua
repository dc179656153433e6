-- InstancedMap: a map as mods of this dialect hold it. Its squares are those of a map of the host, which Python keeps
-- under a number; what lies on it is kept by host/objects; the fields that mods give it are kept here.

local import, py = ...
local errors = import "core/errors"
local emitter = import "areas/interface/event_emitter"
local layers = import "core/game/objects"
local stable_order = import "core/sandbox/stable_order"
local typos = import "core/typos"
local state = import "areas/session"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local format = string.format
local math_type, next, setmetatable, type = math.type, next, setmetatable, type
local lend, touch = state.lend, state.touch

local M = {}

local MOST_FIELDS = 1000

-- map -> { uid, number, width, height, store, fields, temp, holder, mask, asked, shared, memory, touched, … }.
local known = state.weak()
M.known = known

local DEFAULTS = {
  name = "", level = 1, turn_cost = 10000, is_indoor = false, is_temporary = false, is_generated_every_time = false,
  can_exit_from_edge = false, has_anchored_npcs = false, crowd_density = 0, max_crowd_density = 0, reveals_fog = false,
  renew_major_date = 0, renew_minor_date = 0, visit_times = 0, default_tile = "base.floor",
}

-- The names that mean something to the host.
local FIELDS = typos.set(DEFAULTS)
FIELDS[1] = FIELDS[1] .. ",types,is_not_renewable,player_start_pos,item_on_floor_limit"

local methods = {}
M.methods = methods

local READ_ONLY = { uid = true, area_uid = true, __class = true }

local function of(self, method)
  local own = known[self]
  if not own then
    raise(format("%s: it is called on %s: must be an InstancedMap, with a colon", method, shown(self)))
  elseif own.gone then
    raise(format("%s: the map %d is of a game that is over, or was deleted", method, own.uid))
  end
  touch(own)
  return own
end
M.of = of

local meta = { __metatable = false, __name = "InstancedMap" }

function meta.__index(self, key)
  local own = known[self]
  touch(own)
  local value = own.fields[key]
  if value ~= nil then
    if type(value) == "table" then
      lend(own)
    end
    return value
  end
  value = methods[key]
  if value ~= nil then
    return value
  elseif key == "uid" then
    return own.uid
  elseif key == "area_uid" then
    local place = state.game.area_of[own.uid]
    return place and place.area.uid
  end
end

function meta.__newindex(self, key, value)
  local own = known[self]
  if READ_ONLY[key] then
    raise(format("%s of a map cannot be set: that name is reserved", key))
  elseif key == "_archetype" then
    raise("_archetype of a map cannot be set: call map:set_archetype")
  elseif key == "types" and type(value) ~= "table" then
    raise(format("types of a map is %s: must be a list", shown(value)))
  elseif methods[key] then
    raise(format("%s of a map cannot be set: it is a method", text.tostring(key)))
  elseif key == nil or key ~= key then
    raise(format("a field of a map cannot be called %s", shown(key)))
  end
  if own.fields[key] == nil and value ~= nil then
    typos.name(key, FIELDS, "a map")
    own.field_count = own.field_count + 1
    if own.field_count > MOST_FIELDS then
      raise(format("a map has %d fields: that is the most", MOST_FIELDS))
    end
  elseif own.fields[key] ~= nil and value == nil then
    own.field_count = own.field_count - 1
  end
  touch(own)
  own.fields[key] = value
end

function meta.__pairs(self)
  lend(known[self])
  return stable_order.closed_pairs(known[self].fields)
end

function meta.__tostring(self)
  local own = known[self]
  return format("InstancedMap %d (%d × %d)", own.uid, own.width, own.height)
end

function M.is(value)
  return known[value] ~= nil
end

-- The number of the map that a value of another dialect stands for, or nil.
local function foreign_number(value)
  if type(value) == "table" and not known[value] and state.started then
    return layers.number_of(value)
  end
end

-- What a value means here: whatever stands for a map in another dialect, that map as one of this dialect, the same each
-- time; anything else itself.
function M.meant(value)
  local number = foreign_number(value)
  return number and M.with_number(number) or value
end

-- The map with a number of Python's.
function M.with_number(number)
  for _, map in next, state.game.maps do
    if known[map].number == number then
      return map
    end
  end
  local width, height = py.map_size(number)
  local map = M.wrap(number, width, height, state.next_uid "map", true)
  emitter.emit(map, nil, "base.on_build_map", {})
  return map
end

-- A map out of a map or a uid.
function M.resolve(value, what)
  value = M.meant(value)
  if known[value] then
    of(value, what)
    return value
  end
  local uid = math.tointeger(value)
  local map = uid and state.game.maps[uid]
  if not map then
    raise(format("%s is %s: must be a map or the uid of one", what, shown(value)))
  end
  return map
end

-- A map around a number of Python's.
function M.wrap(number, width, height, uid, shared, map)
  map = map or setmetatable({}, meta)
  local fields = {}
  for key, value in next, DEFAULTS do
    fields[key] = value
  end
  fields.types = {}
  known[map] = {
    uid = uid, number = number, width = width, height = height, store = layers.of(number, width, height), fields = fields,
    temp = {}, asked = 0, shared = shared, field_count = 20, map = map, mod_data = {}, chunk = "map",
  }
  touch(known[map])
  state.game.maps[uid] = map
  return map
end

-- Takes a map out of the game.
function M.forget(own)
  state.game.maps[own.uid] = nil
  state.drop(own)
  own.gone = true
end

layers.on_map(function(value)
  local own = known[value]
  return own and own.number
end)

function methods.width(self)
  return of(self, "width").width
end

function methods.height(self)
  return of(self, "height").height
end

local function inside(own, x, y)
  return math_type(x) ~= nil and math_type(y) ~= nil and x >= 0 and y >= 0 and x < own.width and y < own.height
end

-- Whole coordinates of a square of the map; nothing outside.
local function square(own, x, y)
  if inside(own, x, y) then
    return x // 1 | 0, y // 1 | 0
  end
end
M.square = square

-- The same, for what a mod gives: what is no number lies nowhere, and is refused.
local function given_square(own, method, x, y, x_name, y_name)
  if inside(own, x, y) then
    return x // 1 | 0, y // 1 | 0
  end
  for i = 1, 2 do
    local value = i == 1 and x or i == 2 and y
    if math_type(value) == nil then
      raise(format("%s: %s is %s: must be a number", method, i == 1 and (x_name or "x") or y_name or "y", shown(value)))
    end
  end
end
M.given_square = given_square

function methods.is_in_bounds(self, x, y)
  return given_square(of(self, "is_in_bounds"), "InstancedMap:is_in_bounds", x, y) ~= nil
end

local function changed(own)
  own.mask, own.asked = nil, 0
  layers.written(own.number)
end

-- Filled by areas/looks and areas/placing: layers by type, and what is known of an object.
M.layers = {}
M.blocks, M.is_opaque = nil, nil

-- Emits an event of the host from a map.
function M.emit(map, event, params, result)
  return emitter.emit(map, known[map].holder, event, params or {}, result)
end

-- The map of the game that another dialect made, as one of this dialect; the same each time.
function M.from_dungeon()
  state.need_game "Map.from_dungeon"
  local number, width = py.game_map()
  if width == 0 then
    raise("Map.from_dungeon: there is no dungeon: lay one out first" .. py.why_no_map())
  end
  return M.with_number(number)
end

-- A new game: what is still held of maps stands for nothing.
function M.new_game()
  for _, own in next, known do
    own.gone = true
  end
end

M.FIELDS, M.changed, M.inside = FIELDS, changed, inside

return M
