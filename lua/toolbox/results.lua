-- What the toolbox gives: objects to be read, with methods; what they stand for is kept here.

local import = ...
local errors = import "core/errors"
local bytes = import "core/border/bytes"
local objects = import "core/game/objects"
local text = import "core/sandbox/text"

local raise = errors.raise
local byte, concat, gsub, sub, unpack_string = string.byte, table.concat, string.gsub, string.sub, string.unpack
local math_type, setmetatable, tointeger, type = math.type, setmetatable, math.tointeger, type

local M = {}

-- Codes of squares, as generate/plan.py has them, and how they are drawn.
local KINDS = { [0] = "edge", "wall", "hallway", "room", "door" }
local GLYPHS = { ["\0"] = " ", ["\1"] = "#", ["\2"] = ".", ["\3"] = ".", ["\4"] = "+" }
local WALKED = 2

-- object -> what it stands for: width, height, and what is its own.
local known = setmetatable({}, { __mode = "k" })
-- object -> number of a map of this game.
local maps = setmetatable({}, { __mode = "k" })

objects.on_map(function(value)
  return maps[value]
end)

local function content(object, title, method)
  local found = known[object]
  if not found or found.title ~= title then
    raise(title .. ":" .. method .. " is called on " .. text.shown(object) .. ": must be called with a colon, on a " .. title)
  end
  return found
end

-- The place of (x, y) in a string of squares, from 0; nil outside.
local function place(found, x, y, method)
  local column, row = math_type(x) and tointeger(x), math_type(y) and tointeger(y)
  if not column or not row then
    raise(found.title .. ":" .. method .. ": x is " .. text.shown(x) .. " and y is " .. text.shown(y)
      .. ": must be whole numbers")
  end
  if column >= 0 and row >= 0 and column < found.width and row < found.height then
    return row * found.width + column
  end
end

-- Makes objects of one kind: with width, height and the `shown` of their fields to be read, and methods.
local function kind(title, shown, methods)
  local meta = {
    __metatable = false,
    __name = title,
    __index = function(object, key)
      if key == "width" or key == "height" or shown[key] then
        return known[object][key]
      end
      return methods[key]
    end,
    __newindex = function(_, key)
      raise(title .. "." .. text.tostring(key) .. " cannot be set: it is to be read only")
    end,
    __tostring = function(object)
      return title .. " of " .. known[object].width .. " × " .. known[object].height
    end,
  }
  return function(found)
    local object = setmetatable({}, meta)
    found.title, found.object = title, object
    known[object] = found
    return found
  end
end

-- A square of a string of 32-bit numbers.
local function number_at(found, at)
  return (unpack_string("<i4", found.squares, 4 * at + 1))
end

local plan = {}

-- "edge", "wall", "hallway", "room" or "door"; nil outside.
function plan:get(x, y)
  local found = content(self, "plan", "get")
  local at = place(found, x, y, "get")
  return at and KINDS[byte(found.cells, at + 1)]
end

function plan:is_open(x, y)
  local found = content(self, "plan", "is_open")
  local at = place(found, x, y, "is_open")
  return at ~= nil and byte(found.cells, at + 1) >= WALKED
end

-- The rooms: x, y, width and height of each, without walls.
function plan:get_rooms()
  local numbers, list = bytes.unpack(content(self, "plan", "get_rooms").rooms), {}
  for i = 1, #numbers, 4 do
    list[#list + 1] = { x = numbers[i], y = numbers[i + 1], width = numbers[i + 2], height = numbers[i + 3] }
  end
  return list
end

-- Numbers of the rooms that are joined, two and two.
function plan:get_links()
  local numbers, list = bytes.unpack(content(self, "plan", "get_links").links), {}
  for i = 1, #numbers, 2 do
    list[#list + 1] = { numbers[i], numbers[i + 1] }
  end
  return list
end

-- The plan as text, a line a row.
function plan:text()
  local found = content(self, "plan", "text")
  local rows = {}
  for y = 1, found.height do
    rows[y] = gsub(sub(found.cells, (y - 1) * found.width + 1, y * found.width), ".", GLYPHS)
  end
  return concat(rows, "\n")
end

-- A map of the plan. `tiles` may have a tile or a list of tiles for each kind of square; the rest are the host's own.
function plan:map(tiles)
  return content(self, "plan", "map").paint(tiles)
end

local new_plan = kind("plan", {}, plan)

-- answer: width, height, cells, rooms, links, as Python gives them.
function M.new_plan(answer, paint)
  return new_plan {
    width = answer[1], height = answer[2], cells = answer[3], rooms = answer[4], links = answer[5], paint = paint,
  }
end

-- What a plan stands for; nil for anything else.
function M.plan(value)
  local found = type(value) == "table" and known[value]
  return found and found.title == "plan" and found or nil
end

local new_map = kind("map", {}, {})

function M.new_map(number, width, height)
  local object = new_map({ width = width, height = height }).object
  maps[object] = number
  return object
end

local open = {}

function open:get(x, y)
  local found = content(self, "open squares", "get")
  local at = place(found, x, y, "get")
  return at ~= nil and byte(found.squares, at + 1) == 1
end

local new_open = kind("open squares", {}, open)

function M.new_open(answer)
  return new_open({ width = answer[1], height = answer[2], squares = answer[3] }).object
end

local distances = {}

-- The number of steps to a square; nil where none leads, and outside.
function distances:get(x, y)
  local found = content(self, "distances", "get")
  local at = place(found, x, y, "get")
  local steps = at and number_at(found, at)
  return steps and steps >= 0 and steps or nil
end

-- The square that is furthest of those that can be reached, and its distance: of several the first, row by row.
function distances:furthest()
  local found = content(self, "distances", "furthest")
  local best, best_at = -1, nil
  for at = 0, found.width * found.height - 1 do
    local steps = number_at(found, at)
    if steps > best then
      best, best_at = steps, at
    end
  end
  if best_at then
    return { x = best_at % found.width, y = best_at // found.width }, best
  end
end

local new_distances = kind("distances", {}, distances)

function M.new_distances(answer)
  return new_distances({ width = answer[1], height = answer[2], squares = answer[3] }).object
end

local regions = {}

-- The number of the region of a square, from 1; nil where one cannot walk, and outside.
function regions:get(x, y)
  local found = content(self, "regions", "get")
  local at = place(found, x, y, "get")
  local number = at and number_at(found, at)
  return number and number > 0 and number or nil
end

local new_regions = kind("regions", { sizes = true }, regions)

function M.new_regions(answer)
  local sizes = bytes.unpack(answer[4])
  return new_regions({ width = answer[1], height = answer[2], squares = answer[3], sizes = sizes }).object
end

-- A new game begins: what mods hold of the maps of the old one stands for none.
function M.new_game()
  maps = setmetatable({}, { __mode = "k" })
end

return M
