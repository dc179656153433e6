-- Lets instances of a class pass on the members `delegates`, name -> field that holds the inner object.

local import = ...
local class = import "core/class"

return function(of, delegates)
  local methods = {}

  local function method_of(key)
    methods[key] = methods[key] or function(self, ...)
      local inner = self[delegates[key]]
      return inner[key](inner, ...)
    end
    return methods[key]
  end

  class.on_missing(of, function(object, key)
    local field = delegates[key]
    if not field then
      return nil
    elseif object == nil then
      return method_of(key)
    end
    local inner = rawget(object, field)
    local value = inner ~= nil and inner[key] or nil
    return type(value) == "function" and method_of(key) or value
  end, function(object, key, value)
    local field = delegates[key]
    local inner = field and rawget(object, field)
    if inner == nil or inner == false then
      rawset(object, key, value)
    else
      inner[key] = value
    end
  end)
end
