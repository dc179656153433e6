-- Floors and walls that are tiles, in a save: runs of squares for each class.

local import = ...
local class = import "actions/class"
local classes = import "core/class"
local fields = import "core/save/fields"
local ground = import "actions/world/ground"
local names = import "actions/save/names"

-- The kind of the result of `write`: a list of { name of a class, its runs }. A run is a first square and a count.
local M = { kind = fields.table_of(fields.record { { 1, "string" }, { 2, "string" } }) }

-- Placeholders of missing classes: class → its name in the save; and name → class.
local missing_names, placeholders = setmetatable({}, { __mode = "k" }), {}

local function name_of(ground_class)
  return missing_names[ground_class] or names.of_class(ground_class)
    or error("the class " .. class.name(ground_class) .. " of floors or walls is not the only one of that name", 0)
end

-- The runs of the classes of floors or walls, by square from 0 to `last`.
function M.write(squares, last)
  local runs, list, first = {}, {}, 0
  for square = 0, last do
    local ground_class = squares[square]
    if ground_class ~= squares[square + 1] then
      if ground_class then
        if not runs[ground_class] then
          runs[ground_class] = {}
          list[#list + 1] = ground_class
        end
        local packed = runs[ground_class]
        packed[#packed + 1] = string.pack("<I4I4", first, square - first + 1)
      end
      first = square + 1
    end
  end
  for i, ground_class in ipairs(list) do
    list[i] = { name_of(ground_class), table.concat(runs[ground_class]) }
  end
  return list
end

local function find_class(name)
  local ground_class = names.find_class(name)
  return ground_class and ground.is_ground(ground_class) and ground_class
end

-- A class that stands for a missing class derived from `base`.
local function placeholder(name, base)
  local key = class.name(base) .. name
  if not placeholders[key] then
    local stand_in = class.define("Missing", base)
    classes.settle(stand_in)
    placeholders[key], missing_names[stand_in] = stand_in, name
  end
  return placeholders[key]
end

-- Reads a list that `write` gave into a table of classes by square; `base` is Floor or Wall.
function M.read(list, squares, last, base)
  for _, runs in ipairs(list) do
    local name, packed = runs[1], runs[2]
    local ground_class = find_class(name) or placeholder(name, base)
    if #packed % 8 ~= 0 then
      fields.damaged("→ the tiles of %s are cut off", fields.shown(name))
    end
    for at = 1, #packed, 8 do
      local first, count = string.unpack("<I4I4", packed, at)
      if first + count > last + 1 then
        fields.damaged("→ the tiles of %s lie outside the map", fields.shown(name))
      end
      for square = first, first + count - 1 do
        squares[square] = ground_class
      end
    end
  end
end

-- Replaces the placeholders of classes that are not missing any more.
function M.adopt_missing(squares)
  for square, ground_class in next, squares do
    local name = missing_names[ground_class]
    squares[square] = name and find_class(name) or ground_class
  end
end

return M
