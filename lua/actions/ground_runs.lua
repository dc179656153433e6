-- Floors and walls that are tiles, in saves: runs of squares by their class.

local import = ...
local class = import "actions/class"
local classes = import "core/class"
local ground = import "actions/world/ground"
local identity = import "actions/identity"
local checks = import "core/save/checks"

local damaged, field = checks.damaged, checks.field
local concat, pack, sort, unpack = table.concat, string.pack, table.sort, string.unpack
local error, ipairs, next, setmetatable = error, ipairs, next, setmetatable

local M = {}

-- Stand-ins for classes that are not there: class -> its name in the save, and back.
local absent_ground, stand_ins = setmetatable({}, { __mode = "k" }), {}

-- Which class of floors or walls lies where: a list of { name, runs of squares }.
function M.write(squares)
  local numbers, by_class, order = {}, {}, {}
  for square in next, squares do
    numbers[#numbers + 1] = square
  end
  sort(numbers)
  for _, square in ipairs(numbers) do
    local made = squares[square]
    local one = by_class[made]
    if not one then
      local name = absent_ground[made] or identity.of_class(made)
      if not name then
        error("the class " .. class.name(made) .. " of floors or walls is not the only one of that name", 0)
      end
      one = { name = name, runs = {} }
      by_class[made], order[#order + 1] = one, one
    end
    local last = one.runs[#one.runs]
    if last and last[1] + last[2] == square then
      last[2] = last[2] + 1
    else
      one.runs[#one.runs + 1] = { square, 1 }
    end
  end
  for i, one in ipairs(order) do
    local packed = {}
    for k, run in ipairs(one.runs) do
      packed[k] = pack("<I4I4", run[1], run[2])
    end
    order[i] = { one.name, concat(packed) }
  end
  return order
end

-- The class of floors or walls of a name, or what stands for it.
local function ground_class(name, wall)
  local found = identity.find_class(name)
  if found and ground.is_ground(found) then
    return found
  end
  local key = name .. (wall and "\0wall" or "\0floor")
  if not stand_ins[key] then
    local stand_in = class.define("Absent", wall and ground.Wall or ground.Floor)
    classes.settle(stand_in)
    stand_ins[key], absent_ground[stand_in] = stand_in, name
  end
  return stand_ins[key]
end

-- Reads a list that `write` gave into a table of squares.
function M.read(list, into, world, wall, where)
  for i, one in ipairs(list) do
    local made_class = ground_class(field(one, 1, "string", where), wall)
    local packed = field(one, 2, "string", where)
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

-- Floors and walls that stood for classes that are there now.
function M.greet(squares)
  local found = {}
  for _, made_class in next, squares do
    local name = absent_ground[made_class]
    if name and found[made_class] == nil then
      local real = identity.find_class(name)
      found[made_class] = real and ground.is_ground(real) and real or false
    end
  end
  for square, made_class in next, squares do
    squares[square] = found[made_class] or made_class
  end
end

return M
