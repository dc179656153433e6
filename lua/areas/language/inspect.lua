-- The function inspect: a value as text for people.

local import = ...
local is_plain = import("areas/arguments").is_plain
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local MAX_VALUES, DEFAULT_DEPTH = 5000, 8

return function(value, options)
  local is_shown, count = {}, 0
  local max_depth = type(options) == "table" and math.tointeger(options.depth) or DEFAULT_DEPTH
  local show

  -- What stands before a value of a table: nothing in a list, "name = ", or "[key] = ".
  local function label(key, t, indent)
    if math.type(key) == "integer" and key >= 1 and key <= #t then
      return ""
    elseif type(key) == "string" and string.match(key, "^[%a_][%w_]*$") then
      return key .. " = "
    end
    return "[" .. show(key, indent, max_depth + 1) .. "] = "
  end

  function show(item, indent, depth)
    count = count + 1
    if count > MAX_VALUES then
      return "…"
    elseif not is_plain(item) then
      return type(item) == "string" and string.format("%q", item) or text.tostring(item)
    elseif is_shown[item] or depth > max_depth then
      return text.tostring(item)
    end
    is_shown[item] = true
    local inner, lines = indent .. "  ", {}
    for key, element in stable_order.pairs(item) do
      lines[#lines + 1] = inner .. label(key, item, indent) .. show(element, inner, depth + 1)
    end
    return lines[1] and "{\n" .. table.concat(lines, ",\n") .. "\n" .. indent .. "}" or "{}"
  end

  return show(value, "", 1)
end
