-- kts.RandomRange and kts.RandomChance, from a stream of the mod that lives in Lua: generators draw often.

local import, py = ...
local blame = import "host/blame"
local random = import "host/random"

local tointeger, type = math.tointeger, type
local below, real = random.below, random.real
local raise = blame.raise

local M = {}

function M.RandomRange(mod, call)
  local refuse = call "RandomRange"
  local stream = random.stream(mod.id, "kts.random")
  return function(low, high)
    local first, last = tointeger(low), tointeger(high)
    if not first or not last or last < first or not random.allowed then
      -- The declared function knows what is wrong.
      return refuse(low, high)
    end
    return first + below(stream, last - first + 1)
  end
end

function M.RandomChance(mod, call)
  local refuse = call "RandomChance"
  local stream = random.stream(mod.id, "kts.random")
  return function(probability)
    if type(probability) ~= "number" or probability ~= probability or not random.allowed then
      return refuse(probability)
    end
    return real(stream) < probability
  end
end

return M
