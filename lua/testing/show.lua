-- Values as text that is equal on every run, and deep comparison of values.

local import = ...
local handles = import "core/border/handles"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local proxies = import "core/sandbox/proxies"

local M = {}

-- Columns up to which a table is written on one line.
local WIDTH = 80
local MAX_DEPTH, MAX_LINES, MAX_LENGTH = 20, 2000, 2000

local ranks = { number = 1, string = 2, boolean = 3 }

-- The original of a read-only proxy; any other value itself.
local function unwrap(value)
  return proxies.original(value) or value
end

local function scalar(value)
  local kind = type(value)
  if kind == "string" then
    if #value > MAX_LENGTH then
      return string.format("%q… (%d bytes)", value:sub(1, MAX_LENGTH), #value)
    end
    return (string.format("%q", value):gsub("\\\n", "\\n"))
  elseif kind == "table" then
    return handles.open(value) and tostring(value) or stable_order.name(value)
  elseif kind == "number" and math.type(value) == "float" and value == value and value // 1 == value
    and value > -1e15 and value < 1e15 then
    return string.format("%.1f", value)
  end
  return text.tostring(value)
end

-- The keys of a table besides 1 … length, sorted.
local function other_keys(value, length)
  local keys = {}
  for key in next, value do
    if not (math.type(key) == "integer" and key >= 1 and key <= length) then
      keys[#keys + 1] = { ranks[type(key)] or 4, key, scalar(key) }
    end
  end
  table.sort(keys, function(a, b)
    if a[1] ~= b[1] then
      return a[1] < b[1]
    elseif a[1] <= 2 then
      return a[2] < b[2]
    end
    return a[3] < b[3]
  end)
  return keys
end

local function key_text(key, shown)
  if type(key) == "string" and string.match(key, "^[%a_][%w_]*$") then
    return key .. " = "
  end
  return "[" .. shown .. "] = "
end

local function write(value, lines, indent, prefix, suffix, seen, depth)
  value = unwrap(value)
  if #lines > MAX_LINES then
    return
  elseif #lines == MAX_LINES then
    lines[#lines + 1] = "…"
    return
  elseif type(value) ~= "table" or handles.open(value) then
    lines[#lines + 1] = indent .. prefix .. scalar(value) .. suffix
    return
  elseif seen[value] then
    lines[#lines + 1] = indent .. prefix .. "<a table that contains this one>" .. suffix
    return
  elseif depth > MAX_DEPTH then
    lines[#lines + 1] = indent .. prefix .. "{ … }" .. suffix
    return
  end
  seen[value] = true
  local first = #lines + 1
  local length = rawlen(value)
  local keys = other_keys(value, length)
  lines[first] = indent .. prefix .. "{"
  local inside = indent .. "  "
  for i = 1, length do
    write(value[i], lines, inside, "", ",", seen, depth + 1)
  end
  for _, entry in ipairs(keys) do
    write(value[entry[2]], lines, inside, key_text(entry[2], entry[3]), ",", seen, depth + 1)
  end
  lines[#lines + 1] = indent .. "}" .. suffix
  seen[value] = nil
  -- Join short tables into one line.
  if #lines - first <= 20 then
    local parts = {}
    for i = first + 1, #lines - 1 do
      parts[#parts + 1] = string.match(lines[i], "^%s*(.*)$")
    end
    local joined = table.concat(parts, " "):gsub(",$", ""):gsub(",( }+)", "%1")
    local whole = indent .. prefix .. (joined == "" and "{}" or "{ " .. joined .. " }") .. suffix
    if #whole <= WIDTH then
      for i = #lines, first + 1, -1 do
        lines[i] = nil
      end
      lines[first] = whole
    end
  end
end

-- A value as text, with sorted keys, on one line when it is short.
function M.show(value)
  local lines = {}
  write(value, lines, "", "", "", {}, 1)
  return table.concat(lines, "\n")
end

-- A value as part of a message.
function M.brief(value)
  local shown = M.show(value)
  if #shown > 100 or shown:find("\n", 1, true) then
    return text.shown(value)
  end
  return shown
end

-- The details of a failure that compares two values.
function M.details(actual, expected)
  return { actual = M.show(actual), expected = M.show(expected) }
end

local same

local function same_tables(a, b, seen)
  -- A pair that is being compared already counts as equal: tables may contain themselves.
  local partners = seen[a]
  if not partners then
    partners = {}
    seen[a] = partners
  elseif partners[b] then
    return true
  end
  partners[b] = true
  for key, value in next, a do
    local other = rawget(b, key)
    if other == nil and type(key) == "table" then
      return false
    elseif not same(value, other, seen) then
      return false
    end
  end
  for key in next, b do
    if rawget(a, key) == nil then
      return false
    end
  end
  return true
end

function same(a, b, seen)
  a, b = unwrap(a), unwrap(b)
  if rawequal(a, b) then
    return true
  elseif type(a) ~= "table" or type(b) ~= "table" or handles.open(a) or handles.open(b) then
    return a == b
  end
  local meta_a, meta_b = debug.getmetatable(a), debug.getmetatable(b)
  if type(meta_a) == "table" and meta_a == meta_b and rawget(meta_a, "__eq") then
    return a == b
  end
  return same_tables(a, b, seen)
end

-- Whether two values are equal; tables are compared by their fields.
function M.same(a, b)
  return same(a, b, {})
end

return M
