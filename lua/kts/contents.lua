-- The content of tile numbers in segment files: the values of a tile table.

local import = ...
local handles = import "core/border/handles"
local table_cache = import "core/border/table_cache"
local loader = import "core/loader"
local values = import "core/border/values"

local is_table, length = table_cache.is_table, table_cache.length
local next, rawget, sort, type = next, rawget, table.sort, type
local math_type = math.type

local M = {}

-- The content of a number as a list: handles, and {item, count} as it is.
function M.of(value)
  if not is_table(value) then
    return { value }
  end
  local list, count = {}, length(value)
  if count == 2 and type(value[2]) == "number" and handles.open(value[1]) == "item" then
    return { { value[1], value[2] } }
  end
  for i = 1, count do
    local element = value[i]
    list[i] = is_table(element) and { element[1], element[2], element[3] } or element
  end
  return list
end

-- For Python: the numbers of the tile table in a variable of a mod, ascending, and the content of each; nothing when
-- the mod has no such table.
function M.table_of(mod_id, variable)
  local mod = loader.mods[mod_id]
  local tile_table = mod and rawget(mod.namespace or mod.env, variable)
  if type(tile_table) ~= "table" or handles.open(tile_table) then
    return
  end
  local numbers, meanings = {}, {}
  for number in next, tile_table do
    if math_type(number) == "integer" and number >= 0 then
      numbers[#numbers + 1] = number
    end
  end
  sort(numbers)
  for i, number in next, numbers do
    meanings[i] = M.of(rawget(tile_table, number))
  end
  return values.flatten { numbers, meanings }
end

return M
