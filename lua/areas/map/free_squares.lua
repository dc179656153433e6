-- Where somebody can stand on a map.

local import = ...
local maps = import "areas/map/instances"

local abs = math.abs
local known = maps.known

local M = {}

-- A square where someone can stand: that one, one nearby, or any; nothing when there is none.
-- `taken` are squares (y * width + x) that are promised to others.
function M.free_position(map, x, y, stream, below, taken)
  local own = known[map]
  local function free(px, py_)
    return map:can_access(px, py_) and not (taken and taken[py_ * own.width + px])
  end
  if x then
    if free(x, y) then
      return x, y
    end
    for radius = 1, own.width > own.height and own.width or own.height do
      for dy = -radius, radius do
        local step = abs(dy) == radius and 1 or 2 * radius
        for dx = -radius, radius, step do
          if free(x + dx, y + dy) then
            return x + dx, y + dy
          end
        end
      end
    end
    return nil
  end
  for _ = 1, 100 do
    local px, py_ = below(stream, own.width), below(stream, own.height)
    if map:can_access(px, py_) then
      return px, py_
    end
  end
  local squares = {}
  for at = 0, own.width * own.height - 1 do
    if map:can_access(at % own.width, at // own.width) then
      squares[#squares + 1] = at
    end
  end
  if squares[1] then
    local at = squares[below(stream, #squares) + 1]
    return at % own.width, at // own.width
  end
end

return M
