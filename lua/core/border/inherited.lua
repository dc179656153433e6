-- The fields that a table of a mod has when they are read one by one, for those who copy them: Python, and the types of
-- data. Fields that a function of `__index` gives are not among them.

local import = ...
local proxies = import "core/sandbox/proxies"
local stable_order = import "core/sandbox/stable_order"
local values = import "core/border/values"

local getmetatable, match, next, rawget, type = debug.getmetatable, string.match, next, rawget, type

local MOST_ANCESTORS = 100

-- Returns a table that has no metatable, and any other value, as it is.
return function(value)
  if type(value) ~= "table" or getmetatable(value) == nil or stable_order.type(value) ~= "table"
    or values.is_callable(value) or proxies.is_locked(value) and not proxies.original(value) then
    return value
  end
  local fields, ancestor = {}, value
  for _ = 1, MOST_ANCESTORS do
    ancestor = proxies.original(ancestor) or ancestor
    for key, field in next, ancestor do
      -- A class that is its own metatable has metamethods beside its fields.
      if fields[key] == nil and not (type(key) == "string" and match(key, "^__")) then
        fields[key] = field
      end
    end
    local meta = getmetatable(ancestor)
    ancestor = meta and rawget(meta, "__index")
    if type(ancestor) ~= "table" then
      break
    end
  end
  return fields
end
