-- Errors of the Lua interpreter itself. They have no codes, so this is the one place that knows their texts.

local find, match = string.find, string.match
local type = type

local M = {}

M.OUT_OF_MEMORY = "not enough memory"

-- Whether the C stack or the Lua stack is full, or an error handler failed over and over.
function M.is_overflow(value)
  return type(value) == "string"
    and (find(value, "stack overflow", 1, true) ~= nil or find(value, "error in error handling", 1, true) ~= nil)
end

-- Returns the name of the global variable that has no value and was used as if it had one; nil for any other error.
function M.missing_global(message)
  return match(message, "a nil value %(global '([%w_]+)'%)")
end

return M
