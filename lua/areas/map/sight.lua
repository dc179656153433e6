-- Lines of sight on a map, and the squares that the player remembers.

local import = ...
local access = import "areas/map/access"
local maps = import "areas/map/map_states"
local player = import "areas/travel/player"
local session = import "areas/session"

local abs = math.abs
local locate, of, read_square = maps.locate, maps.of, maps.read_square

local methods = {}

-- How many squares the player sees.
local RADIUS = 15

-- Follows Bresenham's line; the last square can always be seen.
local function has_los(state, x1, y1, x2, y2)
  local dx, dy = abs(x2 - x1), -abs(y2 - y1)
  local step_x, step_y = x1 < x2 and 1 or -1, y1 < y2 and 1 or -1
  local err = dx + dy
  while x1 ~= x2 or y1 ~= y2 do
    if access.is_opaque(state, x1, y1) then
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

function methods.has_los(self, x1, y1, x2, y2)
  local state = of(self, "has_los")
  x1, y1 = read_square(state, "InstancedMap:has_los", x1, y1, "x1", "y1")
  x2, y2 = read_square(state, "InstancedMap:has_los", x2, y2, "x2", "y2")
  return x1 ~= nil and x2 ~= nil and has_los(state, x1, y1, x2, y2)
end

function methods.is_in_fov(self, column, row)
  local state, x, y = locate(self, "is_in_fov", column, row)
  local map, px, py
  if session.game.player then
    map, px, py = player.position(session.game.player)
  end
  if not x or not px or not rawequal(map, self) then
    return false
  end
  return (px - x) ^ 2 + (py - y) ^ 2 <= RADIUS ^ 2 and has_los(state, px, py, x, y)
end

for _, name in next, { "memorize_tile", "reveal_tile" } do
  methods[name] = function(self, column, row)
    local state, x, y = locate(self, name, column, row)
    if x then
      state.memory = state.memory or {}
      state.memory[y * state.width + x] = true
    end
  end
end

function methods.is_memorized(self, column, row)
  local state, x, y = locate(self, "is_memorized", column, row)
  return x ~= nil and state.memory ~= nil and state.memory[y * state.width + x] == true
end

return { methods = methods }
