-- Plan: the squares and rooms that a generator made, without tiles.

local import = ...
local bytes = import "core/border/bytes"
local result = import "toolbox/result"
local signatures = import "core/border/signatures"

-- Codes of squares, as in host/generate/plans/plan.py, and their glyphs.
local KINDS = { [0] = "edge", "wall", "hallway", "room", "door" }
local GLYPHS = { ["\0"] = " ", ["\1"] = "#", ["\2"] = ".", ["\3"] = ".", ["\4"] = "+" }
local FIRST_WALKABLE = 2

local methods = {}

-- "edge", "wall", "hallway", "room" or "door"; nil outside.
function methods:get(x, y)
  return KINDS[result.byte_at(self, x, y)]
end

function methods:is_open(x, y)
  return (result.byte_at(self, x, y) or 0) >= FIRST_WALKABLE
end

-- x, y, width and height of each room, without walls.
function methods:get_rooms()
  local numbers, rooms = bytes.unpack(result.data(self).rooms), {}
  for i = 1, #numbers, 4 do
    rooms[#rooms + 1] = { x = numbers[i], y = numbers[i + 1], width = numbers[i + 2], height = numbers[i + 3] }
  end
  return rooms
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

-- `new` makes a plan from { width, height, squares, rooms, links, paint }, where paint(data, tiles) makes its map.
-- `find_data` returns these fields of a plan by name, and nil for any other value.
M.new, M.find_data =
  result.define("Plan", "plan", { "width", "height", "squares", "rooms", "links", "paint" }, methods)

return M
