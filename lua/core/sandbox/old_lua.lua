-- What functions of Lua 5.5 do in mods of the old forms, which are written for Lua 5.1 and LuaJIT: numbers have one
-- type, and positions may have fractions.

local import = ...
local budget = import "core/sandbox/budget"
local errors = import "core/errors"
local text = import "core/sandbox/text"

local next, select, setmetatable, tonumber, type = next, select, setmetatable, tonumber, type
local getmetatable = debug.getmetatable
local ceil, floor, math_type, tointeger = math.ceil, math.floor, math.type, math.tointeger
local find, gmatch, match = string.find, string.gmatch, string.match
local unpack = table.unpack

local M = {}

-- Ids of the mods of the old forms.
local old_mods = {}

-- tostring: whole numbers show no fraction.
function M.tostring(...)
  local value = ...
  if math_type(value) == "float" then
    local shown = text.tostring(value)
    return match(shown, "^(.*)%.0$") or shown
  end
  return text.tostring(...)
end

-- Returns an integer for a number that has a fraction, or is a float; other values as they are.
local function round_down(value)
  local number = type(value) == "string" and tonumber(value) or value
  return math_type(number) == "float" and tointeger(floor(number)) or value
end

local function truncate(value)
  return tointeger(value < 0 and ceil(value) or floor(value)) or value
end

local function has_float(...)
  for i = 1, select("#", ...) do
    if math_type((select(i, ...))) == "float" then
      return true
    end
  end
  return false
end

-- Calls a function with integers in place of floats.
local function with_integers(fn)
  return function(...)
    if not has_float(...) then
      return fn(...)
    end
    local values, n = { ... }, select("#", ...)
    for i = 1, n do
      values[i] = round_down(values[i])
    end
    return fn(unpack(values, 1, n))
  end
end

-- string.format: %d and the like cut fractions off, and %s shows none of whole numbers.
local function format(pattern, ...)
  if type(pattern) ~= "string" or not has_float(...) then
    return text.format(pattern, ...)
  end
  budget.charge_bytes(#pattern)
  local values, n, position = { ... }, select("#", ...), 0
  for conversion in gmatch(pattern, "%%[-+ #0-9.]*(.)") do
    position = conversion == "%" and position or position + 1
    local value = values[position]
    if conversion ~= "%" and math_type(value) == "float" then
      if find("dioxXc", conversion, 1, true) then
        values[position] = truncate(value)
      elseif conversion == "s" then
        values[position] = M.tostring(value)
      end
    end
  end
  return text.format(pattern, unpack(values, 1, n))
end

-- math.type: a whole number is an integer.
local function type_of_number(...)
  local value = ...
  return math_type(value) == "float" and tointeger(value) and "integer" or math_type(...)
end

local function add_table(lib)
  local concat, insert, remove = lib.concat, lib.insert, lib.remove

  function lib.concat(...)
    local list, separator, first, last = ...
    if type(list) ~= "table" then
      return concat(...)
    end
    first, last = round_down(first) or 1, round_down(last) or #list
    if math_type(first) ~= "integer" or math_type(last) ~= "integer" then
      return concat(...)
    end
    local shown
    for i = first, last do
      local value = list[i]
      if value == nil then
        break
      elseif math_type(value) == "float" then
        shown = shown or setmetatable({}, { __index = list })
        shown[i] = M.tostring(value)
      end
    end
    return concat(shown or list, separator, first, last)
  end

  -- A position outside of the list is one of a list that reaches so far.
  function lib.insert(...)
    local list, position, value = ...
    position = round_down(position)
    if select("#", ...) ~= 3 or type(list) ~= "table" or math_type(position) ~= "integer" then
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
    if select("#", ...) < 2 or type(list) ~= "table" or math_type(position) ~= "integer" then
      return remove(...)
    elseif position >= 1 and position <= #list then
      return remove(list, position)
    end
  end
end

-- The string methods of all mods, of which those of an old mod take fractions.
local function add_methods(lib)
  if next(old_mods) then
    return
  end
  local methods = getmetatable("").__index
  for _, name in next, { "format", "rep", "sub" } do
    local plain, old = methods[name], lib[name]
    methods[name] = function(...)
      if has_float(...) then
        local file = errors.where()
        if file and old_mods[match(file, "^[^/]+")] then
          return old(...)
        end
      end
      return plain(...)
    end
  end
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
  env.tostring = M.tostring
  env.math.type = type_of_number
  env.math.random = with_integers(env.math.random)
  env.string.format = format
  env.string.rep, env.string.sub = with_integers(env.string.rep), with_integers(env.string.sub)
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
