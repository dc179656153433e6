-- The end of loading: edits of entries, and the check of all of them; and what happens when a mod is dropped.

local import = ...
local arguments = import "areas/arguments"
local checks = import "areas/data/checks"
local deep_copy = import "areas/data/deep_copy"
local entries = import "areas/data/entries"
local protect = import "core/sandbox/protect"
local registry = import "areas/data/registry"
local text = import "core/sandbox/text"

local format = string.format

local M = {}

-- Runs an edit on a copy of an entry, so that a mod that keeps the copy does not hold the entry. Returns the edited
-- copy; or nil and why the edit failed.
local function run_edit(edit, record)
  local title = format('the edit "%s" of %s "%s"', edit.key, record.type, record.id)
  local copy = deep_copy(record.entry)
  local ok, result = protect.pcall(edit.fn, copy)
  if not ok then
    return nil, format("%s failed: %s", title, text.tostring(result))
  elseif result ~= nil and not registry.is_table(result) then
    return nil, format("%s returned %s: must return the entry or nothing", title, text.shown(result))
  end
  return deep_copy(result == nil and copy or result)
end

local function replace_content(record, edited)
  edited._id, edited._type = record.id, record.type
  local entry = record.entry
  for key in next, entry do
    if edited[key] == nil then
      rawset(entry, key, nil)
    end
  end
  for key, value in next, edited do
    rawset(entry, key, value)
  end
end

-- What is called with an edit, the record before it, and the edited entry; nil for nothing.
local watch_edit

function M.on_edit(fn)
  watch_edit = fn
end

-- Runs all edits. Appends { edit, fault } to `list` for each that fails.
local function run_edits(list, complete)
  local function report(edit, message, word, words)
    list[#list + 1] = { edit, { message = message, path = "", word = word, type = words } }
  end
  for _, edit in ipairs(registry.edits) do
    if registry.types[edit.type] then
      for _, record in ipairs(registry.records(edit.type)) do
        local edited, message = run_edit(edit, record)
        if edited then
          if watch_edit then
            watch_edit(edit, record, edited)
          end
          replace_content(record, edited)
        else
          report(edit, message)
        end
      end
    elseif complete then
      report(edit, format('data["%s"]:edit: there is no type of that name', edit.type), edit.type, registry.type_names)
    end
  end
  for _, edit in ipairs(registry.edits) do
    local kind = registry.types[edit.type]
    for _, record in ipairs(kind and registry.records(edit.type) or {}) do
      entries.unindex(kind, record)
      entries.index_fields(kind, record)
    end
  end
end

local function each_record(fn)
  for _, name in ipairs(registry.type_names) do
    for _, record in ipairs(registry.records(name)) do
      fn(record)
    end
  end
end

-- Ends loading: runs the edits, checks all entries and lets them take effect. Returns the faults as a list of tables
-- for host/mods/loader.py. `complete`: no mod failed to load, so that a missing entry is a fault.
function M.finish_loading(complete)
  local list = {}
  run_edits(list, complete)
  each_record(function(record)
    if record.mod ~= registry.HOST then
      checks.check_record(record, list, complete)
    end
  end)
  -- In the order in which the entries were added; faults of one entry stay in theirs.
  for i, pair in ipairs(list) do
    pair[3] = (pair[1].number or registry.entry_count + 1) * 1000 + i / #list
  end
  table.sort(list, function(a, b)
    return a[3] < b[3]
  end)
  local faults, is_usable = {}, complete
  for i, pair in ipairs(list) do
    local source, fault = pair[1], pair[2]
    -- `check` goes on after references to entries that do not exist.
    is_usable = is_usable and fault.dangling
    faults[i] = {
      mod = source.mod.id, file = source.file, line = source.line, path = fault.path, value = fault.value,
      rule = fault.rule,
      hint = arguments.near_name(fault.word, fault.type or {}), dangling = fault.dangling,
      message = source.id and checks.sentence(source, fault) or fault.message,
    }
  end
  if is_usable then
    registry.loading, registry.edits = false, {}
    each_record(entries.make_ready)
  end
  return faults
end

-- Drops what a mod registered.
function M.forget(mod)
  for _, kind in next, registry.types do
    for id, record in next, kind.records do
      if record.mod == mod then
        kind.records[id], kind.sorted = nil, nil
        entries.unindex(kind, record)
        registry.entry_count = registry.entry_count - 1
      end
    end
  end
  for i = #registry.edits, 1, -1 do
    if registry.edits[i].mod == mod then
      table.remove(registry.edits, i)
    end
  end
  for i = #registry.type_names, 1, -1 do
    local name = registry.type_names[i]
    local kind = rawget(registry.types, name)
    if kind and kind.mod == mod then
      registry.types[name] = nil
      table.remove(registry.type_names, i)
    end
  end
end

return M
