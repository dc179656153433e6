-- The types of data: their names and fields.

local import = ...
local errors = import "core/errors"
local checkers = import "core/border/checkers"
local data = import "areas/data/registry"
local text = import "core/sandbox/text"

local raise = errors.raise
local sentence = checkers.sentence
local shown = text.shown
local format, match = string.format, string.match
local ipairs, type = ipairs, type
local HOST, kinds, now = data.HOST, data.kinds, data.now

local M = {}

local MOST_TYPES = 2000

local function check_name(value, what)
  if type(value) ~= "string" or not match(value, "^[a-z_][a-z0-9_]*$") then
    raise(format("%s is %s: must be a name of small letters, digits and underscores that begins with no digit", what,
      shown(value)))
  end
end

local function read_fields(given, what)
  local fields, by_name = {}, {}
  for i, field in ipairs(given) do
    local path = format("%s[%d]", what, i)
    if by_name[field.name] then
      raise(format("%s.name is %s: there is another field of that name", path, shown(field.name)))
    end
    local kind = field.type
    if kind == nil then
      kind = checkers.atoms.any
    end
    if field.default ~= nil then
      local wrong = checkers.check(kind, field.default)
      if wrong[1] then
        raise(format("%s.default: %s", path, sentence(wrong[1])))
      end
    end
    local one = { name = field.name, type = kind, default = field.default, indexed = field.indexed and true or nil }
    fields[#fields + 1], by_name[one.name] = one, one
  end
  return fields, by_name
end

local function add_type(mod, given, file, line)
  check_name(given.name, "data:add_type: given.name")
  local name = mod.id .. "." .. given.name
  local known = kinds[name]
  if known and known.mod ~= HOST then
    raise(format('data:add_type: there is a type "%s" already, added at %s:%d', name, known.file, known.line))
  elseif #now.kind_names >= MOST_TYPES then
    raise("data:add_type: there are " .. MOST_TYPES .. " types: that is the most")
  end
  local validation = given.validation == nil and "strict" or given.validation
  local fields, by_name = read_fields(given.fields == nil and {} or given.fields, "data:add_type: given.fields")
  kinds[name] = {
    name = name, fields = fields, by_name = by_name, strict = validation == "strict", on_validate = given.on_validate,
    fallbacks = given.fallbacks or {}, mod = mod, file = file, line = line, records = known and known.records or {}, indexes = {},
  }
  if not known then
    now.kind_names[#now.kind_names + 1] = name
  end
end

function M.add_own_type(name, fields, options)
  options = options or {}
  options.name, options.fields = name, fields
  add_type(HOST, options, "host", 0)
end

M.add_type, M.check_name = add_type, check_name

return M
