-- The entries of data: how they are added and replaced, their order, and the indexes of their fields.

local import, py = ...
local arguments = import "areas/arguments"
local checkers = import "core/border/checkers"
local checks = import "areas/data/checks"
local classes = import "areas/language/class"
local deep_copy = import "areas/data/deep_copy"
local errors = import "core/errors"
local event_emitter = import "areas/interface/event_emitter"
local inherited = import "core/border/inherited"
local proxies = import "core/sandbox/proxies"
local registry = import "areas/data/registry"
local stable_order = import "core/sandbox/stable_order"
local tested = import "core/tested"
local text = import "core/sandbox/text"
local types = import "areas/data/types"

local raise, fail, shown = errors.raise, errors.fail, text.shown
local suggest = arguments.suggest
local HOST, is_table = registry.HOST, registry.is_table

local M = {}

local MAX_ENTRIES = 100000
local FIRST_ORDER, ORDER_STEP = 100000, 1000

local function add_defaults(kind, entry)
  for _, field in ipairs(kind.fields) do
    if entry[field.name] == nil and field.default ~= nil then
      local default = field.default
      entry[field.name] = is_table(default) and deep_copy(default) or default
    end
  end
end

-- The entry of a type with the defaults of fields that it lacks, for a record that no list holds.
function M.with_defaults(type_name, entry)
  add_defaults(registry.types[type_name], entry)
  return entry
end

function M.index_fields(kind, record)
  for _, field in ipairs(kind.fields) do
    local value = field.indexed and record.entry[field.name]
    if value ~= nil and value ~= false then
      local index = kind.indexes[field.name] or {}
      kind.indexes[field.name] = index
      local other = index[value]
      -- A mod may have assigned another value since.
      if other and other ~= record and rawequal(other.entry[field.name], value) then
        fail('data:add: %s "%s": %s is %s: "%s" has it already', kind.name, record.id, field.name, shown(value),
          other.id)
      end
      index[value] = record
    end
  end
end

function M.unindex(kind, record)
  for _, index in next, kind.indexes do
    for value, other in next, index do
      if other == record then
        index[value] = nil
      end
    end
  end
end

-- The extensions of an entry, id -> table, out of its `_ext`: a table by id, or a list of ids; its aspects, key ->
-- { interface, params }, or nil; and `_ext` as a table without a list.
local function read_extensions(ext, title)
  if ext == nil then
    return nil
  elseif not is_table(ext) then
    fail("%s: _ext is %s: must be a table of extensions", title, shown(ext))
  end
  local extensions, aspects, by_key = {}, nil, {}
  for key, value in stable_order.pairs(ext) do
    local id, fields = key, value
    if math.type(key) == "integer" then
      id, fields = value, {}
    end
    local aspect = type(id) == "table" and classes.aspect_key(id)
    if aspect and is_table(fields) then
      aspects = aspects or {}
      aspects[aspect] = { interface = id, params = fields }
    elseif not registry.find("base.data_ext", id) then
      fail("%s: _ext names %s: there is no base.data_ext of that id%s", title, shown(id),
        suggest(id, registry.ids_of "base.data_ext"))
    elseif not is_table(fields) then
      fail("%s: _ext[%s] is %s: must be a table", title, shown(id), shown(fields))
    end
    by_key[id] = fields
    extensions[id] = not aspect and fields or nil
  end
  return extensions, aspects, by_key
end

-- What is called with a record that was stored, and the source location of the call; nil for nothing.
-- The type in the registry of the host, for data types that have another name there.
local REGISTRY_TYPES = { ["base.map_tile"] = "tile" }

local function registry_type(name)
  return REGISTRY_TYPES[name] or name
end

local watch_store

function M.on_store(fn)
  watch_store = fn
end

-- Gives an entry the fields of its type that it inherits, as from another entry: objects copy what it holds itself.
local function take_inherited(kind, entry)
  local fields = inherited(entry, function(key) return kind.by_name[key] ~= nil end)
  if not rawequal(fields, entry) then
    for key, value in next, fields do
      rawset(entry, key, value)
    end
  end
end

local function store(mod, kind, id, entry, file, line, former)
  local extensions, aspects, ext = read_extensions(entry._ext, string.format('data:add: %s "%s"', kind.name, id))
  local ordering = entry._ordering
  if ordering ~= nil and (type(ordering) ~= "number" or ordering ~= ordering) then
    fail('data:add: %s "%s": _ordering is %s: must be a number', kind.name, id, shown(ordering))
  end
  local record = former or { id = id, type = kind.name }
  registry.entry_count = registry.entry_count + (former and 0 or 1)
  if registry.entry_count > MAX_ENTRIES then
    raise("data:add: there may be at most " .. MAX_ENTRIES .. " entries")
  end
  if mod ~= HOST and (not former or former.mod == HOST) then
    record.index = py.registry_add(mod.number, registry_type(kind.name), string.match(id, "%.(.*)$"), file, line)
  end
  take_inherited(kind, entry)
  entry._type, entry._id, entry._ext = kind.name, id, ext
  add_defaults(kind, entry)
  record.mod, record.file, record.line, record.entry, record.extensions = mod, file, line, entry, extensions
  record.aspects = aspects
  record.number = record.number or registry.entry_count
  record.order = ordering or record.order or FIRST_ORDER + ORDER_STEP * registry.entry_count
  registry.entries[entry] = record
  M.unindex(kind, record)
  M.index_fields(kind, record)
  kind.records[id], kind.sorted = record, nil
  record.ready = false
  if watch_store then
    watch_store(record, file, line)
  end
  return record
end

-- Lets a checked record take effect.
function M.make_ready(record)
  if record.ready then
    return
  elseif record.mod ~= HOST then
    checks.warn(record)
  elseif not record.index then
    record.index = py.registry_add(0, registry_type(record.type), (string.gsub(record.id, "%.", "_")), "host", 0)
  end
  local callback = registry.ready_callbacks[record.type]
  if callback then
    callback(record)
  end
  record.ready = true
end

-- Checks a record that was added after loading, and lets it take effect.
local function settle(record)
  local faults = {}
  checks.check_record(record, faults, false)
  if faults[1] then
    local lines = {}
    for i, pair in ipairs(faults) do
      local fault = pair[2]
      lines[i] = checks.sentence(record, fault) .. suggest(fault.word, fault.type or {})
    end
    local kind = registry.types[record.type]
    kind.records[record.id], kind.sorted = nil, nil
    py.registry_withdraw(registry_type(record.type), record.mod.id .. string.match(record.id, "%..*$"))
    raise("data:add: " .. table.concat(lines, "\n"))
  end
  M.make_ready(record)
end

-- Stores an entry that passed the checks of `add` or `replace`.
local function accept(mod, kind, id, entry, former)
  local file, line = errors.where()
  local record = store(mod, kind, id, entry, file or mod.id, line, former)
  if not registry.loading then
    settle(record)
  end
  return entry
end

-- The type and the full id of an entry that a mod passes, by the fields that the entry has or inherits.
local function read_identity(mod, fields, title)
  local kind, id = registry.need_type(rawget(fields, "_type"), title), rawget(fields, "_id")
  local is_test = tested.mod == mod and mod.has_old_lua and errors.where() == tested.file
  types.check_name(id, title .. ": _id")
  return kind, (is_test and tested.ID or mod.id) .. "." .. id
end

-- Puts an entry of a file that is loaded again in the place of the old one.
local function replace_reloaded(reloading, kind, full_id, entry, former)
  event_emitter.emit(nil, nil, "base.before_hotload_prototype", { old = former.entry, new = entry })
  accept(reloading.mod, kind, full_id, entry, former)
  reloading.changed[former] = true
  event_emitter.emit(nil, nil, "base.on_hotload_prototype", { entry = entry })
  return entry
end

local function check_owner(entry, title)
  if proxies.original(entry) then
    raise(title .. ": the entry belongs to another mod: must be a table of your own")
  end
end

-- Adds an entry for a mod.
function M.add(mod, entry, title)
  check_owner(entry, title)
  local fields = inherited(entry)
  local type_name = rawget(fields, "_type")
  if checkers.is_full_id(type_name) and not registry.types[type_name]
    and not arguments.near_name(type_name, registry.type_names) then
    types.add_undeclared(type_name, errors.where())
  end
  local kind, full_id = read_identity(mod, fields, title)
  local former = kind.records[full_id]
  local reloading = registry.reloading
  if former and reloading and rawequal(former.mod, reloading.mod) then
    return replace_reloaded(reloading, kind, full_id, entry, former)
  elseif former and former.mod ~= HOST then
    fail('%s: the %s "%s" exists already, added at %s:%d', title, kind.name, full_id, former.file, former.line)
  end
  return accept(mod, kind, full_id, entry, former)
end

-- Puts an entry in the place of one that the mod has added.
function M.replace(mod, entry)
  check_owner(entry, "data:replace")
  local kind, full_id = read_identity(mod, inherited(entry), "data:replace")
  local record = kind.records[full_id]
  if not record or record.mod ~= mod then
    fail('data:replace: this mod has added no %s "%s"%s', kind.name, full_id,
      suggest(full_id, registry.ids_of(kind.name)))
  end
  return accept(mod, kind, full_id, entry, record)
end

-- Adds an entry of the host itself, under each of some ids.
function M.add_host_entry(type_name, ids, fields)
  for _, id in ipairs(ids) do
    local entry = {}
    for key, value in next, fields do
      entry[key] = value
    end
    store(HOST, registry.types[type_name], id, entry, "host", 0)
  end
end

-- Adds an empty entry of the host that Python does not list, because it takes no effect by itself.
function M.add_unlisted_entry(type_name, id)
  store(HOST, registry.types[type_name], id, {}, "host", 0).ready = true
end

return M
