-- The class CodeGenerator: writes values as Lua source, for tools.

local import = ...
local arguments = import "areas/arguments"
local budget = import "core/sandbox/budget"
local classes = import "areas/language/class"
local errors = import "core/errors"
local proxies = import "core/sandbox/proxies"
local session = import "areas/session"
local signatures = import "core/border/signatures"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local concat, find, format, gsub = table.concat, string.find, string.format, string.gsub
local match, rep = string.match, string.rep

local MAX_DEPTH, MAX_VALUES = 60, 200000
local KEYWORDS = {}
for word in ([[and break do else elseif end false for function global goto if in local nil not or repeat return then
  true until while]]):gmatch "%S+" do
  KEYWORDS[word] = true
end

local function quote(value)
  return (gsub(format("%q", value), "\\\n", "\\n"))
end

local function key_source(key, write)
  if type(key) == "string" and match(key, "^[%a_][%w_]*$") and not KEYWORDS[key] then
    return key
  end
  return "[" .. write(key) .. "]"
end

-- The source of a value; raises an error for a function, a circle, and for what is no plain table.
local function source_of(value, indent)
  local count, is_open = 0, {}
  local write
  local function write_table(t, depth)
    if not arguments.is_plain(t) then
      errors.fail("CodeGenerator: %s has no source: must be a plain table", text.shown(t))
    elseif is_open[t] or depth > MAX_DEPTH then
      errors.raise("CodeGenerator: a table lies in itself, or too deep in others")
    end
    is_open[t] = true
    local lines, length = {}, #t
    for i = 1, length do
      lines[i] = write(t[i], depth + 1)
    end
    for key, item in stable_order.pairs(t) do
      if not (math.type(key) == "integer" and key >= 1 and key <= length) then
        lines[#lines + 1] = key_source(key, function(inner) return write(inner, depth + 1) end) .. " = "
          .. write(item, depth + 1)
      end
    end
    is_open[t] = nil
    local space = "\n" .. rep("  ", depth + 1)
    return lines[1] and "{" .. space .. concat(lines, "," .. space) .. "\n" .. rep("  ", depth) .. "}" or "{}"
  end
  function write(item, depth)
    count = count + 1
    if count > MAX_VALUES then
      errors.raise("CodeGenerator: a table may hold at most " .. MAX_VALUES .. " values")
    elseif type(item) == "table" then
      return write_table(item, depth)
    elseif type(item) == "string" then
      return quote(item)
    elseif item == nil or type(item) == "boolean" then
      return tostring(item)
    elseif type(item) == "number" then
      return format("%q", item)
    end
    errors.fail("CodeGenerator: %s has no source: must be a table, a text, a number, a boolean or nil",
      text.shown(item))
  end
  return write(value, indent)
end

-- generator -> list of parts.
local parts_of = session.weak()

local methods = {}
local meta = proxies.lock("CodeGenerator", { __name = "CodeGenerator", __index = methods })

signatures.kind("areas", "CodeGenerator", { [meta] = true }, "a generator")

local function add(self, part)
  local parts = parts_of[self]
  parts[#parts + 1] = part
end

function methods.write(self, source)
  add(self, source)
end

function methods.write_value(self, value)
  add(self, source_of(value, 0))
end
methods.write_table = methods.write_value

function methods.write_key_value(self, key, value)
  add(self, key_source(key, function(inner) return source_of(inner, 0) end) .. " = " .. source_of(value, 0) .. ",\n")
end

function methods.write_comment(self, comment)
  local lines = gsub(gsub(comment, "\r\n?", "\n"), "\n", "\n-- ")
  add(self, "-- " .. lines .. "\n")
end

function methods.tostring(self)
  add(self, "")
  return concat(parts_of[self])
end
meta.__tostring = methods.tostring

local CodeGenerator = {}

function CodeGenerator.new()
  local generator = setmetatable({}, meta)
  parts_of[generator] = {}
  return generator
end

function CodeGenerator.inspect(value)
  return source_of(value, 0)
end

function CodeGenerator.gen_literal(value)
  return quote(value)
end

function CodeGenerator.gen_block_string(value)
  if find(value, "\r", 1, true) then
    -- In a block string Lua reads it as the end of a line.
    return quote(value)
  end
  local level, closed = "", value .. "]"
  while find(closed, "]" .. level .. "]", 1, true) do
    budget.charge_bytes(#closed)
    level = level .. "="
  end
  return "[" .. level .. "[\n" .. value .. "]" .. level .. "]"
end

signatures.apply("areas", "CodeGenerator", methods)
signatures.apply("areas", "CodeGenerator", CodeGenerator)

return classes.front("CodeGenerator", "class", function(value)
  return parts_of[value] ~= nil
end, CodeGenerator)
