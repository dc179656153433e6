-- What is wrong with an entry, by the fields of its type.

local import, py = ...
local checkers = import "core/border/checkers"
local data = import "areas/data/registry"
local stable_order = import "core/sandbox/stable_order"
local protect = import "core/sandbox/protect"
local typos = import "core/typos"
local text = import "core/sandbox/text"

local fault, run, step = checkers.fault, checkers.run, checkers.step
local format = string.format
local ipairs, type = ipairs, type
local field_names, find, kinds, now, words = data.field_names, data.find, data.kinds, data.now, data.words

local M = {}

local function collect(kind, record, found)
  local entry = record.entry
  for _, field in ipairs(kind.fields) do
    local value = entry[field.name]
    if value ~= nil or not checkers.is_optional(field.type) then
      local before = #found
      run(field.type, value, field.name, found)
      if value == nil and #found == before then
        fault(found, field.name, nil, "must be given")
      end
    end
  end
  for key, value in stable_order.pairs(entry) do
    if not kind.by_name[key] and key ~= "_id" and key ~= "_type" and key ~= "_ext" and key ~= "_ordering" then
      if kind.strict or type(key) ~= "string" then
        local names = {}
        for i, field in ipairs(kind.fields) do
          names[i] = field.name
        end
        fault(found, step("", key), value, kind.name .. " has no field of that name",
          type(key) == "string" and key or nil, names)
      end
    end
  end
  if kind.on_validate then
    local ok, message = protect.pcall(kind.on_validate, entry)
    if not ok or type(message) == "string" then
      fault(found, "", nil, text.tostring(message))
      found[#found].said = text.tostring(message)
    end
  end
end

-- What is wrong with an entry, as { record, fault } pairs appended to `list`.
local function check_record(record, list, resolve)
  local kind = kinds[record.type]
  local found = {}
  now.references = {}
  local ok, message = protect.pcall(collect, kind, record, found)
  if not ok then
    fault(found, "", nil, text.tostring(message))
    found[#found].said = text.tostring(message)
  end
  if resolve then
    for _, one in ipairs(now.references) do
      if not find(one[3], one[2]) then
        fault(found, one[1], one[2], format("there is no %s of that id", one[3]), one[2], words(one[3]))
        found[#found].dangling = true
      end
    end
  end
  now.references = nil
  for _, one in ipairs(found) do
    list[#list + 1] = { record, one }
  end
end

local function told(record, one)
  return format('%s "%s": %s', record.type, record.id, one.said or one.path .. " is " .. one.value .. ": " .. one.rule)
end

-- What is no fault of an entry, but means nothing to the host.
local function look_over(record)
  local entry, what = record.entry, format('%s "%s"', record.type, record.id)
  typos.check(entry, field_names(record.type), what, record.file, record.line)
  typos.look(entry.glyph, entry.color, what, record.file, record.line)
  if entry.parent_map and (entry.x == nil or entry.y == nil) and (record.type == "base.unique_area" or record.type == "base.unique_map") then
    py.warn(what .. " has a parent_map, but not both x and y: it gets no entrance there by itself", record.file, record.line)
  end
end

M.check_record, M.collect, M.look_over, M.told = check_record, collect, look_over, told

return M
