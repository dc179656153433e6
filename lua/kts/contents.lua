-- What the numbers of segment files stand for: values of a tile table.

local import = ...
local handles = import "core/border/handles"
local table_cache = import "core/border/table_cache"
local loader = import "core/loader"
local values = import "core/border/values"

local is_table, length = table_cache.is_table, table_cache.length
local next, rawget, sort, type = next, rawget, table.sort, type
local math_type = math.type

local M = {}

-- What a number stands for, as a list: of handles, and of {item, count} as it is.
function M.of(value)
  if not is_table(value) then
    return { value }
  end
  local list = {}
  for i = 1, length(value) do
    local element = value[i]
    list[i] = is_table(element) and { element[1], element[2], element[3] } or element
  end
  return list
end

-- The numbers of the tile table that a mod keeps in a variable, ascending, and what each stands for; nothing when the
-- mod has no such table.
function M.table_of(id, variable)
  local mod = loader.mods[id]
  local found = mod and rawget(mod.namespace or mod.env, variable)
  if type(found) ~= "table" or handles.open(found) then
    return
  end
  local numbers, meanings = {}, {}
  for number in next, found do
    if math_type(number) == "integer" and number >= 0 then
      numbers[#numbers + 1] = number
    end
  end
  sort(numbers)
  for i, number in next, numbers do
    meanings[i] = M.of(rawget(found, number))
  end
  return values.flatten { numbers, meanings }
end

return M
