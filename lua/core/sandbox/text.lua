-- Texts of values without addresses, and the C functions that scan a whole text, which charge for long ones.

local import = ...
local errors = import "core/errors"
local stable_order = import "core/sandbox/stable_order"

local tostring, format, type, rawget, select, error = tostring, string.format, type, rawget, select, error
local getmetatable = debug.getmetatable
local find, gmatch, gsub, match = string.find, string.gmatch, string.gsub, string.match
local math_type = math.type
local budget = import "core/sandbox/budget"
local charge, charge_bytes, collecting = budget.charge, budget.charge_bytes, budget.collecting
local charge_arguments, charge_copy = budget.charge_arguments, budget.charge_copy

-- A text of this length costs one instruction.
local LONG = 256
-- Instructions for each character of a longer __name, in which a character is sought.
local COST_OF_CHARACTER = 3
-- A text of this length needs a buffer that may find no memory.
local LARGE = 1 << 16
local unpack = table.unpack

local M = {}

M.type_name = stable_order.type

-- Without a sign: processors give 0/0 different signs.
local nan = string.unpack("<d", "\0\0\0\0\0\0\xf8\x7f")
local by_address = { table = true, ["function"] = true, thread = true, userdata = true }

function M.tostring(...)
  local value = ...
  if not by_address[type(value)] then
    if value == nil and select("#", ...) == 0 then
      error("bad argument #1 to 'tostring' (value expected)", 2)
    elseif value ~= value then
      -- Processors give it different signs.
      return "nan"
    end
    return tostring(value)
  end
  local meta = getmetatable(value)
  if type(meta) == "table" then
    if rawget(meta, "__tostring") then
      return tostring(value)
    end
    local name = rawget(meta, "__name")
    if type(name) == "string" then
      if #name > LONG then
        charge(COST_OF_CHARACTER * #name)
      end
      return (gsub(stable_order.name(value), "^%a+", (gsub(name, "%%", "%%%%"))))
    end
  end
  return stable_order.name(value)
end

-- A value as a message shows it: "text", 12, a table.
function M.shown(value)
  local kind = stable_order.type(value)
  if kind == "string" then
    return '"' .. (#value > 60 and value:sub(1, 59) .. "…" or value) .. '"'
  elseif value ~= value then
    return "nan"
  elseif kind == "number" or kind == "boolean" or kind == "nil" then
    return tostring(value)
  end
  return (find(kind, "^[aeiou]") and "an " or "a ") .. kind
end

local function refuse_addresses(pattern)
  if type(pattern) ~= "string" then
    return
  elseif #pattern > LONG then
    charge_bytes(#pattern)
  end
  if find(pattern, "p", 1, true) and find((gsub(pattern, "%%%%", "")), "%%[-0-9.]*p") then
    error("bad argument #1 to 'format' (%p shows an address, which no two runs share)", 3)
  end
end

-- More values than this are put into a table: select copies all values each time.
local MANY = 16

-- Formats values in a table. An error about a text that stands for another value names the type of that one.
local function format_values(pattern, values, n)
  local kinds = {}
  for i = 1, n do
    local value = values[i]
    local kind = type(value)
    if by_address[kind] then
      values[i], kinds[i] = M.tostring(value), kind
    elseif value ~= value then
      values[i] = nan
    end
  end
  local ok, result = pcall(format, pattern, unpack(values, 1, n))
  if ok then
    return result
  end
  local position, expected = match(result, "^bad argument #(%d+) to '[^']*' %((%a+) expected, got string%)$")
  local kind = position and kinds[tonumber(position) - 1]
  if kind then
    error("bad argument #" .. position .. " to 'format' (" .. expected .. " expected, got " .. kind .. ")", 3)
  end
  return format(pattern, unpack(values, 1, n))
end

-- string.format; %s of a table shows no address, and %p is refused for the same reason.
function M.format(pattern, ...)
  refuse_addresses(pattern)
  local n = select("#", ...)
  if n > MANY then
    charge(n)
    local values = { ... }
    for i = 1, n do
      if type(values[i]) == "string" then
        charge_bytes(#values[i])
      end
    end
    return format_values(pattern, values, n)
  end
  for i = 1, n do
    local value = select(i, ...)
    if type(value) == "string" and #value > LONG then
      charge(#value // 2)
    end
    if by_address[type(value)] or value ~= value then
      return format_values(pattern, { ... }, n)
    end
  end
  return format(pattern, ...)
end

local byte, char, sub, tointeger, max, min = string.byte, string.char, string.sub, math.tointeger, math.max, math.min
local lower, reverse, upper, tonumber = string.lower, string.reverse, string.upper, tonumber
local codepoint, codes, len, offset = utf8.codepoint, utf8.codes, utf8.len, utf8.offset
local pack, packsize = string.pack, string.packsize
-- Fields, because other functions of this file have these names.
local raw_strings, raw_utf8 = { unpack = string.unpack }, { char = utf8.char }

-- Charges for a text; returns whether scanning it makes another text that may find no memory.
local function charge_text(value)
  if type(value) == "string" and #value > LONG then
    charge(#value // 8)
    return #value > LARGE
  end
end

-- Each function here calls the function of Lua by its name, because Lua puts that name into messages about arguments.
function M.tonumber(...)
  charge_text((...))
  return tonumber(...)
end

M.strings, M.utf8 = {}, {}

-- The bytes of a text from one position to another, as string.sub counts them; 0 for other values.
local function length_of_slice(value, first, last)
  local length = type(value) == "string" and #value or 0
  first, last = tointeger(first) or 1, tointeger(last) or length
  first = first < 0 and max(length + first, 0) or min(first, length + 1)
  last = last < 0 and max(length + last + 1, 0) or min(last, length)
  return max(last - first, 0)
end

-- Bytes of a value on the stack, and the most values that it holds: Lua refuses more before it reads one.
local BYTES_OF_VALUE, MOST_VALUES = 16, 1000000

function M.strings.byte(...)
  if select("#", ...) > 2 then
    local count = length_of_slice(...)
    if count < MOST_VALUES then
      charge_bytes(count * BYTES_OF_VALUE)
    end
  end
  return byte(...)
end

function M.strings.char(...)
  charge_arguments(...)
  return char(...)
end

-- A text up to this length is copied in the time of a call.
local QUICKLY_COPIED = 1 << 12

function M.strings.sub(...)
  local value = ...
  if type(value) == "string" and #value > QUICKLY_COPIED then
    charge_copy(length_of_slice(...))
  end
  return sub(...)
end

function M.strings.lower(...)
  if charge_text((...)) then
    return collecting(lower, ...)
  end
  return lower(...)
end

function M.strings.reverse(...)
  if charge_text((...)) then
    return collecting(reverse, ...)
  end
  return reverse(...)
end

function M.strings.upper(...)
  if charge_text((...)) then
    return collecting(upper, ...)
  end
  return upper(...)
end

-- Charges for copies of texts among values; returns their length.
local function charge_texts(...)
  local length, n = 0, select("#", ...)
  local values = n > MANY and { ... }
  for i = 1, n do
    local value = values and values[i]
    if not values then
      value = select(i, ...)
    end
    length = length + (type(value) == "string" and #value or 0)
  end
  charge_copy(length)
  return length
end

function M.strings.pack(...)
  local pattern = ...
  if type(pattern) ~= "string" then
    return pack(...)
  end
  charge_text(pattern)
  charge_arguments(...)
  local length = charge_texts(...)
  -- A format makes room for as many bytes as it says, however short the text for them is.
  if find(pattern, "c", 1, true) then
    for digits in gmatch(pattern, "c(%d+)") do
      charge_copy(tonumber(digits) * 1.0)
      length = length + tonumber(digits) * 1.0
    end
  end
  if length > LARGE then
    return collecting(pack, ...)
  end
  return pack(...)
end

function M.strings.packsize(...)
  charge_text((...))
  return packsize(...)
end

local function charge_results(...)
  charge_texts(...)
  return ...
end

function M.strings.unpack(...)
  local pattern, value = ...
  charge_text(pattern)
  if type(value) == "string" and #value > QUICKLY_COPIED then
    return charge_results(raw_strings.unpack(...))
  end
  return raw_strings.unpack(...)
end

function M.utf8.char(...)
  charge_arguments(...)
  return raw_utf8.char(...)
end

function M.utf8.codepoint(...)
  charge_text((...))
  return codepoint(...)
end

-- A step passes over all bytes of a character, of which a text that is no UTF-8 may have any number.
function M.utf8.codes(...)
  local step, text, start = codes(...)
  if #text <= LONG then
    return step, text, start
  end
  charge_text(text)
  return function(state, at)
    if type(state) == "string" and math_type(at) == "integer" then
      local _, last = find(state, "^[\x80-\xBF]*", at + 1)
      charge_bytes((last or at) - at)
    end
    return step(state, at)
  end, text, start
end

function M.utf8.len(...)
  charge_text((...))
  return len(...)
end

function M.utf8.offset(...)
  charge_text((...))
  return offset(...)
end

-- debug.traceback of the mod's own frames.
function M.traceback(message)
  if message ~= nil and type(message) ~= "string" and type(message) ~= "number" then
    return message
  end
  local lines = { message and message .. "\nstack traceback:" or "stack traceback:" }
  for _, frame in ipairs(errors.frames(2)) do
    lines[#lines + 1] = "\t" .. frame[1] .. ":" .. frame[2] .. ": in " .. (frame[3] ~= "" and frame[3] or "?")
  end
  return table.concat(lines, "\n")
end

return M
