-- What is made of data: charas, items and feats. Fields come from the prototype, a uid from the one counter; what
-- mods read
-- of them and set on them is decided here.

local import = ...
local errors = import "core/errors"
local copying = import "areas/data/deep_copy"
local data = import "areas/data/registry"
local emitter = import "areas/interface/event_emitter"
local events = import "core/game/events"
local layers = import "core/game/objects"
local maps = import "areas/map/instances"
local stable_order = import "core/sandbox/stable_order"
local state = import "areas/session"
local text = import "core/sandbox/text"
local values = import "core/border/values"

local raise, shown = errors.raise, text.shown
local format = string.format
local next, setmetatable, type = next, setmetatable, type

local M = {}

local MOST_FIELDS = 1000

-- object -> { kind, record, fields, temp, holder, uid, map (its InstancedMap), x, y, inside (who carries it), carried,
-- mod_data, field_count }.
local known = state.weak()
M.known = known

local READ_ONLY = { _id = 1, _type = 1, uid = 1, x = 1, y = 1, location = 1, proto = 1, __mt = 1, __iface = 1, __class = 1 }
-- Fields of a prototype that are no fields of what is made of it.
local APART = { _id = 1, _type = 1, _ext = 1, _ordering = 1, events = 1, _events = 1 }

local shared = {}
M.shared = shared
local METHODS = { ["base.chara"] = {}, ["base.item"] = {}, ["base.feat"] = {} }
M.METHODS = METHODS
local KIND_NAMES = { ["base.chara"] = "chara", ["base.item"] = "item", ["base.feat"] = "feat" }

-- What is known of the map on which an object lies, or lies whoever carries it; or nothing.
local function map_around(own)
  while own.inside do
    own = known[own.inside]
  end
  return own.map and maps.known[own.map]
end

local function touch(own)
  local map = map_around(own)
  if map then
    state.touch(map)
  end
end

local function lend(own)
  local map = map_around(own)
  if map then
    state.lend(map)
  end
end
M.lend = lend

local function of(self, method)
  local own = known[self]
  if not own then
    raise(format("%s: it is called on %s: must be a chara, an item or a feat, with a colon", method, shown(self)))
  elseif own.gone then
    raise(format("%s: the %s %d is of a game that is over", method, KIND_NAMES[own.kind], own.uid))
  end
  touch(own)
  return own
end
M.of = of

function M.is(value, kind)
  local own = known[value]
  return own ~= nil and (kind == nil or own.kind == kind)
end

-- What is read of an object: fields first, then methods and what is not kept as a field.
local specials = {
  _id = function(own)
    return own.record.id
  end,
  _type = function(own)
    return own.kind
  end,
  uid = function(own)
    return own.uid
  end,
  x = function(own)
    return own.x
  end,
  y = function(own)
    return own.y
  end,
  location = function(own)
    return own.map or own.inside
  end,
  proto = function(own)
    return data.seen(own.record, state.running_mod())
  end,
}

local metas = {}
for kind, methods in next, METHODS do
  local meta = { __metatable = false, __name = kind }
  metas[kind] = meta

  function meta.__index(self, key)
    local own = known[self]
    local value = own.fields[key]
    if value ~= nil then
      if type(value) == "table" then
        lend(own)
      end
      return value
    end
    value = methods[key] or shared[key]
    if value ~= nil then
      return value
    end
    local special = specials[key]
    return special and special(own)
  end

  function meta.__newindex(self, key, value)
    local own = known[self]
    if READ_ONLY[key] then
      raise(format("%s of a %s cannot be set: that name is reserved", key, KIND_NAMES[kind]))
    elseif methods[key] or shared[key] then
      raise(format("%s of a %s cannot be set: it is a method", key, KIND_NAMES[kind]))
    elseif key == "params" and kind == "base.feat" and type(value) ~= "table" then
      raise(format("params of a feat is %s: must be a table", shown(value)))
    elseif key == nil or key ~= key then
      raise(format("a field of a %s cannot be called %s", KIND_NAMES[kind], shown(key)))
    end
    local before = own.fields[key]
    if before == nil and value ~= nil then
      own.field_count = own.field_count + 1
      if own.field_count > MOST_FIELDS then
        raise(format("a %s has %d fields: that is the most", KIND_NAMES[kind], MOST_FIELDS))
      end
    elseif before ~= nil and value == nil then
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
    return format("%s %s %d", kind, own.record.id, own.uid)
  end
end

-- making ------------------------------------------------------------------------------------------------------------

-- entry -> its plain fields, as { key, value, is a table } one after the other.
local plans = state.weak()

local function plan_of(entry, kind)
  local plan = plans[entry]
  if not plan then
    plan = {}
    for key, value in stable_order.pairs(entry) do
      if not APART[key] and not values.is_callable(value) and not (kind == "base.feat" and key == "params") then
        plan[#plan + 1] = { key, value, type(value) == "table" }
      end
    end
    plans[entry] = plan
  end
  return plan
end

local function fill(own)
  local fields, plan = own.fields, plan_of(own.record.entry, own.kind)
  for i = 1, #plan do
    local one = plan[i]
    fields[one[1]] = one[3] and copying.deep_copy(one[2]) or one[2]
  end
end

-- record -> the handlers that its entry brings, shared by all that is made of it.
local entry_holders = state.weak()

local function entry_holder(record)
  local holder = entry_holders[record.entry]
  if not holder and emitter.has_entry_events(record) then
    holder = events.new_holder()
    emitter.connect_entry(holder, record)
    entry_holders[record.entry] = holder
  end
  return holder
end

local function holder_of(own, make)
  if own.holder or not make then
    return own.holder or entry_holder(own.record)
  end
  own.holder = events.new_holder()
  emitter.connect_entry(own.holder, own.record)
  return own.holder
end

-- An object of a record, nowhere yet. `uid` and `fields` are those of a save; `object` is what stood for it before.
function M.make(record, uid, fields, object)
  object = object or setmetatable({}, metas[record.type])
  local own = { kind = record.type, record = record, fields = fields or {}, temp = {}, field_count = 20, mod_data = {} }
  own.uid = layers.give_uid(object, uid)
  own.object = object
  known[object] = own
  if not fields then
    fill(own)
  end
  return object, own
end

local function emit(object, own, event, params, result)
  return emitter.emit(object, holder_of(own), event, params or {}, result)
end
M.emit = function(object, event, params, result)
  return emit(object, known[object], event, params, result)
end

-- A callback of the prototype, such as on_activate of a feat: called by the host, and its errors are its mod's.
function M.callback(object, name, ...)
  local own = known[object]
  local fn = own.record.entry[name]
  if fn ~= nil then
    return true, fn(object, ...)
  end
  return false
end

function M.instantiated(object)
  local own = known[object]
  M.callback(object, "on_instantiate")
  emit(object, own, "base.on_object_instantiated")
end

-- A new game: what is still held stands for nothing.
function M.new_game()
  for _, own in next, known do
    own.gone = true
  end
end

M.KIND_NAMES, M.fill, M.holder_of, M.plan_of, M.specials, M.touch =
  KIND_NAMES, fill, holder_of, plan_of, specials, touch

return M
