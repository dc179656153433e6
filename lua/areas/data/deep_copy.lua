-- Deep copies of tables of data.

local import = ...
local errors = import "core/errors"
local stable_order = import "core/sandbox/stable_order"
local proxies = import "core/sandbox/proxies"

local raise = errors.raise
local type = type

local M = {}

-- A deep copy of plain tables; functions, handles and instances stay what they are.
local MOST_COPIED = 200000
function M.deep_copy(value)
  local copies, count = {}, 0
  local function copy(t)
    if type(t) ~= "table" or stable_order.type(t) ~= "table" or debug.getmetatable(t) ~= nil and not proxies.original(t) then
      return t
    end
    if copies[t] then
      return copies[t]
    end
    local new = {}
    copies[t] = new
    for key, item in stable_order.pairs(t) do
      count = count + 1
      if count > MOST_COPIED then
        raise("a table holds more than " .. MOST_COPIED .. " values: that is the most")
      end
      new[copy(key)] = copy(item)
    end
    return new
  end
  return copy(value)
end

return M
