-- Errors of the Lua interpreter itself. They have no codes, so the host knows them by their texts, in this file alone.

local M = {}

M.OUT_OF_MEMORY = "not enough memory"

-- Whether the C stack or the Lua stack is full. A function of C that refuses to push many values says why in
-- parentheses.
function M.is_overflow(value)
  return type(value) == "string" and string.find(value, "stack overflow", 1, true) ~= nil
    and not string.find(value, "stack overflow (", 1, true)
end

-- The error of a call whose error handler failed over and over; no handler is called with that.
M.HANDLER_FAILURE = "error in error handling"

local kinds = { global = true, field = true, method = true, ["local"] = true, upvalue = true }

-- Returns what has no value and was used as if it had one: "global NAME", "field NAME", "method NAME", "local NAME" or
-- "upvalue NAME"; nil for any other error.
function M.missing_name(message)
  local kind, name = string.match(message, "a nil value %((%a+) '([%w_]+)'%)")
  if kinds[kind] then
    return kind .. " " .. name
  end
end

-- Returns the name that a message is about: `y` of "attempt to index a number value (local 'y')"; or nil.
function M.subject(message)
  return string.match(message, "^attempt to .* %(%a+ '([%w_]+)'%)$")
end

-- Returns the text that Lua's parser met last, as a message about a text that is no Lua has it; or nil.
function M.last_token(message)
  local _, quote = string.find(message, " near '", 1, true)
  return quote and string.match(message, "^(.*)'$", quote + 1)
end

-- Whether Lua refuses a text only because it ends too early.
function M.is_incomplete(message)
  return string.find(message, " near '?<eof>'?$") ~= nil
end

return M
