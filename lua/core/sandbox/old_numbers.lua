-- What functions of Lua 5.5 do in mods of the old forms, which are written for Lua 5.1 and LuaJIT: numbers have one
-- type, and positions may have fractions.

local import = ...
local budget = import "core/sandbox/budget"
local errors = import "core/errors"
local text = import "core/sandbox/text"

local M = {}

-- Ids of the mods of the old forms.
local old_mods = {}

-- Lua 5.1 shows 14 digits of a number, and from here on an exponent.
local EXPONENT_FROM = 1e14

-- Returns the text of a number that Lua 5.1 shows in other digits; nil for other values.
local function text_of_number(value)
  local kind = math.type(value)
  local is_long = kind == "integer" and (value >= EXPONENT_FROM or value <= -EXPONENT_FROM)
  if is_long or kind == "float" and value == value then
    return string.format("%.14g", value)
  end
end

-- tostring: 5.0 is shown as 5.
function M.tostring(...)
  return text_of_number((...)) or text.tostring(...)
end

-- Returns an integer for a number that has a fraction, or is a float; other values as they are.
local function round_down(value)
  local number = type(value) == "string" and tonumber(value) or value
  return math.type(number) == "float" and math.tointeger(math.floor(number)) or value
end

-- Returns a float without its fraction as an integer; other values as they are.
local function truncate(value)
  return math.type(value) == "float" and math.tointeger(value < 0 and math.ceil(value) or math.floor(value)) or value
end

local function has_float(...)
  for i = 1, select("#", ...) do
    if math.type((select(i, ...))) == "float" then
      return true
    end
  end
  return false
end

-- Calls a function with integers in place of floats; the first `texts` arguments are texts. `round` makes the integers.
local function with_integers(fn, texts, round)
  return function(...)
    if not has_float(...) then
      return fn(...)
    end
    local values, n = { ... }, select("#", ...)
    for i = 1, n do
      local value = values[i]
      if i <= texts then
        values[i] = text_of_number(value) or value
      else
        values[i] = round(value)
      end
    end
    return fn(table.unpack(values, 1, n))
  end
end

-- string.format: %d and the like cut fractions off, and %s shows none of whole numbers.
local function format(pattern, ...)
  if type(pattern) ~= "string" or not has_float(...) then
    return text.format(pattern, ...)
  end
  budget.charge_bytes(#pattern)
  local values, n, position = { ... }, select("#", ...), 0
  for conversion in string.gmatch(pattern, "%%[-+ #0-9.]*(.)") do
    position = conversion == "%" and position or position + 1
    local value = values[position]
    if conversion ~= "%" and math.type(value) == "float" then
      if string.find("dioxXc", conversion, 1, true) then
        values[position] = truncate(value)
      elseif conversion == "s" then
        values[position] = M.tostring(value)
      end
    end
  end
  return text.format(pattern, table.unpack(values, 1, n))
end

-- Returns what string.gsub makes of a replacement, as it is in Lua 5.1: there `%` before other characters than digits
-- is dropped, and numbers have one type.
local function replacement_of(replacement)
  local kind = type(replacement)
  if kind == "string" and string.find(replacement, "%", 1, true) then
    budget.charge_bytes(#replacement)
    return (string.gsub(replacement, "%%(.?)", function(escaped)
      return not string.find(escaped, "^[%d%%]") and (escaped == "" and "\0" or escaped) or nil
    end))
  elseif kind == "table" then
    return function(key)
      local value = replacement[key]
      return text_of_number(value) or value
    end
  elseif kind == "function" then
    return function(...)
      local value = replacement(...)
      return text_of_number(value) or value
    end
  end
  return replacement
end

local function is_replaced(replacement)
  return type(replacement) ~= "string" or string.find(replacement, "%", 1, true)
end

local function with_replacement(plain)
  local with_numbers = with_integers(plain, 3, truncate)
  return function(...)
    local _, _, replacement = ...
    if not is_replaced(replacement) then
      return with_numbers(...)
    end
    local values, n = { ... }, select("#", ...)
    values[3] = replacement_of(replacement)
    return with_numbers(table.unpack(values, 1, n))
  end
end

-- math.type: a whole number is an integer.
local function type_of_number(...)
  local value = ...
  return math.type(value) == "float" and math.tointeger(value) and "integer" or math.type(...)
end

local function add_table(lib)
  local concat, insert, remove = lib.concat, lib.insert, lib.remove

  function lib.concat(...)
    local list, separator, first, last = ...
    if type(list) ~= "table" then
      return concat(...)
    end
    first, last = round_down(first) or 1, round_down(last) or #list
    if math.type(first) ~= "integer" or math.type(last) ~= "integer" then
      return concat(...)
    end
    local shown
    for i = first, last do
      local value = list[i]
      if value == nil then
        break
      end
      local number = text_of_number(value)
      if number then
        shown = shown or setmetatable({}, { __index = list })
        shown[i] = number
      end
    end
    return concat(shown or list, separator, first, last)
  end

  -- A position outside of the list is one of a list that reaches to it.
  function lib.insert(...)
    local list, position, value = ...
    position = round_down(position)
    if select("#", ...) ~= 3 or type(list) ~= "table" or math.type(position) ~= "integer" then
      return insert(...)
    end
    local length = #list
    if position >= 1 and position <= length + 1 then
      return insert(list, position, value)
    elseif position < 1 then
      budget.charge(length * 1.0 - position)
      for i = length + 1, position + 1, -1 do
        list[i] = list[i - 1]
      end
    end
    list[position] = value
  end

  -- Nothing is removed outside of the list.
  function lib.remove(...)
    local list, position = ...
    position = round_down(position)
    if select("#", ...) < 2 or type(list) ~= "table" or math.type(position) ~= "integer" then
      return remove(...)
    elseif position >= 1 and position <= #list then
      return remove(list, position)
    end
  end
end

-- What a rewritten text calls for an operand of `..`.
local function operand_of_concat(...)
  return text_of_number((...)) or (...)
end

-- What a rewritten text calls for the right operand of `%`: without a remainder, the result of Lua 5.1 is nan.
local function divisor(...)
  local value = ...
  if value == 0 then
    return 0.0
  end
  return value
end

-- The functions of rewritten texts are methods of texts: they are there in every environment, and their names are those
-- of operators, which no mod writes after a colon.
local operators = { [".."] = operand_of_concat, ["%"] = divisor }

local METHODS = { "byte", "find", "format", "gsub", "rep", "sub" }

-- The string methods of all mods; in an old mod they take fractions.
local function add_methods(lib)
  if next(old_mods) then
    return
  end
  local methods = debug.getmetatable("").__index
  for _, name in next, METHODS do
    local plain, old = methods[name], lib[name]
    local is_gsub = name == "gsub"
    methods[name] = function(...)
      if has_float(...) or is_gsub and is_replaced((select(3, ...))) then
        local file = errors.where()
        if file and old_mods[string.match(file, "^[^/]+")] then
          return old(...)
        end
      end
      return plain(...)
    end
  end
  for name, fn in next, operators do
    methods[name] = fn
  end
end

-- Name of a function of `string` that takes numbers -> how many texts come before them.
local TEXTS = { byte = 1, char = 0, find = 2, rep = 1, sub = 1 }
-- Functions that round numbers down; the others round towards zero.
local ROUNDED_DOWN = { rep = true, sub = true }

local function add_string(lib)
  lib.format = format
  lib.gsub = with_replacement(lib.gsub)
  for name, texts in next, TEXTS do
    lib[name] = with_integers(lib[name], texts, ROUNDED_DOWN[name] and round_down or truncate)
  end
end

-- math.fmod: nan for a divisor of 0.
local function with_any_divisor(fmod)
  return function(...)
    local value, by = ...
    if by == 0 then
      return fmod(value, 0.0)
    end
    return fmod(...)
  end
end

local function add_base(env)
  env.tostring = M.tostring
  env.select = function(...)
    local position = ...
    if math.type(position) ~= "float" then
      return select(...)
    end
    return select(truncate(position), select(2, ...))
  end
  env.unpack = with_integers(env.unpack, 1, truncate)
  env.table.unpack = env.unpack
end

local function nothing() end

-- A module of LuaJIT that does nothing: all its functions return nothing.
local function empty_module()
  return setmetatable({}, {
    __index = function()
      return nothing
    end,
    __metatable = false,
  })
end

-- Adds to the environment of a mod of the old forms; returns what `require` gives it by a name of LuaJIT.
function M.add(env, mod)
  add_base(env)
  env.math.type = type_of_number
  env.math.random = with_integers(env.math.random, 0, round_down)
  env.math.fmod = with_any_divisor(env.math.fmod)
  add_string(env.string)
  add_table(env.table)
  add_methods(env.string)
  old_mods[mod.id] = true
  env.collectgarbage = function()
    return 0
  end
  env.jit = {
    version = "LuaJIT 2.1", version_num = 20100, os = "Other", arch = "other", opt = { start = nothing },
    on = nothing, off = nothing, flush = nothing,
    status = function()
      return false
    end,
  }
  local ffi = empty_module()
  ffi.C = empty_module()
  return { bit = env.bit, ffi = ffi, jit = env.jit, ["jit.opt"] = env.jit.opt }
end

return M
