-- Letters: a grid of letters that rules rewrote.

local import = ...
local result = import "toolbox/result"
local signatures = import "core/border/signatures"

local methods = {}

-- The letter of a square; nil outside.
function methods:get(x, y)
  local byte = result.byte_at(self, x, y)
  return byte and string.char(byte) or nil
end

-- How many squares have a letter.
function methods:count(letter)
  local _, count = string.gsub(result.data(self).squares, letter, letter)
  return count
end

-- The letters as text, one line per row.
function methods:text()
  local data, rows = result.data(self), {}
  for y = 1, data.height do
    rows[y] = string.sub(data.squares, (y - 1) * data.width + 1, y * data.width)
  end
  return table.concat(rows, "\n")
end

-- Makes a plan of the letters.
function methods:plan(kinds)
  signatures.check_receiver("toolbox", "Letters:plan", self)
  return result.data(self).plan(kinds)
end

-- Makes letters from { width, height, squares, plan }, where plan(kinds) makes a plan of them.
return (result.define("Letters", "grid of letters", { "width", "height", "squares", "plan" }, methods))
