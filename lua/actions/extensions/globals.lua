-- What this dialect adds to Lua: functions in table, string and math, and the global functions clamp, sign, ins and
-- printf.

local import = ...
local budget = import "core/sandbox/budget"
local class = import "actions/class"
local Emitter = import "actions/extensions/emitter"
local errors = import "core/errors"
local random = import "core/game/random"
local signatures = import "core/border/signatures"
local stable_order = import "core/sandbox/stable_order"
local tables = import "actions/extensions/table"
local text = import "core/sandbox/text"
local vectors = import "core/game/vectors"

local type = type

local M = {}

-- The most elements that `ins` shows of a table, and the most levels.
local MOST_SHOWN, MOST_DEPTH = 100, 6

local function split(value, separator)
  separator = separator == nil and " " or separator
  if separator == "" then
    errors.raise "string.split: the separator must not be empty"
  end
  budget.charge(#value)
  local parts, at = {}, 1
  while true do
    local first, last = value:find(separator, at, true)
    parts[#parts + 1] = value:sub(at, first and first - 1)
    if not first then
      return parts
    end
    at = last + 1
  end
end

local function round(value)
  return math.floor(value + 0.5)
end

local function clamp(value, low, high)
  return value >= high and high or value <= low and low or value
end

-- A value as text, with the elements of tables. `shown` is the set of the tables around it.
local function inspect(value, depth, shown)
  if type(value) == "string" then
    return ("%q"):format(value)
  elseif type(value) ~= "table" then
    return text.tostring(value)
  elseif class.class_of_mod(value) then
    return "class " .. class.name(class.raw(value))
  elseif class.of(value) or shown[value] or depth > MOST_DEPTH then
    return "<" .. class.type_name(value) .. ">"
  end
  shown[value] = true
  local parts = {}
  for key, element in stable_order.pairs(value) do
    if #parts == MOST_SHOWN then
      parts[#parts + 1] = "…"
      break
    end
    local name = type(key) == "string" and key or "[" .. inspect(key, depth + 1, shown) .. "]"
    parts[#parts + 1] = name .. " = " .. inspect(element, depth + 1, shown)
  end
  shown[value] = nil
  return "{ " .. table.concat(parts, ", ") .. " }"
end

local libraries = {
  table = signatures.apply("actions", "table", tables),
  string = signatures.apply("actions", "string", { split = split }),
  math = signatures.apply("actions", "math", { round = round }),
}
M.functions = signatures.apply("actions", "", {
  clamp = clamp, sign = vectors.sign,
  ins = function(value)
    return inspect(value, 1, {})
  end,
})

-- Adds to the libraries of a mod. A name that Lua or another dialect has stays as it is.
function M.extend(mod)
  local env = mod.env
  local stream = random.stream(mod.id, "math.random")
  local shuffle = signatures.apply("actions", "table", {
    shuffle = function(t)
      budget.charge(#t)
      return random.shuffle(stream, t)
    end,
  })
  for library, extension in next, { table = shuffle, string = {}, math = {} } do
    for _, list in ipairs { libraries[library], extension } do
      for name, fn in next, list do
        if env[library][name] == nil then
          env[library][name] = fn
        end
      end
    end
  end
end

-- Adds to the global names of a mod.
function M.add(mod, names)
  local print = mod.env.print
  names.Emitter = class.seen(Emitter)
  for name, fn in next, M.functions do
    names[name] = fn
  end
  names.printf = signatures.apply("actions", "", {
    printf = function(pattern, ...)
      print(text.format(pattern, ...))
    end,
  }).printf
end

return M
