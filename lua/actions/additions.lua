-- What mods of this dialect find besides Lua: functions in table, string and math, and a few by themselves.

local import = ...
local blame = import "host/blame"
local budget = import "host/budget"
local class = import "actions/class"
local order = import "host/order"
local random = import "host/random"
local text = import "host/text"

local raise = blame.raise
local ipairs, next, select, type = ipairs, next, select, type
local floor = math.floor

local M = {}

local MOST_DEPTH = 100

local function list(value, what)
  if type(value) ~= "table" then
    raise(what .. ": " .. order.type(value) .. " was given: must be a table")
  end
  budget.charge(#value)
  return value
end

local function callable(value, what)
  if type(value) ~= "function" then
    raise(what .. ": " .. order.type(value) .. " was given: must be a function")
  end
  return value
end

local tables = {}

function tables.map(t, fn)
  callable(fn, "table.map")
  local found = {}
  for i = 1, #list(t, "table.map") do
    found[i] = fn(t[i], i)
  end
  return found
end

function tables.reduce(t, fn, value)
  callable(fn, "table.reduce")
  for i = 1, #list(t, "table.reduce") do
    value = fn(value, t[i], i)
  end
  return value
end

function tables.filter(t, fn)
  callable(fn, "table.filter")
  local found = {}
  for i = 1, #list(t, "table.filter") do
    if fn(t[i], i) then
      found[#found + 1] = t[i]
    end
  end
  return found
end

function tables.each(t, fn)
  callable(fn, "table.each")
  for i = 1, #list(t, "table.each") do
    fn(t[i], i)
  end
end

-- Whether the function holds for one element.
function tables.somef(t, fn)
  callable(fn, "table.somef")
  for i = 1, #list(t, "table.somef") do
    if fn(t[i], i) then
      return true
    end
  end
  return false
end

function tables.allf(t, fn)
  callable(fn, "table.allf")
  for i = 1, #list(t, "table.allf") do
    if not fn(t[i], i) then
      return false
    end
  end
  return true
end

-- Whether one element is not false, or each.
function tables.some(t, fn)
  return tables.somef(t, fn or function(value)
    return value
  end)
end

function tables.all(t, fn)
  return tables.allf(t, fn or function(value)
    return value
  end)
end

function tables.indexOf(t, value)
  for i = 1, #list(t, "table.indexOf") do
    if t[i] == value then
      return i
    end
  end
end

function tables.contains(t, value)
  return tables.indexOf(t, value) ~= nil
end

function tables.mergeArray(...)
  local found = {}
  for i = 1, select("#", ...) do
    local t = list((select(i, ...)), "table.mergeArray")
    for k = 1, #t do
      found[#found + 1] = t[k]
    end
  end
  return found
end

function tables.merge(...)
  local found = {}
  for i = 1, select("#", ...) do
    for key, value in order.pairs(list((select(i, ...)), "table.merge")) do
      found[key] = value
    end
  end
  return found
end

function tables.clone(t)
  local copy = {}
  for key, value in order.pairs(list(t, "table.clone")) do
    copy[key] = value
  end
  return copy
end

local function deep(value, seen, depth)
  if type(value) ~= "table" or class.of(value) or class.class_of_mod(value) then
    return value
  elseif depth > MOST_DEPTH then
    raise("table.deepClone: the table is nested more than " .. MOST_DEPTH .. " deep")
  end
  if not seen[value] then
    local copy = {}
    seen[value] = copy
    for key, element in order.pairs(value) do
      copy[deep(key, seen, depth + 1)] = deep(element, seen, depth + 1)
    end
  end
  return seen[value]
end

-- A copy all the way down; instances and classes stay what they are.
function tables.deepClone(t)
  return deep(list(t, "table.deepClone"), {}, 1)
end

function tables.slice(t, first, last)
  list(t, "table.slice")
  local found = {}
  for i = math.max(first or 1, 1), math.min(last or #t, #t) do
    found[#found + 1] = t[i]
  end
  return found
end

function tables.sumBy(t, fn)
  local sum = 0
  for i = 1, #list(t, "table.sumBy") do
    sum = sum + (type(fn) == "function" and fn(t[i], i) or t[i][fn])
  end
  return sum
end

local function split(value, separator)
  if type(value) ~= "string" then
    raise("string.split: " .. order.type(value) .. " was given: must be a string")
  end
  separator = separator == nil and " " or separator
  if type(separator) ~= "string" or separator == "" then
    raise "string.split: the separator must be a string that is not empty"
  end
  budget.charge(#value)
  local found, at = {}, 1
  while true do
    local first, last = value:find(separator, at, true)
    found[#found + 1] = value:sub(at, first and first - 1)
    if not first then
      return found
    end
    at = last + 1
  end
end

local function number(value, what)
  if type(value) ~= "number" then
    raise(what .. ": " .. order.type(value) .. " was given: must be a number")
  end
  return value
end

local function sign(value)
  return number(value, "sign") > 0 and 1 or value < 0 and -1 or 0
end

local function clamp(value, low, high)
  number(value, "clamp")
  return value >= number(high, "clamp") and high or value <= number(low, "clamp") and low or value
end

-- Emitter: functions by the names of events.
local Emitter = class.define "Emitter"

function Emitter:__construct()
  self.listeners = {}
end

function Emitter:on(name, fn)
  callable(fn, "Emitter.on")
  self.listeners[name] = self.listeners[name] or {}
  self.listeners[name][#self.listeners[name] + 1] = fn
end

function Emitter:off(name, fn)
  local kept = {}
  for _, one in ipairs(self.listeners[name] or {}) do
    kept[#kept + 1] = one ~= fn and one or nil
  end
  self.listeners[name] = kept
end

function Emitter:emit(name, ...)
  local found = self.listeners[name] or {}
  for i = 1, #found do
    found[i](...)
  end
end

class.close(Emitter)

-- A value as text, with what is in it: for looking at things.
local function inspect(value, depth, seen)
  if type(value) == "string" then
    return ("%q"):format(value)
  elseif type(value) ~= "table" then
    return text.tostring(value)
  elseif class.of(value) or class.class_of_mod(value) or seen[value] or depth > 6 then
    return class.class_of_mod(value) and "class " .. class.name(class.raw(value)) or "<" .. class.type_name(value) .. ">"
  end
  seen[value] = true
  local parts = {}
  for key, element in order.pairs(value) do
    if #parts == 100 then
      parts[#parts + 1] = "…"
      break
    end
    local name = type(key) == "string" and key or "[" .. inspect(key, depth + 1, seen) .. "]"
    parts[#parts + 1] = name .. " = " .. inspect(element, depth + 1, seen)
  end
  seen[value] = nil
  return "{ " .. table.concat(parts, ", ") .. " }"
end

-- Adds to the libraries of a mod; where Lua or another dialect has the name, that stays.
function M.extend(mod)
  local env = mod.env
  local stream = random.stream(mod.id, "math.random")
  local into = { table = tables, string = { split = split }, math = { round = function(value)
    return floor(number(value, "math.round") + 0.5)
  end } }
  for library, functions in next, into do
    for name, fn in next, functions do
      if env[library][name] == nil then
        env[library][name] = fn
      end
    end
  end
  if env.table.shuffle == nil then
    env.table.shuffle = function(t)
      return random.shuffle(stream, list(t, "table.shuffle"))
    end
  end
end

-- Adds to the names that a mod finds.
function M.add(mod, names)
  local env = mod.env
  names.Emitter = class.seen(Emitter)
  names.clamp, names.sign = clamp, sign
  names.ins = function(value)
    return inspect(value, 1, {})
  end
  local env_print = env.print
  names.printf = function(pattern, ...)
    env_print(text.format(pattern, ...))
  end
end

return M
