-- What this dialect adds to the libraries table, string and math of a mod.

local import = ...
local budget = import "core/sandbox/budget"
local errors = import "core/errors"
local random = import "core/game/random"
local signatures = import "core/border/signatures"
local tables = import "actions/extensions/table"

local M = {}

local function split(value, separator)
  separator = separator == nil and " " or separator
  if separator == "" then
    errors.raise "string.split: the separator must not be empty"
  end
  -- C compares the whole separator where its first byte is.
  budget.charge(#value + #value * #separator // 100)
  local parts, at = {}, 1
  while true do
    local first, last = string.find(value, separator, at, true)
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

local libraries = {
  table = signatures.apply("actions", "table", tables),
  string = signatures.apply("actions", "string", { split = split }),
  math = signatures.apply("actions", "math", { round = round }),
}

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

return M
