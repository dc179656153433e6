-- The registry of data: types with fields, and entries with ids `mod.name`. The entries with their functions stay in
-- Lua; the registry of Python knows type, id, mod, file and line of each.

local import, py = ...
local arguments = import "areas/arguments"
local checkers = import "core/border/checkers"
local errors = import "core/errors"
local loader = import "core/loader"
local proxies = import "core/sandbox/proxies"
local tested = import "core/tested"
local text = import "core/sandbox/text"
local typos = import "core/typos"

local fail, shown, suggest = errors.fail, text.shown, arguments.suggest
local format, match = string.format, string.match

local M = {}

-- The owner of what the host registers itself.
M.HOST = { id = "base", depends = {} }

-- name -> type: { name, fields (list of { name, type, default, indexed }), by_name, strict, on_validate, fallbacks,
-- mod, file, line, records (id -> record), sorted (records in order, or nil), indexes (field -> value -> record) }. A
-- record: { id, type (its name), entry, extensions, mod, file, line, order, number, index (in Python), ready }.
M.types = {}
-- The names of the types, in the order in which they were added.
M.type_names = {}

-- Name of a type that nobody has used yet -> function that adds it.
local pending = {}
setmetatable(M.types, {
  __index = function(types, name)
    local add = name ~= nil and pending[name]
    if add then
      pending[name] = nil
      add()
      return rawget(types, name)
    end
  end,
})

-- Announces a type that `add()` adds when it is first used.
function M.add_pending(name, add)
  pending[name] = add
  M.type_names[#M.type_names + 1] = name
end

-- entry -> record.
M.entries = setmetatable({}, { __mode = "k" })
M.entry_count = 0
-- Edits in the order in which mods asked for them: { type, key, fn, mod, file, line }.
M.edits = {}
-- Whether mods still load: then entries are checked at the end, all together.
M.loading = true
-- While a check collects references to entries that may come later: { path, id, type } each.
M.references = nil

-- name of a type -> function(record), called when an entry of the type takes effect.
M.ready_callbacks = {}

M.is_table = checkers.is_table

-- The ids of the entries of a type, sorted.
local function ids_of(type_name)
  local kind = rawget(M.types, type_name)
  return arguments.sorted_keys(kind and kind.records or {})
end
M.ids_of = ids_of

-- An id that a test means: with the id of the tested mod, or the id of OpenNefia for it; nil for any other.
local function other_test_id(id)
  local owner, name = match(id, "^([^.]*)%.(.*)$")
  if owner == tested.ID then
    return tested.mod.id .. "." .. name
  end
  return owner == tested.mod.id and tested.ID .. "." .. name or nil
end

-- The record of a full id, or nil.
local function find(type_name, id)
  local kind = rawget(M.types, type_name)
  local record = kind and kind.records[id]
  if kind and not record and tested.mod and type(id) == "string" then
    return kind.records[other_test_id(id)]
  end
  return record
end
M.find = find

-- Raises that an id is not the id of an entry of a type.
function M.refuse(type_name, id, title)
  if type(id) ~= "string" then
    fail("%s is %s: must be the id of a %s", title, shown(id), type_name)
  end
  fail("%s is %s: there is no %s of that id%s", title, shown(id), type_name, suggest(id, ids_of(type_name)))
end

-- The record of an entry or an id. An id without a mod is one of the running mod, of base, or of elona.
function M.resolve(type_name, id, title)
  id = type(id) == "table" and id._id or id
  local record = find(type_name, id)
  if not record and type(id) == "string" and not string.match(id, "%.") then
    local mod = loader.running_mod()
    record = mod and find(type_name, mod.id .. "." .. id) or find(type_name, "base." .. id)
      or find(type_name, "elona." .. id)
  end
  return record or M.refuse(type_name, id, title)
end

-- A checker for full ids of a type.
function M.id_checker(type_name)
  return checkers.define('data_id("' .. type_name .. '")', function(value, path, faults)
    if not checkers.is_full_id(value) then
      checkers.fault(faults, path, value, format("must be the id of a %s, such as my_mod.name", type_name))
    elseif M.references then
      M.references[#M.references + 1] = { path, value, type_name }
    elseif not find(type_name, value) then
      M.report_dangling(faults, path, value, type_name)
    end
  end)
end

-- Notes that a field refers to an entry that does not exist.
function M.report_dangling(faults, path, id, type_name)
  checkers.fault(faults, path, id, format("there is no %s of that id", type_name), id, ids_of(type_name))
  faults[#faults].dangling = true
end

-- The records of a type, in order.
function M.records(type_name)
  local kind = rawget(M.types, type_name)
  if not kind then
    return {}
  elseif not kind.sorted then
    kind.sorted = {}
    for _, record in next, kind.records do
      kind.sorted[#kind.sorted + 1] = record
    end
    table.sort(kind.sorted, function(a, b)
      if a.order ~= b.order then
        return a.order < b.order
      end
      return a.id < b.id
    end)
  end
  return kind.sorted
end

-- A table of a record as a mod may use it: read-only, unless it belongs to the mod or to a mod it depends on.
-- Without a mod it is read-only: any mod may have made the call.
local function table_for(value, record, mod)
  if mod and (record.mod == mod or record.mod ~= M.HOST and proxies.may_change(mod, record.mod)) then
    return value
  end
  return proxies.read_only(value, record.mod)
end

M.table_for = table_for

-- The entry of a record as a mod may use it.
function M.entry_for(record, mod)
  return table_for(record.entry, record, mod)
end

-- What a record holds of an extension, as a mod may use it; nil when there is nothing.
function M.extension_for(record, extension, mod)
  local fields = record.extensions and record.extensions[extension]
  if fields then
    return table_for(fields, record, mod)
  end
end

-- Events that were renamed: former id -> present id.
M.renamed_events = { ["base.on_map_enter"] = "base.on_map_entered" }

-- The present id of an event. A former id gives a warning at a source location, by default the line of the running mod.
function M.current_event(id, file, line)
  local current = M.renamed_events[id]
  if not current then
    return id
  elseif not file then
    file, line = errors.where()
  end
  py.note_deprecated('the event "' .. id .. '" is called "' .. current .. '" now', file, line)
  return current
end

-- The type of a name; raises an error when there is none.
function M.need_type(name, title)
  local kind = M.types[name]
  if not kind then
    if type(name) ~= "string" then
      fail("%s: _type is %s: must be the name of a type, such as base.item", title, shown(name))
    end
    fail("%s: _type is %s: there is no type of that name%s", title, shown(name), suggest(name, M.type_names))
  end
  return kind
end

-- The names of the fields of a type, for warnings about typos.
function M.field_names(type_name)
  local kind = M.types[type_name]
  if not kind.names then
    local names = { "_id", "_type", "_ext", "_ordering" }
    for i, field in next, kind.fields do
      names[i + 4] = field.name
    end
    kind.names = typos.names(table.concat(names, " "))
  end
  return kind.names
end

return M
