-- Additions to the library `math` for mods of this dialect.

local import = ...
local signatures = import "core/border/signatures"

local M = { infinity = math.huge }

function M.clamp(value, low, high)
  return value < low and low or value > high and high or value
end

-- Rounds to a number of digits after the point, halves away from zero.
function M.round(value, digits)
  local scale = 10.0 ^ (digits or 0)
  local scaled = value * scale
  if scaled - scaled ~= 0 then
    return value
  end
  local whole = (scaled >= 0 and (scaled + 0.5) // 1 or -((-scaled + 0.5) // 1))
  return digits and digits ~= 0 and whole / scale or math.tointeger(whole) or whole
end

function M.sign(x)
  return x > 0 and 1 or x < 0 and -1 or 0
end

return signatures.apply("areas", "math", M)
