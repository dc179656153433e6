-- Additions to the library `table` for mods of this dialect.

local import = ...
local deep_copy = import "areas/data/deep_copy"
local iterators = import "areas/iterator/creation"
local signatures = import "core/border/signatures"
local stable_order = import "core/sandbox/stable_order"
local values = import "core/border/values"

local pairs_of = stable_order.pairs

local M = { deepcopy = deep_copy }

function M.set(list)
  local set = {}
  for i = 1, #list do
    set[list[i]] = true
  end
  return set
end

function M.keys(t)
  local list = {}
  for key in pairs_of(t) do
    list[#list + 1] = key
  end
  return list
end

function M.values(t)
  local list = {}
  for _, value in pairs_of(t) do
    list[#list + 1] = value
  end
  return list
end

function M.count(t)
  return #M.keys(t)
end

function M.shallow_copy(t)
  return M.merge({}, t)
end

function M.deepcompare(a, b)
  -- Pairs under comparison count as equal, so that cycles end.
  local compared = {}
  local function is_equal(x, y)
    if rawequal(x, y) then
      return true
    elseif stable_order.type(x) ~= "table" or stable_order.type(y) ~= "table" then
      return x == y
    end
    compared[x] = compared[x] or {}
    if compared[x][y] then
      return true
    end
    compared[x][y] = true
    for key, value in pairs_of(x) do
      if not is_equal(value, y[key]) then
        return false
      end
    end
    for key in pairs_of(y) do
      if x[key] == nil then
        return false
      end
    end
    return true
  end
  return is_equal(a, b)
end

function M.merge(into, from)
  for key, value in pairs_of(from == nil and {} or from) do
    into[key] = value
  end
  return into
end

function M.merge_missing(into, from)
  for key, value in pairs_of(from == nil and {} or from) do
    if into[key] == nil then
      into[key] = value
    end
  end
  return into
end

function M.replace_with(t, other)
  if rawequal(t, other) then
    return t
  end
  local copy = M.shallow_copy(other)
  for _, key in next, M.keys(t) do
    t[key] = nil
  end
  return M.merge(t, copy)
end

function M.index_of(list, wanted)
  for i = 1, #list do
    if list[i] == wanted then
      return i
    end
  end
end

function M.of(value, n)
  local list, is_function = {}, values.is_callable(value)
  for i = 1, n // 1 | 0 do
    if is_function then
      list[i] = value(i)
    else
      list[i] = value
    end
  end
  return list
end

function M.iremove_value(list, wanted)
  local i = M.index_of(list, wanted)
  return i and table.remove(list, i)
end

function M.append(into, from)
  for i = 1, #from do
    into[#into + 1] = from[i]
  end
  return into
end

function M.iter_pairs(t)
  local keys = M.keys(t)
  local items = {}
  for i, key in ipairs(keys) do
    items[i] = t[key]
  end
  return iterators.of_pairs(keys, items)
end

return signatures.apply("areas", "table", M)
