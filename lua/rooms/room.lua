-- Room: a rectangle of walkable squares.

local import = ...
local errors = import "core/errors"
local class = import "core/class"

local raise = errors.raise

-- Makes the class Room of a mod; `names` are the names of its dialect.
return function(names)
  local Room = class.new { name = "Room", constructor = "init" }

  function Room:init(x, y, width, height, runner)
    self.x, self.y = math.tointeger(x), math.tointeger(y)
    self.width, self.height = math.tointeger(width), math.tointeger(height)
    self.runner = runner
  end

  -- The square in the middle; where two or four are, the upper left one.
  function Room:center()
    return self.x + (self.width - 1) // 2, self.y + (self.height - 1) // 2
  end

  function Room:centerPos()
    return names.find "vec2"(self:center())
  end

  function Room:centerTile()
    if self.runner == nil then
      raise("Room:centerTile: the room has no runner to take tiles from: give it one, as in Room(x, y, w, h, runner)")
    end
    return self.runner:getTile(self:centerPos())
  end

  function Room:corners()
    return self.x, self.y, self.x + self.width - 1, self.y + self.height - 1
  end

  -- Whether two rooms have a square in common.
  function Room:intersects(other)
    local x1, y1, x2, y2 = self:corners()
    local ox1, oy1, ox2, oy2 = other:corners()
    return x1 <= ox2 and ox1 <= x2 and y1 <= oy2 and oy1 <= y2
  end

  return Room
end
