-- The entries of data: how they are added and replaced, their order and what finds them by a field.

local import, py = ...
local errors = import "core/errors"
local copying = import "areas/data/deep_copy"
local data = import "areas/data/registry"
local data_types = import "areas/data/types"
local entry_checks = import "areas/data/checks"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local proxies = import "core/sandbox/proxies"

local raise, where = errors.raise, errors.where
local shown = text.shown
local concat, format, gsub, match = table.concat, string.format, string.gsub, string.match
local ipairs, math_type, next, rawget, type = ipairs, math.type, next, rawget, type
local HOST, find, hint, is_table, kind_of, kinds, now, on_ready, words =
  data.HOST, data.find, data.hint, data.is_table, data.kind_of, data.kinds, data.now, data.on_ready, data.words
local check_name = data_types.check_name
local check_record, look_over, told = entry_checks.check_record, entry_checks.look_over, entry_checks.told

local M = {}

local MOST_ENTRIES = 100000

local FIRST_ORDER, ORDER_STEP = 100000, 1000

local function merge_defaults(kind, entry)
  for _, field in ipairs(kind.fields) do
    if entry[field.name] == nil and field.default ~= nil then
      local value = field.default
      entry[field.name] = is_table(value) and copying.deep_copy(value) or value
    end
  end
end

local function index_fields(kind, record)
  for _, field in ipairs(kind.fields) do
    local value = field.indexed and record.entry[field.name]
    if value ~= nil and value ~= false then
      local index = kind.indexes[field.name] or {}
      kind.indexes[field.name] = index
      local other = index[value]
      if other and other ~= record then
        raise(format('data:add: %s "%s": %s is %s: "%s" has it already', kind.name, record.id, field.name, shown(value), other.id))
      end
      index[value] = record
    end
  end
end

local function unindex(kind, record)
  for _, index in next, kind.indexes do
    for value, other in next, index do
      if other == record then
        index[value] = nil
      end
    end
  end
end

local function read_ext(ext, what)
  if ext == nil then
    return nil
  elseif not is_table(ext) then
    raise(format("%s: _ext is %s: must be a table of extensions", what, shown(ext)))
  end
  local extended = {}
  for name, given in stable_order.pairs(ext) do
    local key, value = name, given
    if math_type(name) == "integer" then
      key, value = given, {}
    end
    if not find("base.data_ext", key) then
      local close = type(key) == "string" and hint(key, words "base.data_ext") or ""
      raise(format("%s: _ext names %s: there is no base.data_ext of that id%s", what, shown(key),
        close ~= "" and "; " .. close or ""))
    elseif not is_table(value) then
      raise(format("%s: _ext[%s] is %s: must be a table", what, shown(key), shown(value)))
    end
    extended[key] = value
  end
  return extended
end

local function store(mod, kind, id, entry, file, line, replaced)
  local extended = read_ext(entry._ext, format('data:add: %s "%s"', kind.name, id))
  local ordering = entry._ordering
  if ordering ~= nil and (type(ordering) ~= "number" or ordering ~= ordering) then
    raise(format('data:add: %s "%s": _ordering is %s: must be a number', kind.name, id, shown(ordering)))
  end
  local record = replaced or { id = id, type = kind.name }
  now.entry_count = now.entry_count + (replaced and 0 or 1)
  if now.entry_count > MOST_ENTRIES then
    raise("data:add: there are " .. MOST_ENTRIES .. " entries: that is the most")
  end
  if mod ~= HOST and (not replaced or replaced.mod == HOST) then
    record.index = py.registry_add(mod.number, kind.name, match(id, "%.(.*)$"), file, line)
  end
  entry._type, entry._id = kind.name, id
  merge_defaults(kind, entry)
  record.mod, record.file, record.line, record.entry, record.extended = mod, file, line, entry, extended
  record.number = record.number or now.entry_count
  record.order = ordering or record.order or FIRST_ORDER + ORDER_STEP * now.entry_count
  data.entries[entry] = record
  unindex(kind, record)
  index_fields(kind, record)
  kind.records[id], kind.sorted = record, nil
  record.ready = false
  return record
end

local function make_ready(record)
  if record.ready then
    return
  elseif record.mod ~= HOST then
    look_over(record)
  end
  if record.mod == HOST and not record.index then
    local name = gsub(record.id, "%.", "_")
    record.index = py.registry_add(0, record.type, name, "host", 0)
  end
  if on_ready[record.type] then
    on_ready[record.type](record)
  end
  record.ready = true
end

-- Checks a record that was added when loading was over, and lets it take effect.
local function settle(record)
  local list = {}
  check_record(record, list, false)
  if list[1] then
    local lines = {}
    for i, one in ipairs(list) do
      local close = one[2].word and hint(one[2].word, one[2].type or {}) or ""
      lines[i] = told(record, one[2]) .. (close ~= "" and "; " .. close or "")
    end
    kinds[record.type].records[record.id], kinds[record.type].sorted = nil, nil
    py.registry_withdraw(record.type, record.id)
    raise("data:add: " .. concat(lines, "\n"))
  end
  make_ready(record)
end

local function add(mod, entry, what)
  local file, line = where()
  file = file or mod.id
  if proxies.original(entry) then
    raise(what .. ": the entry is another mod's: must be a table of your own")
  end
  local kind = kind_of(rawget(entry, "_type"), what)
  local id = rawget(entry, "_id")
  check_name(id, what .. ": _id")
  local full = mod.id .. "." .. id
  local other = kind.records[full]
  if other and other.mod ~= HOST then
    raise(format('%s: there is a %s "%s" already, added at %s:%d', what, kind.name, full, other.file, other.line))
  end
  local record = store(mod, kind, full, entry, file, line, other)
  if not now.loading then
    settle(record)
  end
  return entry
end

local function replace(mod, entry)
  local kind = kind_of(rawget(entry, "_type"), "data:replace")
  local id = rawget(entry, "_id")
  check_name(id, "data:replace: _id")
  local record = kind.records[mod.id .. "." .. id]
  if not record or record.mod ~= mod then
    local close = hint(mod.id .. "." .. id, words(kind.name))
    raise(format('data:replace: this mod has added no %s "%s.%s"%s', kind.name, mod.id, id, close ~= "" and "; " .. close or ""))
  end
  local file, line = where()
  store(mod, kind, record.id, entry, file or mod.id, line, record)
  if not now.loading then
    settle(record)
  end
  return entry
end

local function add_multi(mod, name, list)
  local added = {}
  for i, entry in ipairs(list) do
    entry._type = name
    added[i] = add(mod, entry, "data:add_multi: entry " .. i)
  end
  return added
end

-- An entry of the host itself, under the ids of several mods.
function M.add_own(kind, ids, fields)
  for _, id in ipairs(ids) do
    local entry = {}
    for key, value in next, fields do
      entry[key] = value
    end
    store(HOST, kinds[kind], id, entry, "host", 0)
  end
end

M.add, M.add_multi, M.index_fields, M.make_ready, M.replace, M.unindex =
  add, add_multi, index_fields, make_ready, replace, unindex

return M
