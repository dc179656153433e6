-- The registry of data as mods see it: types with fields, entries with ids `mod.name`. What an entry holds stays here,
-- functions and all; Python's registry knows of each its type, id, mod, file and line.

local import, py = ...
local errors = import "core/errors"
local checkers = import "core/border/checkers"
local stable_order = import "core/sandbox/stable_order"
local typos = import "core/typos"
local text = import "core/sandbox/text"
local proxies = import "core/sandbox/proxies"

local raise = errors.raise
local fault = checkers.fault
local shown, read_only = text.shown, proxies.read_only
local concat, format, match, sort = table.concat, string.format, string.match, table.sort
local ipairs, next, setmetatable, type = ipairs, next, setmetatable, type

local M = {}

-- Who owns what the host itself registered.
local HOST = { id = "base", depends = {} }
M.HOST = HOST

-- Entries, so that what a save meets is known for one: entry -> record.
M.entries = setmetatable({}, { __mode = "k" })

-- full name -> type: { name, fields (list of { name, type, default, indexed }), by_name, strict, on_validate, fallbacks,
-- mod, file, line, records (id -> record), sorted (records in order, or nil), indexes (field -> value -> record) }.
-- A record: { id, entry, mod, file, line, order, type, extended }.
local kinds = {}
-- What changes: names of types; how many entries there are; edits in the order in which they were asked for, { type, key,
-- fn, mod, file, line }; whether mods are still loading, when what is wrong is told once that is over; and references to
-- entries met by a check, to be looked up when all are there.
local now = { kind_names = {}, entry_count = 0, edits = {}, loading = true, references = nil }
M.now, M.kinds = now, kinds

local function is_table(value)
  return type(value) == "table" and stable_order.type(value) == "table"
end

-- Calls back when entries of a type have been checked, or were forgotten: name -> function(record).
local on_ready = {}

function M.when_ready(kind, fn)
  on_ready[kind] = fn
end

local function words(kind)
  local list = {}
  for id in next, kinds[kind] and kinds[kind].records or {} do
    list[#list + 1] = id
  end
  sort(list)
  return list
end

-- " did you mean …" for an id that is not there.
local function hint(word, list)
  return py.suggest(word, concat(list, "\0")) or ""
end

-- The record of an id of a type, or nil.
local function find(kind, id)
  local found = kinds[kind]
  return found and found.records[id]
end
M.find = find

-- The record of an id; a name without a mod means one of the running mod, then base, then elona.
function M.resolve(kind, id, mod, what)
  local record = find(kind, id)
  if not record and type(id) == "string" and not match(id, "%.") then
    record = mod and find(kind, mod.id .. "." .. id) or find(kind, "base." .. id) or find(kind, "elona." .. id)
  end
  if not record then
    if type(id) ~= "string" then
      raise(format("%s is %s: must be the id of a %s", what, shown(id), kind))
    end
    local close = hint(id, words(kind))
    raise(format("%s is %s: there is no %s of that id%s", what, shown(id), kind,
      close ~= "" and "; " .. close or ""))
  end
  return record
end

-- A checker for ids of a type.
function M.data_id(kind)
  return checkers.define('data_id("' .. kind .. '")', function(value, path, found)
    if not checkers.is_full_id(value) then
      fault(found, path, value, format("must be the id of a %s, such as my_mod.name", kind))
    elseif now.references then
      now.references[#now.references + 1] = { path, value, kind }
    elseif not find(kind, value) then
      fault(found, path, value, format("there is no %s of that id", kind), value, words(kind))
      found[#found].dangling = true
    end
  end, { told = "string" })
end

local function sorted(kind)
  local list = kind.sorted
  if not list then
    list = {}
    for _, record in next, kind.records do
      list[#list + 1] = record
    end
    sort(list, function(a, b)
      if a.order ~= b.order then
        return a.order < b.order
      end
      return a.id < b.id
    end)
    kind.sorted = list
  end
  return list
end

-- The records of a type in their order.
function M.records(name)
  return kinds[name] and sorted(kinds[name]) or {}
end

-- An entry for a mod.
local function seen(record, mod)
  if mod == nil or record.mod == mod or record.mod ~= HOST and proxies.may_change(mod, record.mod) then
    return record.entry
  end
  return read_only(record.entry, record.mod)
end
M.seen = seen

local function kind_of(name, what)
  local kind = kinds[name]
  if not kind then
    if type(name) ~= "string" then
      raise(format("%s: _type is %s: must be the name of a type, such as base.item", what, shown(name)))
    end
    local close = hint(name, now.kind_names)
    raise(format("%s: _type is %s: there is no type of that name%s", what, shown(name), close ~= "" and "; " .. close or ""))
  end
  return kind
end

-- The names of the fields of a type, for warnings of those that are almost one.
local function field_names(name)
  local kind = kinds[name]
  if not kind.names then
    local names = { "_id", "_type", "_ext", "_ordering" }
    for i, field in ipairs(kind.fields) do
      names[i + 4] = field.name
    end
    kind.names = typos.names(concat(names, " "))
  end
  return kind.names
end
M.field_names = field_names

M.hint, M.is_table, M.kind_of, M.on_ready, M.words = hint, is_table, kind_of, on_ready, words

return M
