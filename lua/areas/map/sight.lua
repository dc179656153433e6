-- What can be seen of a map, and what the player remembers of it.

local import = ...
local maps = import "areas/map/instances"
local squares = import "areas/map/tiles"
local state = import "areas/session"

local ipairs, rawequal = ipairs, rawequal
local abs = math.abs
local given_square, methods, of = maps.given_square, maps.methods, maps.of
local access, blocked = squares.access, squares.blocked

local M = {}

-- Along Bresenham's line; the last square can always be seen.
function methods.has_los(self, x1, y1, x2, y2)
  local own = of(self, "has_los")
  x1, y1 = given_square(own, "InstancedMap:has_los", x1, y1, "x1", "y1")
  x2, y2 = given_square(own, "InstancedMap:has_los", x2, y2, "x2", "y2")
  if not x1 or not x2 then
    return false
  end
  local dx, dy = abs(x2 - x1), -abs(y2 - y1)
  local step_x, step_y = x1 < x2 and 1 or -1, y1 < y2 and 1 or -1
  local err = dx + dy
  while x1 ~= x2 or y1 ~= y2 do
    if access(own, x1, y1) & 2 ~= 0 or blocked(own, x1, y1, "is_opaque") then
      return false
    end
    local doubled = 2 * err
    if doubled >= dy then
      err, x1 = err + dy, x1 + step_x
    end
    if doubled <= dx then
      err, y1 = err + dx, y1 + step_y
    end
  end
  return true
end

-- What the player remembers: squares, as a set.
for _, name in ipairs { "memorize_tile", "reveal_tile" } do
  methods[name] = function(self, x, y)
    local own = of(self, name)
    x, y = given_square(own, "InstancedMap:" .. name, x, y)
    if x then
      own.memory = own.memory or {}
      own.memory[y * own.width + x] = true
    end
  end
end

function methods.is_memorized(self, x, y)
  local own = of(self, "is_memorized")
  x, y = given_square(own, "InstancedMap:is_memorized", x, y)
  return x ~= nil and own.memory ~= nil and own.memory[y * own.width + x] == true
end

local SIGHT = 15

function methods.is_in_fov(self, x, y)
  local own = of(self, "is_in_fov")
  local player = state.game.player
  x, y = given_square(own, "InstancedMap:is_in_fov", x, y)
  local map, px, py_
  if player then
    map, px, py_ = import("areas/travel/player").place(player)
  end
  if not x or not px or not rawequal(map, self) then
    return false
  end
  return (px - x) ^ 2 + (py_ - y) ^ 2 <= SIGHT ^ 2 and methods.has_los(self, px, py_, x, y)
end

return M
