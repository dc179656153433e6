-- The content of tile numbers in segment files: the values of a tile table.

local import = ...
local handles = import "core/border/handles"
local table_cache = import "core/border/table_cache"
local loader = import "core/loader"
local proxies = import "core/sandbox/proxies"
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

-- Full name of a segment file -> the tile table with which it was loaded last.
local table_of_file = {}

function M.remember_table(file, tile_table)
  table_of_file[file] = tile_table
end

-- The whole numbers of a tile table, ascending, and the content of each; nothing for what is no table.
local function flatten_table(tile_table)
  tile_table = proxies.unwrap(tile_table)
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

-- For Python: the numbers of the tile table in a variable of a mod, and what they stand for; nothing when the mod has
-- no such table.
function M.table_of(mod_id, variable)
  local mod = loader.mods[mod_id]
  if mod then
    return flatten_table(rawget(mod.namespace or mod.env, variable))
  end
end

-- For Python: the same for the table with which a segment file was loaded.
function M.table_of_file(file)
  return flatten_table(table_of_file[file])
end

return M
