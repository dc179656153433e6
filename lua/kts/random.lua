-- kts.RandomRange and kts.RandomChance, from a stream of the mod that lives in Lua: generators draw thousands of
-- numbers.

local import = ...
local random = import "core/game/random"

local math_type, tointeger, type = math.type, math.tointeger, type
local between, real = random.between, random.real
local refill, BLOCK = random.refill, random.BLOCK

local M = {}

function M.RandomRange(mod, call)
  -- The declared function raises errors, and takes numbers of other types.
  local declared = call "RandomRange"
  local stream = random.stream(mod.id, "kts.random")
  local range
  function range(low, high)
    if math_type(low) ~= "integer" or math_type(high) ~= "integer" then
      local whole_low, whole_high = math_type(low) and tointeger(low), math_type(high) and tointeger(high)
      return (whole_low and whole_high and range or declared)(whole_low or low, whole_high or high)
    elseif high < low or not random.allowed then
      return declared(low, high)
    end
    local bound = high - low + 1
    if bound <= 0 or bound > 0xffffffff then
      return between(stream, low, high)
    end
    -- The same as `between` for small bounds, inlined.
    local at = stream.at
    if at > BLOCK then
      refill(stream)
      at = 1
    end
    stream.at = at + 1
    local word = stream.words[at]
    return low + ((word >> 32) * bound + ((word & 0xffffffff) * bound >> 32) >> 32)
  end
  return range
end

function M.RandomChance(mod, call)
  local declared = call "RandomChance"
  local stream = random.stream(mod.id, "kts.random")
  return function(probability)
    if type(probability) ~= "number" or probability ~= probability or not random.allowed then
      return declared(probability)
    end
    return real(stream) < probability
  end
end

return M
