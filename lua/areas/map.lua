-- InstancedMap: a map as mods of this dialect hold it. Its squares are those of a map of the host, which Python keeps
-- under a number; what lies on it is kept by host/objects; the fields that mods give it are kept here.

local import, py = ...
local blame = import "host/blame"
local classes = import "areas/classes"
local data = import "areas/data"
local emitter = import "areas/emitter"
local events = import "host/events"
local iterators = import "areas/iterators"
local layers = import "host/objects"
local order = import "host/order"
local slips = import "host/slips"
local state = import "areas/state"
local text = import "host/text"
local views = import "host/views"

local finish, raise, shown = blame.finish, blame.raise, text.shown
local byte, format = string.byte, string.format
local ipairs, math_type, next, rawequal, setmetatable, type = ipairs, math.type, next, rawequal, setmetatable, type
local abs = math.abs
local lend, touch, whole = state.lend, state.touch, state.whole

local M = {}

local LARGEST = 4000
-- A mask of all squares is fetched after so many single questions.
local PATIENCE = 16
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
local FIELDS = slips.set(DEFAULTS)
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
    slips.name(key, FIELDS, "a map")
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
  return order.closed_pairs(known[self].fields)
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
  local width, height = finish(py.map_size(number))
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

-- The pile that an id of a tile stands for.
local function tile_record(id, what)
  if type(id) == "table" then
    id = id._id
  end
  return data.resolve("base.map_tile", id, state.running_mod(), what)
end

local function size(value, what)
  local number = type(value) == "number" and value - value == 0 and math.tointeger(value // 1)
  if not number or number < 1 or number > LARGEST then
    raise(format("InstancedMap:new: %s is %s: must be a number between 1 and %d", what, shown(value), LARGEST))
  end
  return number
end

function M.new(width, height, tile)
  state.need_game "InstancedMap:new"
  width, height = size(width, "width"), size(height, "height")
  local record = tile == nil and data.find("base.map_tile", "base.floor") or tile_record(tile, "InstancedMap:new: the tile")
  local number = finish(py.map_new(width, height, record.stack))
  local map = M.wrap(number, width, height, state.next_uid "map")
  if tile ~= nil then
    known[map].fields.default_tile = record.id
  end
  emitter.emit(map, nil, "base.on_build_map", {})
  return map
end

M.InstancedMap = classes.front("InstancedMap", "class", M.is, {
  new = function(_, width, height, tile)
    return M.new(width, height, tile)
  end,
})

-- squares -----------------------------------------------------------------------------------------------------------

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

function methods.clear(self, tile)
  local own = of(self, "clear")
  local record = tile_record(tile == nil and own.fields.default_tile or tile, "InstancedMap:clear: the tile")
  finish(py.map_fill(own.number, 0, 0, own.width, own.height, record.stack))
  changed(own)
end

function methods.set_tile(self, x, y, tile)
  local own = of(self, "set_tile")
  x, y = given_square(own, "InstancedMap:set_tile", x, y)
  local record = tile_record(tile, "InstancedMap:set_tile: the tile")
  if x then
    finish(py.map_fill(own.number, x, y, 1, 1, record.stack))
    changed(own)
  end
end

-- Beyond the original: a rectangle at once.
function methods.fill(self, x, y, width, height, tile)
  local own = of(self, "fill")
  x, y = whole(x, "InstancedMap:fill: x"), whole(y, "InstancedMap:fill: y")
  width, height = whole(width, "InstancedMap:fill: width"), whole(height, "InstancedMap:fill: height")
  local record = tile_record(tile, "InstancedMap:fill: the tile")
  local left, top = x < 0 and 0 or x, y < 0 and 0 or y
  local right = x + width < own.width and x + width or own.width
  local bottom = y + height < own.height and y + height or own.height
  if left ~= x or top ~= y or right ~= x + width or bottom ~= y + height then
    local file, line = blame.where()
    finish(py.warn(format("fill: %d × %d squares from (%d, %d) reach over the edge of the map of %d × %d: what lies outside is left out",
      width, height, x, y, own.width, own.height), file, line))
  end
  if right > left and bottom > top then
    finish(py.map_fill(own.number, left, top, right - left, bottom - top, record.stack))
    changed(own)
  end
end

-- index of a prototype of a tile -> its record; of those that other dialects made, what can be said of them.
local by_index = {}

local function tile_entry(index)
  local record = by_index[index]
  if record == nil or record.index ~= index then
    record = nil
    for _, one in ipairs(data.records "base.map_tile") do
      if one.index == index then
        record = one
      end
    end
    by_index[index] = record
  end
  return record
end

local function access(own, x, y)
  local mask = not own.store.shared and own.mask
  if not mask then
    own.asked = own.asked + 1
    if own.asked <= PATIENCE or own.shared or own.store.shared then
      return finish(py.map_access(own.number, x, y))
    end
    mask = finish(py.map_mask(own.number))
    own.mask = mask
  end
  return byte(mask, y * own.width + x + 1)
end
M.access = access

function methods.tile(self, x, y)
  local own = of(self, "tile")
  x, y = given_square(own, "InstancedMap:tile", x, y)
  local index = x and finish(py.map_tile(own.number, x, y))
  if not index then
    return nil
  end
  local record = tile_entry(index)
  if record then
    return data.seen(record, state.running_mod())
  end
  local bits = access(own, x, y)
  return { _type = "base.map_tile", _id = finish(py.map_tile_id(own.number, x, y)), is_solid = bits & 1 == 1, is_opaque = bits & 2 == 2 }
end

function methods.iter_tiles(self)
  local own = of(self, "iter_tiles")
  local last = own.width * own.height
  return iterators.new(function(i)
    if i < last then
      local x, y = i % own.width, i // own.width
      return i + 1, i, x, y, self:tile(x, y)
    end
  end, 0)
end

-- objects -----------------------------------------------------------------------------------------------------------

-- Filled by areas/objects: layers by type, and what is known of an object.
M.layers = {}
M.blocks, M.is_opaque = nil, nil

local function blocked(own, x, y, field)
  local at = y * own.width + x
  if field == "is_solid" and own.store:is_blocked(at, "areas") then
    return true
  end
  for _, layer in next, M.layers do
    local tops = own.store.tops[layer]
    if tops and tops[at] then
      for _, object in ipairs(own.store:at(layer, at)) do
        if M.blocks(object, field) then
          return true
        end
      end
    end
  end
  return false
end

function methods.is_floor(self, x, y)
  local own = of(self, "is_floor")
  x, y = given_square(own, "InstancedMap:is_floor", x, y)
  return x ~= nil and access(own, x, y) & 1 == 0
end

function methods.can_access(self, x, y)
  local own = of(self, "can_access")
  x, y = given_square(own, "InstancedMap:can_access", x, y)
  return x ~= nil and access(own, x, y) & 1 == 0 and not blocked(own, x, y, "is_solid")
end

function methods.can_see_through(self, x, y)
  local own = of(self, "can_see_through")
  x, y = given_square(own, "InstancedMap:can_see_through", x, y)
  return x ~= nil and access(own, x, y) & 2 == 0 and not blocked(own, x, y, "is_opaque")
end

-- Along Bresenham's line; the last square can always be seen.
function methods.has_los(self, x1, y1, x2, y2)
  local own = of(self, "has_los")
  x1, y1 = given_square(own, "InstancedMap:has_los", x1, y1, "x1", "y1")
  x2, y2 = given_square(own, "InstancedMap:has_los", x2, y2, "x2", "y2")
  if not x1 or not x2 then
    return false
  end
  local dx, dy = abs(x2 - x1), -abs(y2 - y1)
  local step_x, step_y = x1 < x2 and 1 or -1, y1 < y2 and 1 or -1
  local err = dx + dy
  while x1 ~= x2 or y1 ~= y2 do
    if access(own, x1, y1) & 2 ~= 0 or blocked(own, x1, y1, "is_opaque") then
      return false
    end
    local doubled = 2 * err
    if doubled >= dy then
      err, x1 = err + dy, x1 + step_x
    end
    if doubled <= dx then
      err, y1 = err + dx, y1 + step_y
    end
  end
  return true
end

-- What the player remembers: squares, as a set.
for _, name in ipairs { "memorize_tile", "reveal_tile" } do
  methods[name] = function(self, x, y)
    local own = of(self, name)
    x, y = given_square(own, "InstancedMap:" .. name, x, y)
    if x then
      own.memory = own.memory or {}
      own.memory[y * own.width + x] = true
    end
  end
end

function methods.is_memorized(self, x, y)
  local own = of(self, "is_memorized")
  x, y = given_square(own, "InstancedMap:is_memorized", x, y)
  return x ~= nil and own.memory ~= nil and own.memory[y * own.width + x] == true
end

function methods.refresh_tile(self)
  changed(of(self, "refresh_tile"))
end

local SIGHT = 15

function methods.is_in_fov(self, x, y)
  local own = of(self, "is_in_fov")
  local player = state.game.player
  x, y = given_square(own, "InstancedMap:is_in_fov", x, y)
  if not x or not player or not rawequal(player:current_map(), self) then
    return false
  end
  local px, py_ = player.x, player.y
  return (px - x) ^ 2 + (py_ - y) ^ 2 <= SIGHT ^ 2 and methods.has_los(self, px, py_, x, y)
end

local function iterate(own, layer)
  return iterators.of_list(own.store:all(layer))
end

function methods.iter(self)
  local own = of(self, "iter")
  local list = {}
  for _, object in ipairs(own.store:all()) do
    if M.known_object(object) then
      list[#list + 1] = object
    end
  end
  return iterators.of_list(list)
end

function methods.iter_type(self, kind)
  return iterate(of(self, "iter_type"), M.layers[kind])
end

function methods.iter_charas(self)
  return iterate(of(self, "iter_charas"), M.layers["base.chara"])
end

function methods.iter_items(self)
  return iterate(of(self, "iter_items"), M.layers["base.item"])
end

function methods.iter_feats(self)
  return iterate(of(self, "iter_feats"), M.layers["base.feat"])
end

local KINDS = { "base.feat", "base.item", "base.chara" }

function methods.objects_at_pos(self, x, y)
  local own = of(self, "objects_at_pos")
  local list = {}
  x, y = given_square(own, "InstancedMap:objects_at_pos", x, y)
  if x then
    for _, kind in ipairs(KINDS) do
      for _, object in ipairs(own.store:at(M.layers[kind], y * own.width + x)) do
        list[#list + 1] = object
      end
    end
  end
  return iterators.of_list(list)
end

function methods.iter_type_at_pos(self, kind, x, y)
  local own = of(self, "iter_type_at_pos")
  local layer = M.layers[kind]
  x, y = square(own, x, y)
  return iterators.of_list(x and own.store:at(layer, y * own.width + x) or {})
end

function methods.is_positional(self)
  of(self, "is_positional")
  return true
end

function methods.has_type(self, kinds)
  local own = of(self, "has_type")
  if type(kinds) ~= "table" then
    kinds = { kinds }
  end
  local types = own.fields.types
  for _, wanted in ipairs(kinds) do
    for _, kind in ipairs(type(types) == "table" and types or {}) do
      if kind == wanted then
        return true
      end
    end
  end
  return false
end

-- fields that last, and fields that do not --------------------------------------------------------------------------

-- Methods calc, mod, … over a table of fields and one of what lies over them for a while: own(self, method) gives both.
-- `lent(one)` is told when a table of it gets into the hands of a mod.
function M.layered(own, lent, lasting)
  local made = {}

  local function given(one, value)
    if type(value) == "table" then
      lent(one)
    end
    return value
  end

  function made.calc(self, key)
    local one = own(self, "calc")
    local value = one.temp[key]
    if value == nil then
      value = lasting(self, one, key)
    end
    return given(one, value)
  end

  local function combined(before, value, how, what)
    if how == nil or how == "add" then
      if before == nil then
        return value
      elseif type(before) ~= "number" or type(value) ~= "number" then
        raise(format("%s: %s cannot be added to %s: must be numbers", what, shown(value), shown(before)))
      end
      return before + value
    elseif how == "set" then
      return value
    end
    if order.type(before == nil and {} or before) ~= "table" or order.type(value) ~= "table" then
      raise(format("%s: %s cannot be merged with %s: must be tables", what, shown(value), shown(before)))
    end
    local merged = {}
    for _, from in ipairs { before or {}, value } do
      for key, item in order.pairs(from) do
        merged[key] = item
      end
    end
    return merged
  end

  function made.mod(self, key, value, how)
    local one = own(self, "mod")
    if key == nil or key ~= key then
      raise("mod: the name of the field is " .. shown(key))
    end
    local before = one.temp[key]
    if before == nil then
      before = lasting(self, one, key)
    end
    one.temp[key] = combined(before, value, how, "mod: " .. text.tostring(key))
    return given(one, one.temp[key])
  end

  function made.mod_base(self, key, value, how)
    local one = own(self, "mod_base")
    self[key] = combined(lasting(self, one, key), value, how, "mod_base: " .. text.tostring(key))
    return self[key]
  end

  function made.reset(self, key, value)
    local one = own(self, "reset")
    self[key] = value
    one.temp[key] = nil
  end

  -- Takes away what lies over the fields for a while, and has it laid anew by whoever wants to.
  function made.refresh(self)
    local one = own(self, "refresh")
    one.temp = {}
    emitter.emit(self, one.holder, "base.on_refresh", {})
  end
  made.on_refresh = made.refresh

  -- A table for what a mod wants to keep with this; mods that are not loaded have none.
  function made.get_mod_data(self, id)
    local one = own(self, "get_mod_data")
    local mod = import("host/loader").mods[id]
    if not mod then
      raise(format("get_mod_data: %s is not the id of a loaded mod", shown(id)))
    end
    lent(one)
    local kept = one.mod_data[id]
    if not kept then
      kept = {}
      one.mod_data[id] = kept
    end
    local reader = state.running_mod()
    return (not reader or views.may_change(reader, mod)) and kept or views.read_only(kept, mod)
  end

  return made
end

for name, method in next, M.layered(of, lend, function(_, own, key)
  local value = own.fields[key]
  if value == nil and key == "uid" then
    return own.uid
  elseif value == nil then
    slips.name(key, FIELDS, "calc of a map")
  end
  return value
end) do
  methods[name] = method
end

for name, method in next, emitter.methods(function(self, method, make)
  local own = of(self, method)
  if make and not own.holder then
    own.holder = events.new_holder()
  end
  return own.holder
end) do
  methods[name] = method
end

-- Emits an event of the host from a map.
function M.emit(map, event, params, result)
  return emitter.emit(map, known[map].holder, event, params or {}, result)
end

-- archetypes --------------------------------------------------------------------------------------------------------

-- Binds the handlers of the archetype; those of a former one are gone.
function M.bind(own)
  if own.holder then
    emitter.disconnect_entry(own.holder)
  end
  local record = own.fields._archetype and data.find("base.map_archetype", own.fields._archetype)
  if record and emitter.has_entry_events(record) then
    own.holder = own.holder or events.new_holder()
    emitter.connect_entry(own.holder, record)
  end
end

function M.archetype(map)
  local id = known[map].fields._archetype
  return id and data.find("base.map_archetype", id)
end

function methods.set_archetype(self, id, options)
  local own = of(self, "set_archetype")
  if id == nil then
    own.fields._archetype = nil
    M.bind(own)
    return
  end
  local record = data.resolve("base.map_archetype", type(id) == "table" and id._id or id, state.running_mod(), "set_archetype: the id")
  own.fields._archetype = record.id
  if options and options.set_properties then
    for key, value in order.pairs(record.entry.properties or {}) do
      self[key] = data.deep_copy(value)
    end
  end
  M.bind(own)
end

function methods.archetype(self)
  of(self, "archetype")
  local record = M.archetype(self)
  return record and data.seen(record, state.running_mod())
end

-- The way back from a map: another map, and where to stand on it.
function methods.set_previous_map_and_location(self, map, x, y)
  local own = of(self, "set_previous_map_and_location")
  map = M.resolve(map, "set_previous_map_and_location: the map")
  local other = known[map]
  if other.fields.is_temporary then
    raise("set_previous_map_and_location: the map is temporary: must be one that lasts")
  end
  x, y = whole(x, "set_previous_map_and_location: x"), whole(y, "set_previous_map_and_location: y")
  if not inside(other, x, y) then
    raise(format("set_previous_map_and_location: (%d, %d) lies outside that map", x, y))
  end
  own.previous = { other.uid, x, y }
end

function methods.previous_map_and_location(self)
  local previous = of(self, "previous_map_and_location").previous
  if previous then
    return previous[1], previous[2], previous[3]
  end
end

-- Takes over everything of another map but its uid; the other map is gone then.
function methods.replace_with(self, other)
  local own, from = of(self, "replace_with"), of(other, "replace_with: its argument")
  if own == from then
    return
  elseif rawequal(state.game.map, other) then
    raise("replace_with: the other map is the current one: must be another")
  elseif state.game.area_of[from.uid] then
    raise("replace_with: the other map belongs to an area: must be free")
  end
  M.on_replaced(own, from)
  for _, name in ipairs {
    "number", "width", "height", "store", "fields", "temp", "holder", "field_count", "mod_data", "memory", "shared",
  } do
    own[name] = from[name]
  end
  changed(own)
  M.forget(from)
  touch(own)
  if rawequal(state.game.map, self) then
    finish(py.map_current(own.number))
  end
end

-- Whether one can walk from one square to another.
function M.connected(own, x, y, to_x, to_y)
  return finish(py.map_reach(own.number, x, y, to_x, to_y))
end

-- The map of the game that another dialect made, as one of this dialect; the same each time.
function M.from_dungeon()
  state.need_game "Map.from_dungeon"
  local number, width = finish(py.dungeon())
  if width == 0 then
    raise("Map.from_dungeon: there is no dungeon: lay one out first")
  end
  return M.with_number(number)
end

-- A square where someone can stand: that one, one nearby, or any; nothing when there is none.
-- `taken` are squares (y * width + x) that are promised to others.
function M.free_position(map, x, y, stream, below, taken)
  local own = known[map]
  local function free(px, py_)
    return map:can_access(px, py_) and not (taken and taken[py_ * own.width + px])
  end
  if x then
    if free(x, y) then
      return x, y
    end
    for radius = 1, own.width > own.height and own.width or own.height do
      for dy = -radius, radius do
        local step = abs(dy) == radius and 1 or 2 * radius
        for dx = -radius, radius, step do
          if free(x + dx, y + dy) then
            return x + dx, y + dy
          end
        end
      end
    end
    return nil
  end
  for _ = 1, 100 do
    local px, py_ = below(stream, own.width), below(stream, own.height)
    if map:can_access(px, py_) then
      return px, py_
    end
  end
  local squares = {}
  for at = 0, own.width * own.height - 1 do
    if map:can_access(at % own.width, at // own.width) then
      squares[#squares + 1] = at
    end
  end
  if squares[1] then
    local at = squares[below(stream, #squares) + 1]
    return at % own.width, at // own.width
  end
end

-- A new game: what is still held of maps stands for nothing.
function M.new_game()
  for _, own in next, known do
    own.gone = true
  end
end

return M
