-- Distances: the number of steps to each square of a map.

local import = ...
local bytes = import "core/border/bytes"
local result = import "toolbox/result"

local methods = {}

-- The number of steps to a square; nil for a square that no path reaches, and outside.
function methods:get(x, y)
  local steps = result.number_at(self, x, y)
  return steps and steps >= 0 and steps or nil
end

-- The furthest square that a path reaches, and its distance; of several the first, row by row.
function methods:furthest()
  local data = result.data(self)
  local most, furthest = -1, nil
  for i, steps in ipairs(bytes.unpack(data.squares)) do
    if steps > most then
      most, furthest = steps, i - 1
    end
  end
  if furthest then
    return { x = furthest % data.width, y = furthest // data.width }, most
  end
end

-- Makes a Distances from { width, height, a 32-bit number per square }.
return (result.define("Distances", "distances", { "width", "height", "squares" }, methods))
