-- What happens to data when all mods have loaded: edits are done and everything is checked; and when a mod is
-- forgotten.

local import = ...
local copying = import "areas/data/deep_copy"
local data = import "areas/data/registry"
local entries = import "areas/data/entries"
local entry_checks = import "areas/data/checks"
local protect = import "core/sandbox/protect"
local text = import "core/sandbox/text"

local shown = text.shown
local format, sort = string.format, table.sort
local ipairs, next, rawset = ipairs, next, rawset
local HOST, hint, is_table, kinds, now = data.HOST, data.hint, data.is_table, data.kinds, data.now
local check_record, told = entry_checks.check_record, entry_checks.told
local index_fields, make_ready, unindex = entries.index_fields, entries.make_ready, entries.unindex

local M = {}

-- Runs an edit on one entry: on a copy, so that what a mod keeps of it is not the entry.
local function apply(edit, record, list)
  local copy = copying.deep_copy(record.entry)
  local ok, result = protect.pcall(edit.fn, copy)
  if not ok then
    list[#list + 1] = { edit, { said = format('the edit "%s" of %s "%s" failed: %s', edit.key, record.type, record.id, text.tostring(result)), path = "" } }
    return
  end
  if result == nil then
    result = copy
  elseif not is_table(result) then
    list[#list + 1] = { edit, { said = format('the edit "%s" of %s "%s" gave %s: must be the entry', edit.key, record.type, record.id, shown(result)), path = "" } }
    return
  end
  result = copying.deep_copy(result)
  result._id, result._type = record.id, record.type
  local entry = record.entry
  for key in next, entry do
    if result[key] == nil then
      rawset(entry, key, nil)
    end
  end
  for key, value in next, result do
    rawset(entry, key, value)
  end
end

-- All mods have loaded: edits are done, everything is checked. Answers the faults. `complete`: no mod failed, so that
-- references can be judged.
function M.finish_loading(complete)
  local list = {}
  for _, edit in ipairs(now.edits) do
    if kinds[edit.type] then
      for _, record in ipairs(data.records(edit.type)) do
        apply(edit, record, list)
      end
    elseif complete then
      list[#list + 1] = { edit, { said = format('data["%s"]:edit: there is no type of that name', edit.type), path = "", word = edit.type, type = now.kind_names } }
    end
  end
  for _, edit in ipairs(now.edits) do
    if kinds[edit.type] then
      for _, record in ipairs(data.records(edit.type)) do
        unindex(kinds[edit.type], record)
        index_fields(kinds[edit.type], record)
      end
    end
  end
  for _, name in ipairs(now.kind_names) do
    for _, record in ipairs(data.records(name)) do
      if record.mod ~= HOST then
        check_record(record, list, complete)
      end
    end
  end
  -- In the order in which things were registered, and then as they were found.
  for i, one in ipairs(list) do
    one[3] = (one[1].number or now.entry_count + 1) * 1000 + i / #list
  end
  sort(list, function(a, b)
    return a[3] < b[3]
  end)
  local faults = {}
  for i, one in ipairs(list) do
    local record, wrong = one[1], one[2]
    local close = wrong.word and hint(wrong.word, wrong.type or {}) or ""
    faults[i] = {
      mod = record.mod.id, file = record.file, line = record.line, path = wrong.path, value = wrong.value, rule = wrong.rule,
      hint = close ~= "" and close or nil, dangling = wrong.dangling, message = record.id and told(record, wrong) or wrong.said,
    }
  end
  if not list[1] and complete then
    now.loading, now.edits = false, {}
    for _, name in ipairs(now.kind_names) do
      for _, record in ipairs(data.records(name)) do
        make_ready(record)
      end
    end
  end
  return faults
end

-- Forgets what a mod registered.
function M.forget(mod)
  for _, kind in next, kinds do
    for id, record in next, kind.records do
      if record.mod == mod then
        kind.records[id], kind.sorted = nil, nil
        unindex(kind, record)
        now.entry_count = now.entry_count - 1
      end
    end
  end
  local kept, names = {}, {}
  for _, edit in ipairs(now.edits) do
    if edit.mod ~= mod then
      kept[#kept + 1] = edit
    end
  end
  now.edits = kept
  for _, name in ipairs(now.kind_names) do
    if kinds[name].mod == mod then
      kinds[name] = nil
    else
      names[#names + 1] = name
    end
  end
  now.kind_names = names
end

return M
