-- Rand: random numbers out of named streams. While a floor is made, the streams are named after area and floor, so that
-- what happened before does not change it.

local import = ...
local errors = import "core/errors"
local iterators = import "areas/iterator/instances"
local stable_order = import "core/sandbox/stable_order"
local random = import "core/game/random"
local state = import "areas/session"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local format = string.format
local below, real, stream = random.below, random.real, random.stream
local type = type
local tointeger = math.tointeger

local M = { below = below, real = real, between = random.between }

-- A stream of the host itself, for what it decides.
function M.host(purpose)
  return stream("host", purpose .. state.game.scope)
end

-- Streams of a mod's own seed: mod -> stream, until it asks for none.
local seeded = setmetatable({}, { __mode = "k" })

function M.new_game()
  seeded = setmetatable({}, { __mode = "k" })
end

local function number(value, what)
  if type(value) ~= "number" or value ~= value or value == math.huge or value == -math.huge then
    raise(format("%s is %s: must be a number", what, shown(value)))
  end
  return tointeger(value // 1) or raise(format("%s is %s: must be less than 2^63", what, shown(value)))
end

-- The functions of Rand for a mod.
function M.of(mod)
  local known, known_scope

  local function current()
    local own = seeded[mod]
    if own then
      return own
    elseif known_scope ~= state.game.scope or not known then
      known_scope = state.game.scope
      known = stream(mod.id, "Rand" .. known_scope)
    end
    return known
  end

  local function rnd(n)
    n = number(n, "Rand.rnd: n")
    return n <= 1 and 0 or below(current(), n)
  end

  local api = { rnd = rnd }

  function api.between(low, high)
    low, high = number(low, "Rand.between: low"), number(high, "Rand.between: high")
    return high - low <= 1 and low or low + below(current(), high - low)
  end

  function api.rnd_float(n)
    return real(current()) * (n == nil and 1 or number(n, "Rand.rnd_float: n"))
  end

  function api.one_in(n)
    n = number(n, "Rand.one_in: n")
    return n <= 1 or below(current(), n) == 0
  end

  function api.percent_chance(percent)
    if type(percent) ~= "number" then
      raise("Rand.percent_chance: percent is " .. shown(percent) .. ": must be a number")
    end
    return real(current()) * 100 < percent
  end

  function api.choice(list)
    if iterators.is(list) then
      list = list:to_list()
    elseif stable_order.type(list) ~= "table" then
      raise("Rand.choice: list is " .. shown(list) .. ": must be a list or an iterator")
    end
    local n = #list
    if n > 0 then
      return list[below(current(), n) + 1]
    end
  end

  function api.roll_dice(dice, sides, add)
    dice, sides = number(dice, "Rand.roll_dice: dice"), number(sides, "Rand.roll_dice: sides")
    if dice > 100000 then
      raise(format("Rand.roll_dice: dice is %d: must be at most 100000", dice))
    end
    local sum = add == nil and 0 or number(add, "Rand.roll_dice: add")
    for _ = 1, dice do
      sum = sum + 1 + (sides <= 1 and 0 or below(current(), sides))
    end
    return sum
  end

  function api.dice_max(dice, sides, add)
    return number(dice, "Rand.dice_max: dice") * number(sides, "Rand.dice_max: sides") + (add == nil and 0 or number(add, "Rand.dice_max: add"))
  end

  -- In place.
  function api.shuffle(list)
    if stable_order.type(list) ~= "table" then
      raise("Rand.shuffle: list is " .. shown(list) .. ": must be a list")
    end
    return random.shuffle(current(), list)
  end

  -- Numbers follow from this seed alone from now on; without one, from that of the game again.
  function api.set_seed(seed)
    if seed == nil then
      seeded[mod] = nil
      return
    end
    seeded[mod] = random.begin_again(mod.id, "Rand seed " .. text.tostring(seed))
  end

  return api
end

return M
