-- OpenSquares: the walkable squares of a map.

local import = ...
local result = import "toolbox/result"

local methods = {}

function methods:get(x, y)
  return result.byte_at(self, x, y) == 1
end

local new = result.define("OpenSquares", "open squares", methods)

-- Makes an OpenSquares from { width, height, a byte per square }.
return function(answer)
  return new { width = answer[1], height = answer[2], squares = answer[3] }
end
