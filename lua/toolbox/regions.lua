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

local new = result.define("Regions", "regions", { "width", "height", "squares", "sizes" }, methods)

-- Makes a Regions from { width, height, a 32-bit number per square, sizes }.
return function(answer)
  answer[4] = bytes.unpack(answer[4])
  return new(answer)
end
