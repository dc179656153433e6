-- math.random and math.randomseed, which draw from a stream of the mod: of the current scope, or of a seed.

local import = ...
local changes = import "core/changes"
local random = import "core/game/random"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

-- Returns math.random and math.randomseed for a mod.
return function(mod)
  local stream, scope, is_seeded
  local function whole(value, position)
    local number = math.tointeger(value)
    if not number then
      error("bad argument #" .. position .. " to 'random' (" .. (type(value) == "number"
        and "number has no integer representation" or "number expected, got " .. stable_order.type(value)) .. ")", 3)
    end
    return number
  end
  local function draw(...)
    if scope ~= random.scope and not is_seeded then
      scope = random.scope
      stream = random.stream(mod.id, "math.random" .. scope)
    end
    local n = select("#", ...)
    if n == 0 then
      return random.real(stream)
    end
    local low, high = ...
    if n == 1 then
      high = whole(low, 1)
      if high == 0 then
        return random.below(stream, 0)
      end
      low = 1
    elseif n == 2 then
      low, high = whole(low, 1), whole(high, 2)
    else
      error("wrong number of arguments to 'random'", 2)
    end
    if low > high then
      error("bad argument #" .. n .. " to 'random' (interval is empty)", 2)
    end
    return random.between(stream, low, high)
  end
  changes.settable[draw] = true
  random.add_source(mod.id, "math.random", function()
    return is_seeded and stream or nil
  end, function(seeded)
    stream, scope, is_seeded = seeded, nil, seeded ~= nil
  end)
  return draw, function(...)
    local seed = ...
    if select("#", ...) > 0 and not (type(seed) == "number" or type(seed) == "string" and tonumber(seed)) then
      error("bad argument #1 to 'randomseed' (number expected, got " .. stable_order.type(seed) .. ")", 2)
    end
    local former = is_seeded and stream or nil
    stream, is_seeded = random.begin_again(mod.id, "math.random " .. text.tostring(seed), former), true
  end
end
