-- Floors and walls that are tiles, in a save: runs of squares for each class.

local import = ...
local class = import "actions/class"
local classes = import "core/class"
local fields = import "core/save/fields"
local ground = import "actions/world/ground"
local names = import "actions/save/names"

local damaged = fields.damaged
local concat, pack, sort, unpack = table.concat, string.pack, table.sort, string.unpack
local error, ipairs, next, setmetatable = error, ipairs, next, setmetatable

local M = {}

-- A class and its runs: pairs of the first square and how many.
local RUNS = fields.record { { 1, "string" }, { 2, "string" } }

-- Placeholders of missing classes: class → its name in the save; and name → class.
local missing_names, placeholders = setmetatable({}, { __mode = "k" }), {}

-- The classes of floors or walls, by square, as a list of RUNS.
function M.write(squares)
  local numbers, by_class, order = {}, {}, {}
  for square in next, squares do
    numbers[#numbers + 1] = square
  end
  sort(numbers)
  for _, square in ipairs(numbers) do
    local ground_class = squares[square]
    local entry = by_class[ground_class]
    if not entry then
      local name = missing_names[ground_class] or names.of_class(ground_class)
      if not name then
        error("the class " .. class.name(ground_class) .. " of floors or walls is not the only one of that name", 0)
      end
      entry = { name = name, runs = {} }
      by_class[ground_class], order[#order + 1] = entry, entry
    end
    local last = entry.runs[#entry.runs]
    if last and last[1] + last[2] == square then
      last[2] = last[2] + 1
    else
      entry.runs[#entry.runs + 1] = { square, 1 }
    end
  end
  for i, entry in ipairs(order) do
    local packed = {}
    for k, run in ipairs(entry.runs) do
      packed[k] = pack("<I4I4", run[1], run[2])
    end
    order[i] = { entry.name, concat(packed) }
  end
  return order
end

-- The class of floors or walls of a name, or its placeholder.
local function find_ground(name, wall)
  local found = names.find_class(name)
  if found and ground.is_ground(found) then
    return found
  end
  local key = name .. (wall and "\0wall" or "\0floor")
  if not placeholders[key] then
    local placeholder = class.define("Missing", wall and ground.Wall or ground.Floor)
    classes.settle(placeholder)
    placeholders[key], missing_names[placeholder] = placeholder, name
  end
  return placeholders[key]
end

-- Reads a list that `write` gave into a table of classes by square.
function M.read(list, into, world, wall, where)
  for i, runs in ipairs(list) do
    RUNS:check(runs, where)
    local made_class, packed = find_ground(runs[1], wall), runs[2]
    if #packed % 8 ~= 0 then
      damaged(where, "→ %d has runs that are cut off", i)
    end
    for at = 1, #packed, 8 do
      local first, count = unpack("<I4I4", packed, at)
      if first + count > world.width * world.height then
        damaged(where, "→ %d lies outside the map", i)
      end
      for square = first, first + count - 1 do
        into[square] = made_class
      end
    end
  end
end

-- Replaces the placeholders of classes that are not missing any more.
function M.adopt_missing(squares)
  for square, ground_class in next, squares do
    local name = missing_names[ground_class]
    local adopted = name and names.find_class(name)
    if adopted and ground.is_ground(adopted) then
      squares[square] = adopted
    end
  end
end

return M
