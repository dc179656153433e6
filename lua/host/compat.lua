-- Names of Lua 5.1 and 5.2 that mods still use.

local import = ...
local text = import "host/text"

local debug_getinfo, getupvalue = debug.getinfo, debug.getupvalue
local upvaluejoin, setupvalue = debug.upvaluejoin, debug.setupvalue
local error, type, next, select = error, type, next, select
local math_abs, tointeger = math.abs, math.tointeger

local M = {}

-- The position of a function's _ENV among its upvalues, and its value; nil when it uses no global.
local function find_env(fn)
  for i = 1, 255 do
    local name, value = getupvalue(fn, i)
    if not name then
      return nil
    end
    if name == "_ENV" then
      return i, value
    end
  end
end
M.find_env = find_env

-- Whether a function was written in `mod`: those of the host and of other mods must not be looked into.
local function of_mod(fn, mod)
  local prefix = "@" .. mod.id .. "/"
  return debug_getinfo(fn, "S").source:sub(1, #prefix) == prefix
end
M.of_mod = of_mod

-- The function at a level of the stack, as getfenv and setfenv count: 1 is their caller.
local function at_level(level, name)
  local number = tointeger(level)
  if not number or number < 0 then
    error("bad argument #1 to '" .. name .. "' (level or function expected)", 3)
  end
  local info = debug_getinfo(number + 2, "f")
  if not info then
    error("bad argument #1 to '" .. name .. "' (invalid level)", 3)
  end
  return info.func
end

local function add_environments(env, mod)
  function env.getfenv(target)
    if target == nil then
      target = 1
    end
    if target == 0 then
      return env
    end
    local fn = type(target) == "function" and target or at_level(target, "getfenv")
    if not of_mod(fn, mod) then
      return env
    end
    local _, value = find_env(fn)
    return value or env
  end

  function env.setfenv(target, value)
    if type(value) ~= "table" then
      error("bad argument #2 to 'setfenv' (table expected, got " .. type(value) .. ")", 2)
    end
    if target == 0 then
      error("bad argument #1 to 'setfenv' (the environment of the mod itself cannot be changed)", 2)
    end
    local fn = type(target) == "function" and target or at_level(target, "setfenv")
    if not of_mod(fn, mod) then
      error("bad argument #1 to 'setfenv' (the function is not of this mod)", 2)
    end
    local i = find_env(fn)
    if i then
      -- A variable of its own, so that no other function follows.
      local own = value
      upvaluejoin(fn, i, function()
        return own
      end, 1)
    end
    return fn
  end
end

local function add_math(lib)
  function lib.pow(x, y)
    return x ^ y
  end
  function lib.atan2(y, x)
    return math.atan(y, x)
  end
  function lib.ldexp(m, e)
    return m * 2.0 ^ e
  end
  function lib.log10(x)
    return math.log(x, 10)
  end
  function lib.cosh(x)
    return (math.exp(x) + math.exp(-x)) / 2
  end
  function lib.sinh(x)
    return (math.exp(x) - math.exp(-x)) / 2
  end
  function lib.tanh(x)
    if math_abs(x) > 20 then
      return x > 0 and 1.0 or -1.0
    end
    local e = math.exp(2 * x)
    return (e - 1) / (e + 1)
  end
  function lib.frexp(x)
    if x == 0 or x ~= x or math_abs(x) == math.huge then
      return x, 0
    end
    local e = 0
    local m = math_abs(x)
    while m >= 1 do
      m, e = m / 2, e + 1
    end
    while m < 0.5 do
      m, e = m * 2, e - 1
    end
    return x < 0 and -m or m, e
  end
end

local function add_table(lib)
  function lib.getn(t)
    return #t
  end
  function lib.maxn(t)
    local most = 0
    for key in next, t do
      if type(key) == "number" and key > most then
        most = key
      end
    end
    return most
  end
end

-- The 32-bit operations of LuaJIT's bit library; results are signed.
local function bits(x)
  local number = tointeger(x)
  if not number then
    if type(x) ~= "number" or x ~= x or math_abs(x) == math.huge then
      error("number expected, got " .. text.type_name(x), 3)
    end
    number = tointeger((x + 0.5) // 1) or 0
  end
  return number & 0xffffffff
end

local function signed(x)
  x = x & 0xffffffff
  return x >= 0x80000000 and x - 0x100000000 or x
end

local function fold(operation)
  return function(first, ...)
    local result = bits(first)
    for i = 1, select("#", ...) do
      result = operation(result, bits((select(i, ...))))
    end
    return signed(result)
  end
end

local bit = {
  tobit = function(x)
    return signed(bits(x))
  end,
  bnot = function(x)
    return signed(~bits(x))
  end,
  band = fold(function(a, b)
    return a & b
  end),
  bor = fold(function(a, b)
    return a | b
  end),
  bxor = fold(function(a, b)
    return a ~ b
  end),
  lshift = function(x, n)
    return signed(bits(x) << (bits(n) & 31))
  end,
  rshift = function(x, n)
    return signed(bits(x) >> (bits(n) & 31))
  end,
  arshift = function(x, n)
    return signed(bits(x)) // (1 << (bits(n) & 31))
  end,
  rol = function(x, n)
    local v, s = bits(x), bits(n) & 31
    return signed(v << s | v >> (32 - s))
  end,
  ror = function(x, n)
    local v, s = bits(x), bits(n) & 31
    return signed(v >> s | v << (32 - s))
  end,
  bswap = function(x)
    local v = bits(x)
    return signed((v & 0xff) << 24 | (v & 0xff00) << 8 | v >> 8 & 0xff00 | v >> 24)
  end,
  tohex = function(x, n)
    n = n and bits(n) or 8
    local count = signed(n)
    local format = "%0" .. (count < 0 and -count or count) .. (count < 0 and "X" or "x")
    return (format:format(bits(x))):sub(-(count < 0 and -count or count))
  end,
}

function M.add(env, mod)
  add_environments(env, mod)
  add_math(env.math)
  add_table(env.table)
  env.loadstring = function(chunk, name)
    return env.load(chunk, name)
  end
  local own = {}
  for name, fn in next, bit do
    own[name] = fn
  end
  env.bit = own
end

return M
