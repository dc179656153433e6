-- A deep copy of a plain table; functions, handles and instances inside stay the same.

local import = ...
local errors = import "core/errors"
local proxies = import "core/sandbox/proxies"
local stable_order = import "core/sandbox/stable_order"

local getmetatable, type = debug.getmetatable, type

local MAX_VALUES = 200000

local function is_plain(value)
  return type(value) == "table" and stable_order.type(value) == "table"
    and (getmetatable(value) == nil or proxies.original(value) ~= nil)
end

return function(value)
  local copies, count = {}, 0
  local function copy(original)
    if not is_plain(original) then
      return original
    elseif copies[original] then
      return copies[original]
    end
    local new = {}
    copies[original] = new
    for key, item in stable_order.pairs(original) do
      count = count + 1
      if count > MAX_VALUES then
        errors.raise("a table may hold at most " .. MAX_VALUES .. " values")
      end
      new[copy(key)] = copy(item)
    end
    return new
  end
  return copy(value)
end
