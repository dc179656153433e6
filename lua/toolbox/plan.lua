-- Plan: the squares and rooms that a generator made, without tiles.

local import = ...
local bytes = import "core/border/bytes"
local result = import "toolbox/result"
local signatures = import "core/border/signatures"

-- Codes of squares, as in host/generate/plans/plan.py, and their glyphs.
local KINDS = { [0] = "edge", "wall", "hallway", "room", "door" }
local GLYPHS = { ["\0"] = " ", ["\1"] = "#", ["\2"] = ".", ["\3"] = ".", ["\4"] = "+" }
local FIRST_WALKABLE = 2
-- Marks and directions, as in host/generate/plans/marks.py.
local MARKS = { [0] = "lock", "secret", "one_way", "key", "entrance", "exit", "water" }
local DIRECTIONS = { [0] = "north", "east", "south", "west" }

local methods = {}

-- "edge", "wall", "hallway", "room" or "door"; nil outside.
function methods:get(x, y)
  return KINDS[result.byte_at(self, x, y)]
end

function methods:is_open(x, y)
  return (result.byte_at(self, x, y) or 0) >= FIRST_WALKABLE
end

-- x, y, width and height of each room, without walls, and its name where rooms have names.
function methods:get_rooms()
  local numbers, rooms = bytes.unpack(result.data(self).rooms), {}
  local next_name = string.gmatch(result.data(self).names, "[^\n]+")
  for i = 1, #numbers, 4 do
    rooms[#rooms + 1] = { x = numbers[i], y = numbers[i + 1], width = numbers[i + 2], height = numbers[i + 3] }
    rooms[#rooms].name = next_name()
  end
  return rooms
end

-- What lies on squares besides their kind.
function methods:get_marks()
  local data = result.data(self)
  local numbers, marks = bytes.unpack(data.marks), {}
  for i = 1, #numbers, 3 do
    local square, kind, number = numbers[i], MARKS[numbers[i + 1]], numbers[i + 2]
    marks[#marks + 1] = {
      x = square % data.width, y = square // data.width, kind = kind,
      key = (kind == "lock" or kind == "key") and number or nil,
      direction = kind == "one_way" and DIRECTIONS[number] or nil,
    }
  end
  return marks
end

-- Pairs of numbers of connected rooms.
function methods:get_links()
  local numbers, links = bytes.unpack(result.data(self).links), {}
  for i = 1, #numbers, 2 do
    links[#links + 1] = { numbers[i], numbers[i + 1] }
  end
  return links
end

-- The plan as text, one line per row.
function methods:text()
  local data, rows = result.data(self), {}
  for y = 1, data.height do
    rows[y] = string.gsub(string.sub(data.squares, (y - 1) * data.width + 1, y * data.width), ".", GLYPHS)
  end
  return table.concat(rows, "\n")
end

-- Makes a map of the plan, with tiles of the mod or of the host.
function methods:map(tiles)
  signatures.check_receiver("toolbox", "Plan:map", self)
  local data = result.data(self)
  return data.paint(data, tiles)
end

local M = {}

-- `new` makes a plan from { width, height, squares, rooms, links, marks, names, paint }, where
-- paint(data, tiles) makes its map.
-- `find_data` returns these fields of a plan by name, and nil for any other value.
M.new, M.find_data =
  result.define("Plan", "plan", { "width", "height", "squares", "rooms", "links", "marks", "names", "paint" }, methods)

return M
