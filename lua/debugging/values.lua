-- Values of mods as a debugger shows them. No metamethod of a mod is called, and nothing of the state changes.

local import = ...
local handles = import "core/border/handles"
local proxies = import "core/sandbox/proxies"

local M = {}

local MAX_TEXT, MAX_PREVIEW, MAX_CHILDREN, MAX_WALKED = 400, 5, 300, 20000

local function show_string(value)
  local shown = string.gsub(string.format("%q", string.sub(value, 1, MAX_TEXT)), "\\\n", "\\n")
  return #value > MAX_TEXT and shown .. "… (" .. #value .. " bytes)" or shown
end

-- A value on one line, tables by their type alone.
local function show_short(value)
  local kind = type(value)
  if kind == "string" then
    return show_string(value)
  elseif kind == "table" then
    if handles.open(value) then
      local ok, text = pcall(tostring, value)
      return ok and text or handles.open(value)
    end
    return "table"
  elseif kind == "function" then
    local info = debug.getinfo(value, "S")
    local file = string.sub(info.source, 1, 1) == "@" and string.sub(info.source, 2)
    return file and "function (" .. file .. ":" .. info.linedefined .. ")" or "function"
  elseif kind == "number" and value ~= value then
    return "nan"
  elseif kind == "nil" or kind == "boolean" or kind == "number" then
    return tostring(value)
  end
  return kind
end

local function show_key(key)
  return type(key) == "string" and string.match(key, "^[%a_][%w_]*$") or "[" .. show_short(key) .. "]"
end

local ranks = { number = 1, string = 2, boolean = 3 }

-- The entries of a table as { name, value } in a fixed order, at most `most`; and how many more there are.
local function entries_of(value, most)
  local list, walked = {}, 0
  for key, item in next, value do
    walked = walked + 1
    if walked > MAX_WALKED then
      break
    end
    list[walked] = { show_key(key), item, ranks[type(key)] or 4, key }
  end
  table.sort(list, function(a, b)
    if a[3] ~= b[3] then
      return a[3] < b[3]
    elseif a[3] <= 2 then
      return a[4] < b[4]
    end
    return a[1] < b[1]
  end)
  local more = #list - most
  for i = #list, most + 1, -1 do
    list[i] = nil
  end
  return list, more > 0 and more or 0
end

-- Returns the table that has the entries of a value; nil for a value without entries.
function M.table_of(value)
  if type(value) == "table" and not handles.open(value) then
    return proxies.unwrap(value)
  end
end

-- Returns a value as text on one line: of a table its first entries.
function M.show(value)
  local inner = M.table_of(value)
  if not inner then
    return show_short(value)
  end
  local parts = {}
  local entries, more = entries_of(inner, MAX_PREVIEW)
  local length = rawlen(inner)
  for i, entry in ipairs(entries) do
    local shown = show_short(entry[2])
    local is_item = math.type(entry[4]) == "integer" and entry[4] >= 1 and entry[4] <= length
    parts[i] = is_item and shown or entry[1] .. " = " .. shown
  end
  if more > 0 then
    parts[#parts + 1] = "…"
  end
  return parts[1] and string.sub("{ " .. table.concat(parts, ", ") .. " }", 1, MAX_TEXT) or "{}"
end

-- Returns the entries of a table as a list of { name, value }.
function M.children(value)
  local entries, more = entries_of(value, MAX_CHILDREN)
  if more > 0 then
    entries[#entries + 1] = { "…", more .. " more" }
  end
  return entries
end

return M
