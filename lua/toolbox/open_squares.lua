-- OpenSquares: the walkable squares of a map.

local import = ...
local result = import "toolbox/result"

local byte = string.byte

local methods = {}
local new, data_of = result.define("open squares", {}, methods)

function methods:get(x, y)
  local data = data_of(self, "get")
  local index = result.index(data, x, y, "get")
  return index ~= nil and byte(data.squares, index + 1) == 1
end

-- Make an OpenSquares from { width, height, a byte per square }.
return function(answer)
  return new { width = answer[1], height = answer[2], squares = answer[3] }
end
