-- The types of data: their names and fields.

local import, py = ...
local arguments = import "areas/arguments"
local checkers = import "core/border/checkers"
local errors = import "core/errors"
local registry = import "areas/data/registry"
local text = import "core/sandbox/text"

local raise, fail = errors.raise, errors.fail
local format = string.format

local M = {}

local MAX_TYPES = 2000

-- Raises an error for anything that cannot be the name of a type or the id of an entry.
function M.check_name(value, title)
  if type(value) ~= "string" or not string.match(value, "^[a-z_][a-z0-9_]*$") then
    fail("%s is %s: must be a name of small letters, digits and underscores that does not begin with a digit", title,
      text.shown(value))
  end
end

local function read_fields(options, title)
  local fields, by_name = {}, {}
  for i, field_options in ipairs(options) do
    local path = format("%s[%d]", title, i)
    if by_name[field_options.name] then
      fail("%s.name is %s: another field has that name", path, text.shown(field_options.name))
    end
    local checker = field_options.type
    if checker == nil then
      checker = checkers.atoms.any
    end
    if field_options.default ~= nil then
      local faults = checkers.check(checker, field_options.default)
      if faults[1] then
        fail("%s.default: %s", path, checkers.sentence(faults[1]))
      end
    end
    local field = {
      name = field_options.name, type = checker, default = field_options.default,
      indexed = field_options.indexed and true or nil,
    }
    fields[i], by_name[field.name] = field, field
  end
  return fields, by_name
end

-- Adds a type without fields for entries that name it and that no mod declares. A mod may declare it later.
function M.add_undeclared(name, file, line)
  if #registry.type_names >= MAX_TYPES then
    raise("data:add: there may be at most " .. MAX_TYPES .. " types")
  end
  registry.types[name] = {
    name = name, fields = {}, by_name = {}, strict = false, fallbacks = {}, mod = registry.HOST, file = "host",
    line = 0, records = {}, indexes = {},
  }
  registry.type_names[#registry.type_names + 1] = name
  py.warn(format('no mod declares the type "%s": its entries are kept, and the host does not read them', name), file,
    line)
end

-- Adds a type as data:add_type describes it.
function M.add_type(mod, options, file, line)
  M.check_name(options.name, "data:add_type: given.name")
  local name = mod.id .. "." .. options.name
  local former = registry.types[name]
  if former and former.mod ~= registry.HOST then
    fail('data:add_type: the type "%s" exists already, added at %s:%d', name, former.file, former.line)
  elseif #registry.type_names >= MAX_TYPES then
    raise("data:add_type: there may be at most " .. MAX_TYPES .. " types")
  end
  local fields, by_name = read_fields(options.fields == nil and {} or options.fields, "data:add_type: given.fields")
  registry.types[name] = {
    name = name, fields = fields, by_name = by_name, strict = options.validation ~= "permissive",
    on_validate = options.on_validate, fallbacks = options.fallbacks or {}, mod = mod, file = file, line = line,
    records = former and former.records or {}, indexes = {},
  }
  if not former and not arguments.contains(registry.type_names, name) then
    registry.type_names[#registry.type_names + 1] = name
  end
end

return M
