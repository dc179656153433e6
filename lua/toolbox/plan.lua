-- Plan: the squares and rooms that a generator made, without tiles.

local import = ...
local bytes = import "core/border/bytes"
local result = import "toolbox/result"

local byte, concat, gsub, sub = string.byte, table.concat, string.gsub, string.sub

-- Codes of squares, as in host/generate/plan.py, and their glyphs.
local KINDS = { [0] = "edge", "wall", "hallway", "room", "door" }
local GLYPHS = { ["\0"] = " ", ["\1"] = "#", ["\2"] = ".", ["\3"] = ".", ["\4"] = "+" }
local FIRST_WALKABLE = 2

local methods = {}
local new, data_of = result.define("plan", {}, methods)

-- "edge", "wall", "hallway", "room" or "door"; nil outside.
function methods:get(x, y)
  local data = data_of(self, "get")
  local index = result.index(data, x, y, "get")
  return index and KINDS[byte(data.cells, index + 1)]
end

function methods:is_open(x, y)
  local data = data_of(self, "is_open")
  local index = result.index(data, x, y, "is_open")
  return index ~= nil and byte(data.cells, index + 1) >= FIRST_WALKABLE
end

-- x, y, width and height of each room, without walls.
function methods:get_rooms()
  local numbers, rooms = bytes.unpack(data_of(self, "get_rooms").rooms), {}
  for i = 1, #numbers, 4 do
    rooms[#rooms + 1] = { x = numbers[i], y = numbers[i + 1], width = numbers[i + 2], height = numbers[i + 3] }
  end
  return rooms
end

-- Pairs of numbers of connected rooms.
function methods:get_links()
  local numbers, links = bytes.unpack(data_of(self, "get_links").links), {}
  for i = 1, #numbers, 2 do
    links[#links + 1] = { numbers[i], numbers[i + 1] }
  end
  return links
end

-- The plan as text, one line per row.
function methods:text()
  local data = data_of(self, "text")
  local rows = {}
  for y = 1, data.height do
    rows[y] = gsub(sub(data.cells, (y - 1) * data.width + 1, y * data.width), ".", GLYPHS)
  end
  return concat(rows, "\n")
end

-- Make a map of the plan, with the tiles of the mod or those of the host.
function methods:map(tiles)
  local data = data_of(self, "map")
  return data.paint(data, tiles)
end

local M = {}

-- Make a plan from { width, height, cells, rooms, links }; `paint(data, tiles)` makes its map.
function M.new(answer, paint)
  return new {
    width = answer[1],
    height = answer[2],
    cells = answer[3],
    rooms = answer[4],
    links = answer[5],
    paint = paint,
  }
end

-- The data of a plan: width, height, cells, rooms; nil for any other value.
function M.find_data(value)
  return result.find_data(value, "plan")
end

return M
