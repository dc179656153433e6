-- The module Rand: random numbers from a stream of the mod. While a floor is generated, the stream is named after area
-- and floor, so that what happened before does not change the floor.

local import = ...
local errors = import "core/errors"
local iterators = import "areas/iterator/creation"
local random = import "core/game/random"
local session = import "areas/session"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local raise, fail, shown = errors.raise, errors.fail, text.shown
local below = random.below

local M = {}

local MAX_DICE = 100000

-- mod -> the stream of the seed that it set.
local seeded = session.weak()

function M.new_game()
  seeded = session.weak()
end

local function read_number(value, title)
  if type(value) ~= "number" or value ~= value or value == math.huge or value == -math.huge then
    fail("%s is %s: must be a number", title, shown(value))
  end
  return math.tointeger(value // 1) or fail("%s is %s: must be less than 2^63", title, shown(value))
end

-- The functions of Rand for a mod.
function M.of(mod)
  local Rand = {}
  local scoped_stream, scope

  local function stream()
    if seeded[mod] then
      return seeded[mod]
    elseif scope ~= random.scope or not scoped_stream then
      scope = random.scope
      scoped_stream = random.stream(mod.id, "Rand" .. scope)
    end
    return scoped_stream
  end

  function Rand.rnd(n)
    n = read_number(n, "Rand.rnd: n")
    return n <= 1 and 0 or below(stream(), n)
  end

  function Rand.between(low, high)
    low, high = read_number(low, "Rand.between: low"), read_number(high, "Rand.between: high")
    return high - low <= 1 and low or low + below(stream(), high - low)
  end

  function Rand.rnd_float(n)
    return random.real(stream()) * (n == nil and 1 or read_number(n, "Rand.rnd_float: n"))
  end

  function Rand.one_in(n)
    n = read_number(n, "Rand.one_in: n")
    return n <= 1 or below(stream(), n) == 0
  end

  function Rand.percent_chance(percent)
    if type(percent) ~= "number" then
      raise("Rand.percent_chance: percent is " .. shown(percent) .. ": must be a number")
    end
    return random.real(stream()) * 100 < percent
  end

  function Rand.choice(list)
    if iterators.is(list) then
      list = list:to_list()
    elseif stable_order.type(list) ~= "table" then
      raise("Rand.choice: list is " .. shown(list) .. ": must be a list or an iterator")
    end
    local n = #list
    if n > 0 then
      return list[below(stream(), n) + 1]
    end
  end

  function Rand.roll_dice(dice, sides, add)
    dice, sides = read_number(dice, "Rand.roll_dice: dice"), read_number(sides, "Rand.roll_dice: sides")
    if dice > MAX_DICE then
      fail("Rand.roll_dice: dice is %d: must be at most %d", dice, MAX_DICE)
    end
    local sum = add == nil and 0 or read_number(add, "Rand.roll_dice: add")
    for _ = 1, dice do
      sum = sum + 1 + (sides <= 1 and 0 or below(stream(), sides))
    end
    return sum
  end

  function Rand.dice_max(dice, sides, add)
    return read_number(dice, "Rand.dice_max: dice") * read_number(sides, "Rand.dice_max: sides")
      + (add == nil and 0 or read_number(add, "Rand.dice_max: add"))
  end

  function Rand.shuffle(list)
    if stable_order.type(list) ~= "table" then
      raise("Rand.shuffle: list is " .. shown(list) .. ": must be a list")
    end
    return random.shuffle(stream(), list)
  end

  function Rand.set_seed(seed)
    local former = seeded[mod]
    seeded[mod] = seed ~= nil and random.begin_again(mod.id, "Rand seed " .. text.tostring(seed), former) or nil
  end

  random.add_source(mod.id, "Rand", function()
    return seeded[mod]
  end, function(stream_of_seed)
    seeded[mod] = stream_of_seed
  end)

  return Rand
end

return M
