-- The function inspect: a value as text, for people.

local import = ...
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local proxies = import "core/sandbox/proxies"

local format, match = string.format, string.match
local math_type, type = math.type, type

local M = {}

local function inspect(value, options)
  local seen, lines, count = {}, {}, 0
  local most = type(options) == "table" and math.tointeger(options.depth) or 8
  local function show(one, indent, depth)
    count = count + 1
    if count > 5000 then
      return "…"
    elseif type(one) ~= "table" or stable_order.type(one) ~= "table" or getmetatable(one) ~= nil and not proxies.original(one) then
      return type(one) == "string" and format("%q", one) or text.tostring(one)
    elseif seen[one] or depth > most then
      return text.tostring(one)
    end
    seen[one] = true
    local parts = {}
    for key, item in stable_order.pairs(one) do
      local name = math_type(key) == "integer" and key >= 1 and key <= #one and "" or
        (type(key) == "string" and match(key, "^[%a_][%w_]*$") and key or "[" .. show(key, indent, most + 1) .. "]") .. " = "
      parts[#parts + 1] = indent .. "  " .. name .. show(item, indent .. "  ", depth + 1)
    end
    return parts[1] and "{\n" .. table.concat(parts, ",\n") .. "\n" .. indent .. "}" or "{}"
  end
  lines[1] = show(value, "", 1)
  return lines[1]
end

M.inspect = inspect

return M
