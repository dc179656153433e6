-- Checks entries of data against the fields of their types.

local import, py = ...
local checkers = import "core/border/checkers"
local protect = import "core/sandbox/protect"
local registry = import "areas/data/registry"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local typos = import "core/typos"

local add_fault = checkers.fault

local M = {}

local RESERVED = { _id = true, _type = true, _ext = true, _ordering = true }

-- Notes a fault whose message is not about one field.
local function add_message(faults, message)
  add_fault(faults, "", nil, text.tostring(message))
  faults[#faults].message = text.tostring(message)
end

-- Appends the faults of an entry.
function M.collect(kind, record, faults)
  local entry = record.entry
  for _, field in ipairs(kind.fields) do
    local value = entry[field.name]
    if value ~= nil or not checkers.is_optional(field.type) then
      local count = #faults
      checkers.run(field.type, value, field.name, faults)
      if value == nil and #faults == count then
        add_fault(faults, field.name, nil, "must be given")
      end
    end
  end
  for key, value in stable_order.pairs(entry) do
    if not kind.by_name[key] and not RESERVED[key] and (kind.strict or type(key) ~= "string") then
      local names = {}
      for i, field in ipairs(kind.fields) do
        names[i] = field.name
      end
      add_fault(faults, checkers.step("", key), value, kind.name .. " has no field of that name",
        type(key) == "string" and key or nil, names)
    end
  end
  if kind.on_validate then
    local ok, message = protect.pcall(kind.on_validate, entry)
    if not ok or type(message) == "string" then
      add_message(faults, message)
    end
  end
end

-- Appends { record, fault } to a list for each fault of a record. `complete`: all entries are there, so that references
-- can be resolved.
function M.check_record(record, list, complete)
  local faults = {}
  registry.references = {}
  local ok, message = protect.pcall(M.collect, registry.types[record.type], record, faults)
  if not ok then
    add_message(faults, message)
  end
  for _, reference in ipairs(complete and registry.references or {}) do
    local path, id, type_name = reference[1], reference[2], reference[3]
    if not registry.find(type_name, id) then
      registry.report_dangling(faults, path, id, type_name)
    end
  end
  registry.references = nil
  for _, fault in ipairs(faults) do
    list[#list + 1] = { record, fault }
  end
end

-- The message of a fault.
function M.sentence(record, fault)
  return string.format('%s "%s": %s', record.type, record.id, fault.message
    or fault.path .. " is " .. fault.value .. ": " .. fault.rule)
end

-- Warns about what is not an error in an entry, but has no effect.
function M.warn(record)
  local entry, title = record.entry, string.format('%s "%s"', record.type, record.id)
  typos.check(entry, registry.field_names(record.type), title, record.file, record.line)
  typos.look(entry.glyph, entry.color, title, record.file, record.line)
  if registry.field_names(record.type).sprite then
    typos.sprite(record.id:match "^[^.]*", entry.sprite, entry.material, title, record.file, record.line)
  end
  if entry.parent_map and (entry.x == nil or entry.y == nil)
    and (record.type == "base.unique_area" or record.type == "base.unique_map") then
    py.warn(title .. " has a parent_map, but not both x and y: it gets no entrance there by itself",
      record.file, record.line)
  end
end

return M
