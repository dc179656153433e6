-- A deep copy of a plain table; functions, handles and instances inside stay the same.

local import = ...
local errors = import "core/errors"
local is_plain = import("areas/arguments").is_plain
local stable_order = import "core/sandbox/stable_order"

local MAX_VALUES = 200000

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
