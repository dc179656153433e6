-- DataType: the entries of a type as a mod sees them, `data["base.item"]`.

local import = ...
local checkers = import "core/border/checkers"
local checks = import "areas/data/checks"
local deep_copy = import "areas/data/deep_copy"
local errors = import "core/errors"
local iterators = import "areas/iterator/creation"
local proxies = import "core/sandbox/proxies"
local registry = import "areas/data/registry"
local signatures = import "core/border/signatures"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local fail, shown = errors.fail, text.shown
local format = string.format

local M = {}

-- proxy -> { name of the type, mod }.
local states = setmetatable({}, { __mode = "k" })

local function state_of(proxy, method)
  local state = states[proxy]
  if not state then
    fail('data["type"]:%s: must be called with a colon, on a type', method)
  end
  return state.name, state.mod
end

-- An entry by its id or by itself, as the mod may use it; nil when there is none.
local function find_entry(type_name, id, mod)
  local original = type(id) == "table" and (proxies.original(id) or id)
  local record = registry.find(type_name, original and rawget(original, "_id") or id)
  if record and original then
    return record.entry == original and id or nil
  end
  return record and registry.entry_for(record, mod)
end

local methods = {}

function methods.ensure(proxy, id)
  local name, mod = state_of(proxy, "ensure")
  local entry = find_entry(name, id, mod)
  if entry == nil then
    registry.refuse(name, id, format("data[\"%s\"]:ensure: No instance of '%s': the id", name, name))
  end
  return entry
end

function methods.iter(proxy)
  local name, mod = state_of(proxy, "iter")
  local list = {}
  for i, record in ipairs(registry.records(name)) do
    list[i] = registry.entry_for(record, mod)
  end
  return iterators.of_list(list)
end

function methods.find_by(proxy, field_name, value)
  local name, mod = state_of(proxy, "find_by")
  local kind = registry.types[name]
  local field = kind and kind.by_name[field_name]
  if not (field and field.indexed) then
    fail('data["%s"]:find_by: %s is not an indexed field of that type', name, shown(field_name))
  end
  local index = kind.indexes[field_name]
  local record = value ~= nil and index and index[value]
  if record and rawequal(record.entry[field_name], value) then
    return registry.entry_for(record, mod)
  end
  -- A mod may have assigned the value after the entry was added.
  for _, other in ipairs(value and registry.records(name) or {}) do
    if rawequal(other.entry[field_name], value) then
      return registry.entry_for(other, mod)
    end
  end
  return nil
end

function methods.validate(proxy, entry)
  local name = state_of(proxy, "validate")
  if not registry.is_table(entry) then
    return false, "the value is " .. shown(entry) .. ": must be a table"
  end
  local faults, lines = {}, {}
  checks.collect(registry.need_type(name, "validate"), { entry = entry, id = "", type = name }, faults)
  for i, fault in ipairs(faults) do
    lines[i] = fault.message or checkers.sentence(fault)
  end
  return #lines == 0, lines[1] and table.concat(lines, "\n") or nil
end

function methods.ext(proxy, id, extension_id)
  local name, mod = state_of(proxy, "ext")
  local record = registry.find(name, registry.is_table(id) and id._id or id)
    or registry.refuse(name, id, format('data["%s"]:ext: the id', name))
  local extension = registry.resolve("base.data_ext", extension_id, format('data["%s"]:ext: the extension', name))
  local fields = registry.extension_for(record, extension_id, mod)
  if fields then
    return fields
  end
  local defaults = {}
  for _, field in ipairs(extension.entry.fields) do
    defaults[field.name] = deep_copy(field.default)
  end
  return defaults
end

methods["type"] = function(proxy)
  return (state_of(proxy, "type"))
end

function methods.print(proxy)
  local lines = {}
  for i, record in ipairs(registry.records((state_of(proxy, "print")))) do
    lines[i] = record.id
  end
  return table.concat(lines, "\n")
end

function methods.edit(proxy, descriptor, fn)
  local name, mod = state_of(proxy, "edit")
  if not registry.loading then
    fail('data["%s"]:edit: all mods have loaded: edits must be made while they load', name)
  end
  local key = mod.id .. ": " .. descriptor
  for _, edit in ipairs(registry.edits) do
    if edit.type == name and edit.key == key then
      fail('data["%s"]:edit: this mod has an edit %s already', name, shown(descriptor))
    end
  end
  local file, line = errors.where()
  registry.edits[#registry.edits + 1] = { type = name, key = key, fn = fn, mod = mod, file = file, line = line }
end

signatures.apply("areas", "DataType", methods)

-- The entries of a type for a mod.
function M.new(mod, name)
  local title = 'data["' .. name .. '"]'
  local proxy = proxies.new(title, {
    __name = "data",
    __tostring = function()
      return title
    end,
    __index = function(_, key)
      return methods[key] or find_entry(name, key, mod)
    end,
    __pairs = function()
      local list = {}
      for _, record in ipairs(registry.records(name)) do
        list[record.id] = registry.entry_for(record, mod)
      end
      return stable_order.pairs(list)
    end,
    __newindex = function(_, key)
      fail('%s: %s cannot be set: entries are added with data:add', title, shown(key))
    end,
  })
  states[proxy] = { name = name, mod = mod }
  return proxy
end

return M
