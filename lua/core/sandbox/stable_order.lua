-- Order that does not depend on addresses: pairs and next over keys that are tables, and names of tables in text.

local import, py = ...
local changes = import "core/changes"
local handles = import "core/border/handles"
local errors = import "core/errors"

local type, next, rawget, setmetatable, select, error = type, next, rawget, setmetatable, select, error
local getmetatable = debug.getmetatable
local sort = table.sort
local open, locked = handles.open, handles.locked
local disordered = changes.disordered

local M = {}

local by_address = { table = true, ["function"] = true, thread = true, userdata = true }

-- Object -> number of an instance of a class of the host, which orders instances as keys.
local instance_numbers = setmetatable({}, { __mode = "k" })

function M.number_instance(object, number)
  instance_numbers[object] = number
end

-- Object -> its number in text, in the order in which objects were first shown: while mods loaded, and since then in
-- the game.
local shown_at_load, shown = {}, setmetatable({}, { __mode = "k" })
local shown_count, loaded_count = 0, nil

-- "table: 1": what tostring returns instead of an address.
function M.name(value)
  local number = shown[value] or shown_at_load[value]
  if not number then
    shown_count = shown_count + 1
    number = shown_count
    shown[value] = number
  end
  return type(value) .. ": " .. number
end

-- Begins to number what is shown in a game where loading ended, so that no text depends on earlier games.
function M.new_game()
  if not loaded_count then
    shown_at_load, loaded_count = shown, shown_count
  end
  shown, shown_count = setmetatable({}, { __mode = "k" }), loaded_count
end

local kind_order = { number = 1, string = 2, boolean = 3 }

-- Returns the keys of a table that has objects among them, in this order: numbers, strings, booleans, handles,
-- instances, the rest.
local function ordered_keys(t)
  local keys, ranks, unstable = {}, {}, false
  local count = 0
  for key in next, t do
    count = count + 1
    local kind = type(key)
    local order = kind_order[kind]
    if order then
      ranks[count] = { order, kind == "boolean" and (key and 1 or 0) or key, key }
    else
      local name, index = open(key)
      if name then
        ranks[count] = { 4, name, key, index }
      elseif instance_numbers[key] then
        ranks[count] = { 5, instance_numbers[key], key }
      else
        unstable = true
        ranks[count] = { 6, count, key }
      end
    end
  end
  sort(ranks, function(a, b)
    if a[1] ~= b[1] then
      return a[1] < b[1]
    elseif a[2] ~= b[2] then
      return a[2] < b[2]
    end
    return (a[4] or 0) < (b[4] or 0)
  end)
  for i = 1, count do
    keys[i] = ranks[i][3]
  end
  if unstable then
    local file, line = errors.where()
    py.warn("a table is walked whose keys are tables or functions: their order is not stable, so use a list or keys "
      .. "such as strings and numbers", file, line, nil, "unstable-order")
  end
  return keys
end

-- Returns the keys of a table that are all numbers or all strings, sorted.
function M.sorted_keys(t)
  local keys = {}
  for key in next, t do
    keys[#keys + 1] = key
  end
  sort(keys)
  return keys
end

-- Returns the values of such a table in the order of their keys.
function M.sorted_values(t)
  local values = M.sorted_keys(t)
  for i = 1, #values do
    values[i] = t[values[i]]
  end
  return values
end

local function has_object_keys(t)
  for key in next, t do
    if by_address[type(key)] then
      return true
    end
  end
  return false
end

local function walk(t)
  local keys, i = ordered_keys(t), 0
  return function()
    local key, value
    repeat
      i = i + 1
      key = keys[i]
      if key == nil then
        return nil
      end
      value = rawget(t, key)
    until value ~= nil
    return key, value
  end
end

local function check_table(t, name)
  if type(t) ~= "table" or locked[getmetatable(t)] then
    error("bad argument #1 to '" .. name .. "' (table expected, got " .. M.type(t) .. ")", 3)
  end
end
M.check_table = check_table

-- The type that mods see: for some kinds of handles, userdata.
local userdata = handles.userdata

function M.type(...)
  local kind = type((...))
  if kind == "table" then
    if userdata[getmetatable((...))] then
      return "userdata"
    end
  elseif kind == "nil" and select("#", ...) == 0 then
    error("bad argument #1 to 'type' (value expected)", 2)
  end
  return kind
end

-- t -> { keys = ordered keys, at = key -> position }, while `next` walks a table with object keys.
local walks = setmetatable({}, { __mode = "k" })

local function start_walk(t)
  local keys, at = ordered_keys(t), {}
  for i = 1, #keys do
    at[keys[i]] = i
  end
  local started = { keys = keys, at = at }
  walks[t] = started
  return started
end

function M.next(t, key)
  check_table(t, "next")
  if disordered[t] then
    changes.walked_disordered = disordered[t]
  end
  local order = key ~= nil and walks[t]
  if not order then
    local next_key, value = next(t, key)
    if next_key == nil then
      return nil
    elseif not by_address[type(next_key)] and not by_address[type(key)] and (key ~= nil or not has_object_keys(t)) then
      return next_key, value
    end
    order = start_walk(t)
    if key ~= nil and not by_address[type(key)] then
      -- The walk began with plain keys, in another order: the keys that it has not met yet must not be lost.
      local seen, plain = {}, nil
      repeat
        plain = next(t, plain)
        seen[plain] = true
      until plain == key
      local rest = {}
      for i = 1, #order.keys do
        if not seen[order.keys[i]] then
          rest[#rest + 1] = order.keys[i]
        end
      end
      order.keys, order.at = rest, { [key] = 0 }
      for i = 1, #rest do
        order.at[rest[i]] = i
      end
    end
  end
  local i = key == nil and 0 or order.at[key]
  if not i then
    error("invalid key to 'next'", 2)
  end
  repeat
    i = i + 1
    local next_key = order.keys[i]
    if next_key == nil then
      return nil
    end
    local value = rawget(t, next_key)
    if value ~= nil then
      return next_key, value
    end
  until false
end

function M.pairs(t)
  local meta = getmetatable(t)
  local custom = type(meta) == "table" and rawget(meta, "__pairs")
  if custom then
    local iterator, state, control, closing = custom(t)
    return iterator, state, control, closing
  end
  check_table(t, "pairs")
  if disordered[t] then
    changes.walked_disordered = disordered[t]
  end
  if has_object_keys(t) then
    return walk(t)
  end
  -- Lua's own next would walk any other table in the order of the addresses of its keys.
  return function(_, key)
    if key == nil then
      return M.next(t)
    end
    local next_key, value = next(t, key)
    if by_address[type(next_key)] then
      return M.next(t, key)
    end
    return next_key, value
  end, t, nil
end

-- pairs of a table of the host: the loop gets the elements, not the table.
function M.closed_pairs(t)
  local step, state, control = M.pairs(t)
  return function()
    local value
    control, value = step(state, control)
    return control, value
  end
end

return M
