-- Values as they are kept in a save: tables with what they share and their cycles, numbers as they are, text byte by byte.
-- A graph is a text of nodes, one a table, which Python writes as CBOR (host/save/values.py):
--
--   u4 count, and each node:  'P', or 'C' s4 mod s4 class   then  u4 n  cell×n   u4 m  (cell cell)×m
--   a cell:  'z' nil  'T' 'F'  'I' i8  'D' f8  'S' s4   'R' u4 another node   'X' s4 what only its owner understands

local import = ...
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local format, match, pack, unpack = string.format, string.match, string.pack, string.unpack
local concat, sort = table.concat, table.sort
local getmetatable = debug.getmetatable
local error, math_type, next, rawget, rawlen, rawset = error, math.type, next, rawget, rawlen, rawset
local tostring, type = tostring, type

local M = {}

-- More than these in one graph, and it is none that a game needs.
local MOST_NODES = 1000000

-- Where something is that is itself a key.
local KEY = {}

-- Where in a graph a node is: `payload.callbacks[3]`.
local function path_of(parents, keys, node, key)
  local parts = {}
  while node do
    local step = key
    if step == KEY then
      step = ".a key"
    elseif type(step) == "string" and match(step, "^[%a_][%w_]*$") then
      step = "." .. step
    else
      step = "[" .. text.shown(step) .. "]"
    end
    parts[#parts + 1] = step
    node, key = parents[node], keys[node]
  end
  local n = #parts
  for i = 1, n // 2 do
    parts[i], parts[n + 1 - i] = parts[n + 1 - i], parts[i]
  end
  return (concat(parts):gsub("^%.", ""))
end

local RANK = { number = 1, string = 2, boolean = 3 }

local function comes_first(a, b)
  local kind_a, kind_b = type(a), type(b)
  if kind_a ~= kind_b then
    return (RANK[kind_a] or 4) < (RANK[kind_b] or 4)
  elseif kind_a == "boolean" then
    return a == false and b == true
  elseif RANK[kind_a] then
    return a < b
  end
  return false
end

-- The graph of a table. `special(value)` says of a table that is no plain one: the text of a cell that stands for it; or
-- nothing, and a mod and a class; or false, and what it is that cannot be kept. It is asked about tables with a metatable,
-- and those in the set `marked`. Raises { path, what } for what cannot be kept.
function M.encode(root, special, marked)
  local nodes, numbers, parents, parent_keys = { root }, { [root] = 0 }, {}, {}
  local out, n = {}, 0
  local at = 1

  local function refuse(key, what)
    error({ path = path_of(parents, parent_keys, at, key), what = what }, 0)
  end

  local function write(value, key)
    local kind = type(value)
    n = n + 1
    if kind == "string" then
      out[n] = pack("<c1s4", "S", value)
    elseif kind == "number" then
      out[n] = math_type(value) == "integer" and pack("<c1i8", "I", value) or pack("<c1d", "D", value)
    elseif kind == "boolean" then
      out[n] = value and "T" or "F"
    elseif kind == "nil" then
      out[n] = "z"
    elseif kind == "table" then
      local number = numbers[value]
      if not number then
        if getmetatable(value) ~= nil or marked[value] then
          local cell, what = special(value)
          if cell then
            out[n] = pack("<c1s4", "X", cell)
            return
          elseif cell == false then
            refuse(key, what)
          end
        end
        number = #nodes
        if number >= MOST_NODES then
          refuse(key, "more than " .. MOST_NODES .. " tables")
        end
        nodes[number + 1], numbers[value] = value, number
        parents[number + 1], parent_keys[number + 1] = at, key
      end
      out[n] = pack("<c1I4", "R", number)
    else
      refuse(key, stable_order.type(value))
    end
  end

  while nodes[at] do
    local node = nodes[at]
    n = n + 1
    local _, mod, class
    if getmetatable(node) ~= nil or marked[node] then
      _, mod, class = special(node)
    end
    local length = rawlen(node)
    out[n] = mod and pack("<c1s4s4I4", "C", mod, class, length) or pack("<c1I4", "P", length)
    for i = 1, length do
      write(rawget(node, i), i)
    end
    local keys, count = {}, 0
    for key in next, node do
      if not (math_type(key) == "integer" and key >= 1 and key <= length) then
        count = count + 1
        keys[count] = key
      end
    end
    if count > 1 then
      sort(keys, comes_first)
    end
    n = n + 1
    out[n] = pack("<I4", count)
    for i = 1, count do
      local key = keys[i]
      local kind = type(key)
      if kind ~= "string" and kind ~= "number" and kind ~= "boolean" and kind ~= "table" then
        refuse(KEY, stable_order.type(key))
      end
      write(key, kind == "table" and KEY or key)
      write(rawget(node, key), key)
    end
    at = at + 1
  end
  return pack("<I4", #nodes) .. concat(out)
end

-- The table that a graph describes. `special(cell)` gives what such a text stands for; `instance(mod, class)` a table to
-- be filled for what was an instance, or nothing.
function M.decode(graph, special, instance)
  local count, at = unpack("<I4", graph)
  local nodes = {}
  -- First pass: a table each, so that cells can point ahead.
  local starts = {}
  local function skip_cell()
    local tag = graph:byte(at)
    if tag == 83 or tag == 88 then
      at = at + 5 + unpack("<I4", graph, at + 1)
    elseif tag == 82 then
      at = at + 5
    elseif tag == 73 or tag == 68 then
      at = at + 9
    else
      at = at + 1
    end
  end
  for i = 1, count do
    local kind, mod, class = graph:sub(at, at), nil, nil
    at = at + 1
    if kind == "C" then
      mod, class, at = unpack("<s4s4", graph, at)
    end
    nodes[i] = mod and instance(mod, class) or {}
    starts[i] = at
    local length
    length, at = unpack("<I4", graph, at)
    for _ = 1, length do
      skip_cell()
    end
    length, at = unpack("<I4", graph, at)
    for _ = 1, 2 * length do
      skip_cell()
    end
  end
  local function read()
    local tag = graph:byte(at)
    local value
    if tag == 83 then
      value, at = unpack("<s4", graph, at + 1)
      return value
    elseif tag == 73 then
      value, at = unpack("<i8", graph, at + 1)
      return value
    elseif tag == 82 then
      value, at = unpack("<I4", graph, at + 1)
      return nodes[value + 1]
    elseif tag == 68 then
      value, at = unpack("<d", graph, at + 1)
      return value
    elseif tag == 88 then
      value, at = unpack("<s4", graph, at + 1)
      return special(value)
    end
    at = at + 1
    if tag == 84 then
      return true
    elseif tag == 70 then
      return false
    end
    return nil
  end
  for i = 1, count do
    local node, length = nodes[i], nil
    length, at = unpack("<I4", graph, starts[i])
    for k = 1, length do
      rawset(node, k, read())
    end
    length, at = unpack("<I4", graph, at)
    for _ = 1, length do
      local key = read()
      local value = read()
      if key ~= nil then
        rawset(node, key, value)
      end
    end
  end
  return nodes[1]
end

-- What `encode` raised, as a sentence after the name of what was kept.
function M.refusal(name, raised)
  if type(raised) == "table" and raised.path then
    return format("%s → %s: %s", name, raised.path, raised.what)
  end
  return name .. ": " .. tostring(raised)
end

return M
