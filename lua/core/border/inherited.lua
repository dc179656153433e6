-- The fields that a table of a mod has when they are read one by one, for those who copy them: Python, and the types of
-- data.

local import, py = ...
local errors = import "core/errors"
local proxies = import "core/sandbox/proxies"
local stable_order = import "core/sandbox/stable_order"
local values = import "core/border/values"

local getmetatable, match, next = debug.getmetatable, string.match, next
local rawequal, rawget, type = rawequal, rawget, type

local MOST_ANCESTORS = 100

local function warn_of_function()
  local file, line = errors.where()
  py.warn("fields that a function __index returns are not read: must be fields of tables", file, line)
end

local function is_no_function(_, field)
  return type(field) ~= "function"
end

-- Returns a table that has no metatable, and any other value, as it is. `takes(key, field)` is whether an inherited
-- field is taken; by default all but functions, because an object may be a table of options, and its methods are none.
return function(value, takes)
  if type(value) ~= "table" or getmetatable(value) == nil or stable_order.type(value) ~= "table"
    or values.is_callable(value) or proxies.is_locked(value) and not proxies.original(value) then
    return value
  end
  local fields, ancestor = {}, value
  takes = takes or is_no_function
  for _ = 1, MOST_ANCESTORS do
    local original = proxies.original(ancestor)
    -- Elements of a proxy stay proxies: whoever stores the fields may not change those of another mod.
    for key, field in original and proxies.next or next, ancestor do
      -- A class that is its own metatable has metamethods beside its fields.
      if fields[key] == nil and not (type(key) == "string" and match(key, "^__"))
        and (rawequal(ancestor, value) or takes(key, field)) then
        fields[key] = field
      end
    end
    local meta = getmetatable(original or ancestor)
    local parent = meta and rawget(meta, "__index")
    if type(parent) ~= "table" then
      if parent ~= nil then
        warn_of_function()
      end
      return fields
    end
    ancestor = original and proxies.see(ancestor, parent) or parent
  end
  errors.raise("a table inherits fields from more than " .. MOST_ANCESTORS .. " tables, or from itself")
end
