-- Functions of older versions of Lua, 5.1, 5.2 and LuaJIT, that mods still use, such as `math.tanh` and `bit.bor`.

local import = ...
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local M = {}

-- Shifts each number to infinity, or to 0.
local MOST_EXPONENT = 5000

-- Returns the position of a function's _ENV among its upvalues, and its value; nil if it uses no global variable.
local function find_env(fn)
  for i = 1, 255 do
    local name, value = debug.getupvalue(fn, i)
    if not name then
      return nil
    end
    if name == "_ENV" then
      return i, value
    end
  end
end
M.find_env = find_env

-- Whether a function was written in `mod`: functions of the host and of other mods are off limits.
local function of_mod(fn, mod)
  local prefix = "@" .. mod.id .. "/"
  return debug.getinfo(fn, "S").source:sub(1, #prefix) == prefix
end
M.of_mod = of_mod

-- Returns the function at a level of the stack, counted as getfenv and setfenv do: 1 is their caller.
local function at_level(level, name)
  local number = math.tointeger(level)
  if not number or number < 0 then
    error("bad argument #1 to '" .. name .. "' (level or function expected)", 3)
  end
  local info = debug.getinfo(number + 2, "f")
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
      error("bad argument #2 to 'setfenv' (table expected, got " .. stable_order.type(value) .. ")", 2)
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
      -- The function gets its own _ENV, so that no other function changes.
      local environment = value
      debug.upvaluejoin(fn, i, function()
        return environment
      end, 1)
    end
    return fn
  end
end

-- The power series converges fast for small x, where the difference of two exponentials loses its digits.
local function sinh(x)
  if math.abs(x) < 0.5 then
    local term, sum = x + 0.0, x + 0.0
    for k = 2, 16, 2 do
      term = term * x * x / (k * (k + 1))
      sum = sum + term
    end
    return sum
  end
  -- In two halves: the exponential may be too large for a number while half of it is not.
  local up, down = math.exp(math.abs(x) / 2), math.exp(-math.abs(x))
  local result = up / 2 * up - down / 2
  return x < 0 and -result or result
end

local function cosh(x)
  local up = math.exp(math.abs(x) / 2)
  return up / 2 * up + math.exp(-math.abs(x)) / 2
end

local function check_number(value, position, name)
  local number = type(value) == "string" and tonumber(value) or value
  if type(number) ~= "number" then
    error("bad argument #" .. position .. " to '" .. name .. "' (number expected, got "
      .. (value == nil and "no value" or text.type_name(value)) .. ")", 3)
  end
  return number
end

local function add_math(lib)
  function lib.pow(x, y)
    return check_number(x, 1, "pow") ^ check_number(y, 2, "pow")
  end
  function lib.atan2(y, x)
    return math.atan(check_number(y, 1, "atan2"), check_number(x, 2, "atan2"))
  end
  -- C takes only an exponent that fits into 32 bits.
  function lib.ldexp(x, exponent)
    x, exponent = check_number(x, 1, "ldexp"), check_number(exponent, 2, "ldexp")
    return math.ldexp(x, math.max(-MOST_EXPONENT, math.min(MOST_EXPONENT, exponent // 1)))
  end
  function lib.log10(x)
    return math.log(check_number(x, 1, "log10"), 10)
  end
  function lib.cosh(x)
    return cosh(check_number(x, 1, "cosh"))
  end
  function lib.sinh(x)
    return sinh(check_number(x, 1, "sinh"))
  end
  function lib.tanh(x)
    x = check_number(x, 1, "tanh")
    if math.abs(x) > 20 then
      return x > 0 and 1.0 or -1.0
    end
    return sinh(x) / cosh(x)
  end
end

local function add_table(lib)
  function lib.getn(t)
    stable_order.check_table(t, "getn")
    return #t
  end
  function lib.maxn(t)
    stable_order.check_table(t, "maxn")
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
local function bits(x, position, name)
  local number = math.tointeger(x)
  if not number then
    if type(x) ~= "number" or x ~= x or math.abs(x) == math.huge then
      local got = text.type_name(x)
      error("bad argument #" .. position .. " to '" .. name .. "' (number expected, got " .. got .. ")", 3)
    end
    number = math.tointeger((x + 0.5) // 1) or 0
  end
  return number & 0xffffffff
end

local function signed(x)
  x = x & 0xffffffff
  return x >= 0x80000000 and x - 0x100000000 or x
end

local function of_one(name, operation)
  return function(x)
    return operation(bits(x, 1, name))
  end
end

local MANY = 16

local function of_all(name, operation)
  return function(first, ...)
    local result, n = bits(first, 1, name), select("#", ...)
    if n > MANY then
      -- select copies all values each time.
      local values = { ... }
      for i = 1, n do
        result = operation(result, bits(values[i], i + 1, name))
      end
      return signed(result)
    end
    for i = 1, n do
      result = operation(result, bits((select(i, ...)), i + 1, name))
    end
    return signed(result)
  end
end

-- Returns a shift distance modulo 32.
local function moving(name, operation)
  return function(x, n)
    return operation(bits(x, 1, name), bits(n, 2, name) & 31)
  end
end

local bit = {
  tobit = of_one("tobit", signed),
  bnot = of_one("bnot", function(x)
    return signed(~x)
  end),
  band = of_all("band", function(a, b)
    return a & b
  end),
  bor = of_all("bor", function(a, b)
    return a | b
  end),
  bxor = of_all("bxor", function(a, b)
    return a ~ b
  end),
  lshift = moving("lshift", function(x, n)
    return signed(x << n)
  end),
  rshift = moving("rshift", function(x, n)
    return signed(x >> n)
  end),
  arshift = moving("arshift", function(x, n)
    return signed(x) // (1 << n)
  end),
  rol = moving("rol", function(x, n)
    return signed(x << n | x >> (32 - n))
  end),
  ror = moving("ror", function(x, n)
    return signed(x >> n | x << (32 - n))
  end),
  bswap = of_one("bswap", function(x)
    return signed((x & 0xff) << 24 | (x & 0xff00) << 8 | x >> 8 & 0xff00 | x >> 24)
  end),
  tohex = function(x, n)
    local whole = bits(x, 1, "tohex")
    local count = n == nil and 8 or signed(bits(n, 2, "tohex"))
    local digits = math.abs(count) < 8 and math.abs(count) or 8
    return digits == 0 and "" or ((count < 0 and "%08X" or "%08x"):format(whole)):sub(-digits)
  end,
}

function M.add(env, mod)
  add_environments(env, mod)
  add_math(env.math)
  add_table(env.table)
  env.loadstring = function(chunk, name)
    if type(chunk) ~= "string" and type(chunk) ~= "function" then
      error("bad argument #1 to 'loadstring' (string expected, got " .. stable_order.type(chunk) .. ")", 2)
    elseif name ~= nil and type(name) ~= "string" and type(name) ~= "number" then
      error("bad argument #2 to 'loadstring' (string expected, got " .. stable_order.type(name) .. ")", 2)
    end
    return env.load(chunk, name)
  end
  local functions = {}
  for name, fn in next, bit do
    functions[name] = fn
  end
  env.bit = functions
end

return M
