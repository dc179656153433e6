-- Errors of the Lua interpreter itself. They have no codes, so this is the one place that knows their texts.

local find = string.find
local type = type

local M = {}

M.OUT_OF_MEMORY = "not enough memory"

-- Whether the C stack or the Lua stack is full, or an error handler failed over and over.
function M.is_overflow(value)
  return type(value) == "string"
    and (find(value, "stack overflow", 1, true) ~= nil or find(value, "error in error handling", 1, true) ~= nil)
end

return M
