-- What mods of this dialect find besides Lua: functions in table, string and math, and a few by themselves.

local import = ...
local errors = import "core/errors"
local budget = import "core/sandbox/budget"
local class = import "actions/class"
local stable_order = import "core/sandbox/stable_order"
local random = import "core/game/random"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"

local raise = errors.raise
local ipairs, next, select, type = ipairs, next, select, type
local floor = math.floor

local M = {}

local MOST_DEPTH = 100

-- How many elements a list has that is gone through.
local function count(list)
  budget.charge(#list)
  return #list
end

local tables = {}

function tables.map(t, fn)
  local found = {}
  for i = 1, count(t) do
    found[i] = fn(t[i], i)
  end
  return found
end

function tables.reduce(t, fn, value)
  for i = 1, count(t) do
    value = fn(value, t[i], i)
  end
  return value
end

function tables.filter(t, fn)
  local found = {}
  for i = 1, count(t) do
    if fn(t[i], i) then
      found[#found + 1] = t[i]
    end
  end
  return found
end

function tables.each(t, fn)
  for i = 1, count(t) do
    fn(t[i], i)
  end
end

-- Whether the function holds for one element.
function tables.somef(t, fn)
  for i = 1, count(t) do
    if fn(t[i], i) then
      return true
    end
  end
  return false
end

function tables.allf(t, fn)
  for i = 1, count(t) do
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
  for i = 1, count(t) do
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
    local t = (select(i, ...))
    for k = 1, count(t) do
      found[#found + 1] = t[k]
    end
  end
  return found
end

function tables.merge(...)
  local found = {}
  for i = 1, select("#", ...) do
    for key, value in stable_order.pairs((select(i, ...))) do
      found[key] = value
    end
  end
  return found
end

function tables.clone(t)
  local copy = {}
  for key, value in stable_order.pairs(t) do
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
    for key, element in stable_order.pairs(value) do
      copy[deep(key, seen, depth + 1)] = deep(element, seen, depth + 1)
    end
  end
  return seen[value]
end

-- A copy all the way down; instances and classes stay what they are.
function tables.deepClone(t)
  return deep(t, {}, 1)
end

function tables.slice(t, first, last)
  local found, size = {}, count(t)
  for i = math.max(first or 1, 1), math.min(last or size, size) do
    found[#found + 1] = t[i]
  end
  return found
end

function tables.sumBy(t, fn)
  local sum = 0
  for i = 1, count(t) do
    sum = sum + (type(fn) == "function" and fn(t[i], i) or t[i][fn])
  end
  return sum
end

local function split(value, separator)
  separator = separator == nil and " " or separator
  if separator == "" then
    raise "string.split: the separator must not be empty"
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

local function sign(value)
  return value > 0 and 1 or value < 0 and -1 or 0
end

local function clamp(value, low, high)
  return value >= high and high or value <= low and low or value
end

-- Emitter: functions by the names of events.
local Emitter = class.define "Emitter"

function Emitter:__construct()
  self.listeners = {}
end

function Emitter:on(name, fn)
  self.listeners[name] = self.listeners[name] or {}
  self.listeners[name][#self.listeners[name] + 1] = fn
end

function Emitter:off(name, fn)
  local kept = {}
  if self.listeners[name] == nil then
    return
  end
  for _, one in ipairs(self.listeners[name]) do
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
  for key, element in stable_order.pairs(value) do
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

local libraries = {
  table = signatures.apply("actions", "table", tables),
  string = signatures.apply("actions", "string", { split = split }),
  math = signatures.apply("actions", "math", {
    round = function(value)
      return floor(value + 0.5)
    end,
  }),
}
local alone = signatures.apply("actions", "", { clamp = clamp, sign = sign })

-- Adds to the libraries of a mod; where Lua or another dialect has the name, that stays.
function M.extend(mod)
  local env = mod.env
  local stream = random.stream(mod.id, "math.random")
  for library, functions in next, libraries do
    for name, fn in next, functions do
      if env[library][name] == nil then
        env[library][name] = fn
      end
    end
  end
  if env.table.shuffle == nil then
    local function shuffle(t)
      count(t)
      return random.shuffle(stream, t)
    end
    env.table.shuffle = signatures.apply("actions", "table", { shuffle = shuffle }).shuffle
  end
end

-- Adds to the names that a mod finds.
function M.add(mod, names)
  local env = mod.env
  names.Emitter = class.seen(Emitter)
  names.clamp, names.sign = alone.clamp, alone.sign
  names.ins = function(value)
    return inspect(value, 1, {})
  end
  local env_print = env.print
  local function printf(pattern, ...)
    env_print(text.format(pattern, ...))
  end
  names.printf = signatures.apply("actions", "", { printf = printf }).printf
end

return M
