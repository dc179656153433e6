-- OpenSquares: the walkable squares of a map.

local import = ...
local result = import "toolbox/result"

local methods = {}

function methods:get(x, y)
  return result.byte_at(self, x, y) == 1
end

-- Makes an OpenSquares from { width, height, a byte per square }.
return (result.define("OpenSquares", "open squares", { "width", "height", "squares" }, methods))
