-- The private state of each object (IChara, IItem, IFeat, IMef, IActivity), and the fields that mods see; creates
-- objects from prototypes, which are entries of data.

local import = ...
local data = import "areas/data/registry"
local deep_copy = import "areas/data/deep_copy"
local errors = import "core/errors"
local event_emitter = import "areas/interface/event_emitter"
local events = import "core/game/events"
local instance_classes = import "areas/instance_classes"
local layers = import "core/game/objects"
local loader = import "core/loader"
local maps = import "areas/map/map_states"
local session = import "areas/session"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local typos = import "core/typos"
local values = import "core/border/values"

local fail, shown = errors.fail, text.shown
local reads = instance_classes.reads
local format = string.format
local ipairs, next, type = ipairs, next, type

local M = {}

M.KIND_NAMES = {
  ["base.chara"] = "chara", ["base.item"] = "item", ["base.feat"] = "feat", ["base.mef"] = "mef",
  ["base.activity"] = "activity", ["base.inventory"] = "inventory",
  ["base.staying_charas"] = "location of staying charas",
}
local KIND_NAMES = M.KIND_NAMES
M.interface_names = {
  ["base.chara"] = "IChara", ["base.item"] = "IItem", ["base.feat"] = "IFeat", ["base.mef"] = "IMef",
  ["base.activity"] = "IActivity", ["base.inventory"] = "Inventory",
  ["base.staying_charas"] = "StayingCharas",
}

-- The state of the map on which an object, or its outermost carrier, lies; or nil.
local function map_state_of(state)
  while state.inside do
    state = M.states[state.inside]
  end
  return state.map and maps.states[state.map]
end

-- Marks the map of an object for the next save.
function M.touch(state)
  local map_state = map_state_of(state)
  if map_state then
    session.touch(map_state)
  end
end

-- Marks the map of an object for every save from now on.
function M.before_access(state)
  local map_state = map_state_of(state)
  if map_state then
    session.before_access(map_state)
  end
end

-- object -> state: { uid, object, kind (a key of KIND_NAMES), record (of its prototype), fields, field_count, temp
-- (values over the fields), holder (of handlers), mod_data, map and x and y (where it lies), inside (its carrier),
-- carried (list of objects), stays (see object/staying_charas), is_loose (whether it stands for a stack of
-- another dialect, whose key is `stack`), gone }.
local states, of, end_game = instance_classes.new_states("a chara, an item, a feat or a mef", M.touch, function(state)
  return format("the %s %d belongs to a game that is over", KIND_NAMES[state.kind], state.uid)
end)
M.states, M.of, M.new_game = states, of, end_game

function M.is(value, kind)
  local state = states[value]
  return state ~= nil and (kind == nil or state.kind == kind)
end

-- Kinds whose objects have the params that their entry declares.
M.HAS_PARAMS = { ["base.feat"] = true, ["base.mef"] = true, ["base.activity"] = true }
local HAS_PARAMS = M.HAS_PARAMS

-- Kinds of objects that lie on no map and only hold others -> their prototype, which is no entry of data. `holds` is
-- the kind of these others; false when the field `type` says it.
M.containers = {}
for kind, holds in next, { ["base.inventory"] = false, ["base.staying_charas"] = "base.chara" } do
  M.containers[kind] = { type = kind, id = kind, mod = data.HOST, entry = {}, holds = holds }
end

-- Whether a value is a chara, an item or a container, which can hold objects.
function M.is_carrier(value)
  local state = states[value]
  return state ~= nil and not HAS_PARAMS[state.kind]
end

-- kind -> its interface or class, as mods name it; filled by areas/kinds and the files of the classes.
M.interfaces = {}

-- Read-only names that are not fields: name -> function(state).
local computed = {
  __iface = function(state)
    return M.interfaces[state.kind]
  end,
  __mt = function(state)
    return "api." .. M.interface_names[state.kind]
  end,
  _id = function(state)
    return state.record.id
  end,
  _type = reads "kind", uid = reads "uid", x = reads "x", y = reads "y",
  location = function(state)
    return state.map or state.inside
  end,
  proto = function(state)
    return data.entry_for(state.record, loader.running_mod())
  end,
}

-- The value of a field without temporary values over it; a warning for a name that is almost one.
function M.base_value(state, key)
  local value = state.fields[key]
  if value == nil and computed[key] then
    return computed[key](state)
  elseif value == nil and not M.containers[state.kind] then
    typos.name(key, data.field_names(state.record.type), "calc of a " .. state.record.type)
  end
  return value
end

-- kind -> its methods, filled by the files of this folder that are named after the kinds.
M.methods = {}
-- kind -> its metatable.
local metas = {}
local NOUNS = {
  ["base.chara"] = "a chara", ["base.item"] = "an item", ["base.feat"] = "a feat", ["base.mef"] = "a mef",
  ["base.activity"] = "an activity", ["base.inventory"] = "an inventory",
  ["base.staying_charas"] = "a location of staying charas",
}

-- Makes a metatable for objects of a kind, whose fields `check` checks (see areas/instance_classes).
function M.new_class(kind, check)
  return instance_classes.new_class {
    name = kind, noun = NOUNS[kind], states = states, methods = M.methods[kind], computed = computed, touch = M.touch,
    before_access = M.before_access, check = check,
    title = function(state)
      return format("%s %s %d", kind, state.record.id, state.uid)
    end,
  }
end

for kind in next, NOUNS do
  M.methods[kind] = {}
  metas[kind] = M.new_class(kind, function(key, value)
    if key == "params" and HAS_PARAMS[kind] and type(value) ~= "table" then
      fail("params of %s is %s: must be a table", NOUNS[kind], shown(value))
    end
    return value
  end)
end

-- Whether an object blocks movement ("is_solid") or sight ("is_opaque"). Living charas block movement by default.
function M.blocks(object, field)
  local state = states[object]
  local value = state.temp[field]
  if value == nil then
    value = state.fields[field]
  end
  if state.kind == "base.chara" and field == "is_solid" then
    return value ~= false and state.fields.state ~= "Dead"
  end
  return value == true
end

-- Creation -----------------------------------------------------------------------------------------------------------

-- Fields of a prototype that its objects do not get.
local NOT_COPIED = { _id = true, _type = true, _ext = true, _ordering = true, events = true, _events = true }

-- entry -> list: { key, value, whether the value is a table }, which objects copy; fields: what the entry had then.
local copied_fields = session.weak()

-- Whether two tables have the same fields.
local function is_same(a, b)
  for key, value in next, a do
    if not rawequal(b[key], value) then
      return false
    end
  end
  for key in next, b do
    if a[key] == nil then
      return false
    end
  end
  return true
end

local function copied_fields_of(entry, kind)
  local cached = copied_fields[entry]
  -- A mod may assign to its entries.
  if not (cached and is_same(cached.fields, entry)) then
    local list, fields = {}, {}
    for key, value in stable_order.pairs(entry) do
      fields[key] = value
      if not NOT_COPIED[key] and not values.is_callable(value) and not (HAS_PARAMS[kind] and key == "params") then
        list[#list + 1] = { key, value, type(value) == "table" }
      end
    end
    cached = { list = list, fields = fields }
    copied_fields[entry] = cached
  end
  return cached.list
end

local function copy_prototype(state)
  local list = copied_fields_of(state.record.entry, state.kind)
  for i = 1, #list do
    local field = list[i]
    state.fields[field[1]] = field[3] and deep_copy(field[2]) or field[2]
  end
end

-- entry -> the handlers it lists, shared by all its objects without their own handlers.
local entry_holders = session.weak()

local function entry_holder(record)
  local holder = entry_holders[record.entry]
  if holder then
    event_emitter.refresh_entry(holder, record)
  elseif event_emitter.has_entry_events(record) then
    holder = events.new_holder()
    event_emitter.connect_entry(holder, record)
    entry_holders[record.entry] = holder
  end
  return holder
end

-- The handlers of an object, or nil. With `create` they are its own, to which more can be added.
function M.holder_of(state, create)
  if state.holder then
    event_emitter.refresh_entry(state.holder, state.record)
    return state.holder
  elseif not create then
    return entry_holder(state.record)
  end
  state.holder = events.new_holder()
  event_emitter.connect_entry(state.holder, state.record)
  return state.holder
end

-- Creates an object of a record, which lies nowhere yet. For loading: its uid, its fields, and the former instance.
function M.make(record, uid, field_values, object)
  object = debug.setmetatable(object or {}, record.meta or metas[record.type])
  local state = {
    object = object, kind = record.type, record = record, fields = field_values or {}, field_count = 20, temp = {},
    mod_data = {},
  }
  state.uid = layers.give_uid(object, uid)
  states[object] = state
  -- From now on its events count as heard.
  entry_holder(record)
  if not field_values then
    copy_prototype(state)
  end
  return object, state
end

-- Replaces the prototype of an object: its copied fields and the handlers of the entry.
function M.set_prototype(state, record)
  local former = state.record
  if state.holder then
    event_emitter.disconnect_entry(state.holder)
    event_emitter.connect_entry(state.holder, record)
  end
  state.record = record
  entry_holder(record)
  for _, field in ipairs(copied_fields_of(former.entry, state.kind)) do
    state.fields[field[1]] = nil
  end
  copy_prototype(state)
end

function M.emit(object, event, params, result)
  if not (events.is_heard(event) or events.is_heard(event_emitter.BEFORE)) then
    return result
  end
  return event_emitter.emit(object, M.holder_of(states[object]), event, params or {}, result)
end

-- Calls a function of the prototype, such as on_activate of a feat: whether there is one, and its results.
function M.call_back(object, name, ...)
  local fn = states[object].record.entry[name]
  if fn ~= nil then
    return true, fn(object, ...)
  end
  return false
end

-- kind -> the event of a new or loaded object, after base.on_object_instantiated.
local INSTANTIATED = {}
for kind, name in next, KIND_NAMES do
  INSTANTIATED[kind] = "base.on_" .. name .. "_instantiated"
end

-- Does what every object gets that is new or loaded: the callback on_instantiate, and the events.
function M.instantiated(object)
  M.call_back(object, "on_instantiate")
  M.emit(object, "base.on_object_instantiated")
  M.emit(object, INSTANTIATED[states[object].kind])
end

-- kind -> the events of a new object, after base.on_pre_build.
local BUILD_EVENTS = {
  ["base.chara"] = { "base.on_build_chara", "base.on_chara_normal_build" },
  ["base.item"] = { "base.on_item_init_params", "base.on_build_item" }, ["base.feat"] = {},
  ["base.mef"] = { "base.on_build_mef" }, ["base.activity"] = {},
}

-- All events of a new object.
local CREATION_EVENTS = {
  "base.on_pre_build", "base.on_object_finalized", "base.on_item_generate", event_emitter.BEFORE,
}
for _, list in next, BUILD_EVENTS do
  table.move(list, 1, #list, #CREATION_EVENTS + 1, CREATION_EVENTS)
end

-- Does the same for a new object, made with `params`, and emits the events of its creation.
function M.built(object, params)
  if not events.is_any_heard(CREATION_EVENTS) then
    M.instantiated(object)
    return
  end
  local kind = states[object].kind
  M.emit(object, "base.on_pre_build")
  for _, event in ipairs(BUILD_EVENTS[kind]) do
    if event ~= "base.on_chara_normal_build" or not params.no_modify then
      M.emit(object, event, params)
    end
  end
  M.emit(object, "base.on_object_finalized")
  M.instantiated(object)
  if kind == "base.item" then
    M.emit(object, "base.on_item_generate", params)
  end
end

return M
