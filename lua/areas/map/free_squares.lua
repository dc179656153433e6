-- Finds squares of a map on which objects can be put.

local import = ...
local maps = import "areas/map/map_states"
local random = import "core/game/random"

local abs = math.abs

local M = {}

-- Random squares that are tried before all squares are looked through.
local ATTEMPTS = 100

-- The free square nearest to (x, y), on rings around it; nothing when there is none.
local function find_near(map, state, x, y, taken)
  local function is_free(column, row)
    return map:can_access(column, row) and not (taken and taken[row * state.width + column])
  end
  if is_free(x, y) then
    return x, y
  end
  for radius = 1, state.width > state.height and state.width or state.height do
    for dy = -radius, radius do
      local step = abs(dy) == radius and 1 or 2 * radius
      for dx = -radius, radius, step do
        if is_free(x + dx, y + dy) then
          return x + dx, y + dy
        end
      end
    end
  end
end

local function find_random(map, state, stream)
  for _ = 1, ATTEMPTS do
    local x, y = random.below(stream, state.width), random.below(stream, state.height)
    if map:can_access(x, y) then
      return x, y
    end
  end
  local squares = {}
  for square = 0, state.width * state.height - 1 do
    if map:can_access(square % state.width, square // state.width) then
      squares[#squares + 1] = square
    end
  end
  if squares[1] then
    local square = squares[random.below(stream, #squares) + 1]
    return square % state.width, square // state.width
  end
end

-- The free square nearest to (x, y), without those in the set `taken` (y * width + x); or, without x, a free square
-- drawn from a random stream. Nothing when there is none.
function M.find(map, x, y, stream, taken)
  if x then
    return find_near(map, maps.states[map], x, y, taken)
  end
  return find_random(map, maps.states[map], stream)
end

return M
