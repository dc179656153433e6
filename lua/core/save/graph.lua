-- Lua values, but no functions, as CBOR (RFC 8949) and back: tables with what they share and their cycles, exact
-- numbers, text byte by byte.
--
-- A graph is an array of nodes, one for each table; the first is the root. A node is an array
--   [n, item × n, (key, value) × m]                of a plain table
--   [mod, class, n, item × n, (key, value) × m]    of an instance of a class
-- An element is null, a boolean, a number or a text (a byte string where it is not UTF-8); or an array of one element:
-- [number], the node with that number, from 0; [text], a reference: only codecs know what it stands for.

local import = ...
local raise = import("core/errors").raise
local fields = import "core/save/fields"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local M = {}

-- Tables in one graph: more are a mistake of a mod.
local MOST_NODES = 1000000

-- Marks, in a path, a table that is a key.
local KEY = {}

-- Where a value is in a graph: `payload.callbacks[3]`, or `w.rat 2 → payload` in a record with a title.
local function path_of(nodes, parents, keys, node, key)
  if not node then
    return ""
  end
  local before, title = path_of(nodes, parents, keys, parents[node], keys[node]), fields.titled[nodes[node]]
  before = title and title(nodes[node]) or before
  if title and key == "fields" then
    return before
  elseif key == KEY then
    key = "a key"
  elseif type(key) ~= "string" or not string.match(key, "^[%a_][%w_]*$") then
    return string.format("%s[%s]", before, text.shown(key))
  end
  return before .. (string.match(before, "[^ ]$") and "." or "") .. key
end

local RANK = { number = 1, string = 2, boolean = 3 }

local function comes_first(a, b)
  local kind_a, kind_b = type(a), type(b)
  if kind_a ~= kind_b then
    return (RANK[kind_a] or 4) < (RANK[kind_b] or 4)
  elseif kind_a == "boolean" then
    return a == false and b == true
  end
  return RANK[kind_a] ~= nil and a < b
end

-- Major types of CBOR, shifted to their place in the first byte.
local UNSIGNED, NEGATIVE, BYTES, TEXT, ARRAY = 0x00, 0x20, 0x40, 0x60, 0x80

-- The bytes that begin an item: its major type and its number or length.
local function head(major, n)
  if n < 24 then
    return string.char(major | n)
  elseif n < 0x100 then
    return string.char(major | 24, n)
  elseif n < 0x10000 then
    return string.pack(">BI2", major | 25, n)
  elseif n < 0x100000000 then
    return string.pack(">BI4", major | 26, n)
  end
  return string.pack(">Bi8", major | 27, n)
end

local CONSTANTS = { [true] = "\xf5", [false] = "\xf4" }

-- The bytes of a number, a text, a boolean or nil; nothing for other values.
local function scalar(value)
  local kind = type(value)
  if kind == "string" then
    return head(utf8.len(value) and TEXT or BYTES, #value) .. value
  elseif math.type(value) == "float" then
    return string.pack(">Bd", 0xfb, value)
  elseif kind == "number" then
    return value >= 0 and head(UNSIGNED, value) or head(NEGATIVE, ~value)
  end
  return value == nil and "\xf6" or CONSTANTS[value]
end

-- The keys of a table beside the positions of its list, in a fixed order.
local function other_keys(node, length)
  local keys, count = {}, 0
  for key in next, node do
    if not (math.type(key) == "integer" and key >= 1 and key <= length) then
      count = count + 1
      keys[count] = key
    end
  end
  if count > 1 then
    table.sort(keys, comes_first)
  end
  return keys, count
end

-- The graph of a table. `refer(value)` is asked about tables with a metatable and those in the set `marked`; it gives
-- the text of a reference; or nil, a mod and a class of an instance; or false and why the value cannot be saved; or
-- nothing for a plain table. Raises the path of a value that cannot be saved, and the reason.
function M.encode(root, refer, marked)
  local nodes, numbers, parents, parent_keys = { root }, { [root] = 0 }, {}, {}
  local out, n, at = {}, 1, 1
  -- text → its bytes; numbers of nodes of instances → mod and class.
  local texts, mods, classes = {}, {}, {}

  local function refuse(key, reason)
    error(path_of(nodes, parents, parent_keys, at, key) .. ": " .. reason, 0)
  end

  -- The bytes of a table: its number, or the text of a reference.
  local function table_bytes(value, key)
    local number = numbers[value]
    if not number then
      number = #nodes
      if debug.getmetatable(value) ~= nil or marked[value] then
        local reference, mod, class = refer(value)
        if reference then
          return "\x81" .. scalar(reference)
        elseif reference == false then
          refuse(key, mod)
        end
        mods[number], classes[number] = mod, class
      end
      if number >= MOST_NODES then
        refuse(key, "more than " .. MOST_NODES .. " tables")
      end
      nodes[number + 1], numbers[value] = value, number
      parents[number + 1], parent_keys[number + 1] = at, key
    end
    return "\x81" .. head(UNSIGNED, number)
  end

  local function write(value, key)
    local bytes = texts[value]
    if not bytes then
      local kind = type(value)
      bytes = kind == "table" and table_bytes(value, key) or scalar(value) or refuse(key, stable_order.type(value))
      if kind == "string" then
        texts[value] = bytes
      end
    end
    n = n + 1
    out[n] = bytes
  end

  while nodes[at] do
    local node, mod = nodes[at], mods[at - 1]
    local length = rawlen(node)
    local keys, count = other_keys(node, length)
    n = n + 1
    out[n] = head(ARRAY, (mod and 3 or 1) + length + 2 * count)
    if mod then
      write(mod)
      write(classes[at - 1])
    end
    write(length)
    for i = 1, length do
      write(rawget(node, i), i)
    end
    for i = 1, count do
      local key = keys[i]
      local kind = type(key)
      if kind ~= "table" and not RANK[kind] then
        refuse(KEY, stable_order.type(key))
      end
      write(key, kind == "table" and KEY or key)
      write(rawget(node, key), key)
    end
    at = at + 1
  end
  out[1] = head(ARRAY, #nodes)
  return table.concat(out)
end

-- How the number after a first byte is read, by the lower five bits of the byte.
local FORMATS = { [24] = ">I1", [25] = ">I2", [26] = ">I4", [27] = ">i8" }
local SIMPLE = { [0xf4] = false, [0xf5] = true, [0xf6] = nil }
-- As other writers of CBOR shorten them.
local SHORT_FLOATS = { [0x7e00] = 0 / 0, [0x7c00] = 1 / 0, [0xfc00] = -1 / 0 }

-- The table of the graph with which `data` begins. `resolve(text)` gives what a reference stands for, and
-- `adopt(mod, class, node)` makes a table an instance. `where` names the data in errors.
function M.decode(data, resolve, adopt, where)
  local at, last, nodes, count = 1, #data, {}, 0

  local function fail(message, ...)
    raise(string.format("%s of the save cannot be read: " .. message, where, ...))
  end

  -- The bytes at `at`, `size` of them, as a format of string.unpack.
  local function take(size, layout)
    if at + size > last + 1 then
      fail "it is cut off"
    end
    at = at + size
    return (string.unpack(layout, data, at - size))
  end

  -- The number or length that an item begins with.
  local function argument(info)
    at = at + 1
    if info < 24 then
      return info
    end
    local layout = FORMATS[info] or fail "it is not CBOR"
    local n = take(1 << info - 24, layout)
    return n >= 0 and n or fail "it has a number above 64 bits"
  end

  local function array()
    local first = string.byte(data, at)
    return first and first >> 5 == 4 and argument(first & 31) or fail("its byte %d begins no list", at)
  end

  local function node_of(number)
    if number >= count then
      fail("there is no node %d", number)
    end
    nodes[number] = nodes[number] or {}
    return nodes[number]
  end

  local function read(is_inner)
    local first = string.byte(data, at) or fail "it is cut off"
    local major, info = first >> 5, first & 31
    if major == 3 or major == 2 then
      local length = argument(info)
      if length > last - at + 1 then
        fail "a text is cut off"
      end
      at = at + length
      return string.sub(data, at - length, at - 1)
    elseif major == 0 then
      return argument(info)
    elseif major == 1 then
      return ~argument(info)
    elseif first == 0x81 and not is_inner then
      at = at + 1
      local value = read(true)
      if type(value) == "string" then
        return resolve(value)
      end
      return math.type(value) == "integer" and value >= 0 and node_of(value) or fail "a list stands for nothing"
    end
    at = at + 1
    if first == 0xfb then
      return take(8, ">d")
    elseif first == 0xf9 then
      return SHORT_FLOATS[take(2, ">I2")] or fail "it has a number that is not one of Lua"
    elseif first < 0xf4 or first > 0xf6 then
      fail("its byte %d begins no value of Lua", at - 1)
    end
    return SIMPLE[first]
  end

  count = array()
  for number = 0, count - 1 do
    local node, size = node_of(number), array() - 1
    local length = size >= 0 and read(true)
    if type(length) == "string" then
      local class = read(true)
      if type(class) ~= "string" then
        fail "a class has no name"
      end
      adopt(length, class, node)
      length, size = read(true), size - 2
    end
    if math.type(length) ~= "integer" or length < 0 or length > size or (size - length) % 2 ~= 0 then
      fail("the node %d is no table", number)
    end
    for i = 1, length do
      rawset(node, i, read())
    end
    for _ = 1, (size - length) // 2 do
      local key = read()
      if key == nil or key ~= key then
        fail "a key is nil or no number"
      end
      rawset(node, key, read())
    end
  end
  return nodes[0] or fail "it holds no value"
end

return M
