-- What this dialect adds to the global functions of Lua: clamp, sign, ins and printf.

local import = ...
local class = import "actions/class"
local Emitter = import "actions/extensions/emitter"
local signatures = import "core/border/signatures"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local vectors = import "core/game/vectors"

local M = {}

-- The most elements that `ins` shows of a table, and the most levels.
local MOST_SHOWN, MOST_DEPTH = 100, 6

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

M.functions = signatures.apply("actions", "", {
  clamp = clamp, sign = vectors.sign,
  ins = function(value)
    return inspect(value, 1, {})
  end,
})

-- Adds to the global names of a mod.
function M.add(mod, names)
  -- The mod may have replaced its own.
  local print = (mod.initial_names or mod.env).print
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
