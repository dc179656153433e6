-- Regions: the connected parts of a map.

local import = ...
local bytes = import "core/border/bytes"
local result = import "toolbox/result"

local methods = {}

-- The number of the region of a square, from 1; nil for a square that is not walkable, and outside.
function methods:get(x, y)
  local number = result.number_at(self, x, y)
  return number and number > 0 and number or nil
end

local new = result.define("Regions", "regions", methods)

-- Makes a Regions from { width, height, a 32-bit number per square, sizes }.
return function(answer)
  return new { width = answer[1], height = answer[2], squares = answer[3], sizes = bytes.unpack(answer[4]) }
end
