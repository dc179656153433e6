-- Distances: the number of steps to each square of a map.

local import = ...
local result = import "toolbox/result"

local methods = {}
local new, data_of = result.define("distances", {}, methods)

-- The number of steps to a square; nil for a square that no path reaches, and outside.
function methods:get(x, y)
  local data = data_of(self, "get")
  local index = result.index(data, x, y, "get")
  local steps = index and result.number_at(data, index)
  return steps and steps >= 0 and steps or nil
end

-- The furthest square that a path reaches, and its distance; of several the first, row by row.
function methods:furthest()
  local data = data_of(self, "furthest")
  local most, furthest = -1, nil
  for index = 0, data.width * data.height - 1 do
    local steps = result.number_at(data, index)
    if steps > most then
      most, furthest = steps, index
    end
  end
  if furthest then
    return { x = furthest % data.width, y = furthest // data.width }, most
  end
end

-- Make a Distances from { width, height, a 32-bit number per square }.
return function(answer)
  return new { width = answer[1], height = answer[2], squares = answer[3] }
end
