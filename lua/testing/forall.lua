-- forall: run a test for many seeds and options, and find the smallest that fail.

local import, py = ...
local errors = import "core/errors"
local failures = import "testing/failures"
local stable_order = import "core/sandbox/stable_order"
local random = import "core/game/random"
local text = import "core/sandbox/text"
local values = import "core/border/values"

local MAX_SEEDS, MAX_OPTIONS, MAX_SHRINKS = 1000000, 50, 500

-- The options as a list of { name, low, high } for whole numbers or { name, low, high, choices }, sorted by name.
local function read_options(options)
  local list = {}
  for name, range in stable_order.pairs(options or {}) do
    if type(name) ~= "string" then
      errors.raise("forall: the name of an option must be a string, got " .. stable_order.type(name))
    elseif type(range) ~= "table" or #range == 0 then
      errors.raise("forall: the option " .. name .. " must be a range { lowest, highest } or a list of choices")
    end
    if #range == 2 and math.type(range[1]) == "integer" and math.type(range[2]) == "integer" then
      local low, high = range[1], range[2]
      if low > high then
        errors.raise(("forall: the option %s is from %d to %d: the lowest must come first"):format(name, low, high))
      elseif high - low < 0 then
        errors.raise(("forall: the option %s is from %d to %d: must be less than 2^63 apart"):format(name, low, high))
      end
      list[#list + 1] = { name = name, low = low, high = high }
    else
      list[#list + 1] = { name = name, low = 1, high = #range, choices = table.move(range, 1, #range, 1, {}) }
    end
  end
  if #list > MAX_OPTIONS then
    errors.raise("forall: there are " .. #list .. " options: there may be at most " .. MAX_OPTIONS)
  end
  table.sort(list, function(a, b)
    return a.name < b.name
  end)
  return list
end

-- The values of options for a list of numbers: as a table for the test, and as text for messages.
local function choose(options, numbers)
  local values_by_name, texts = {}, {}
  for i, option in ipairs(options) do
    local value = numbers[i]
    if option.choices then
      value = option.choices[value]
    end
    values_by_name[option.name] = value
    texts[i] = option.name .. " = " .. text.tostring(value)
  end
  return values_by_name, table.concat(texts, ", ")
end

-- The failure of the test with a seed and options, or nil. Each try is a new game.
local function try(fn, seed, options, numbers)
  py.test_begin(seed)
  local before = #failures.list
  local failure, reason = failures.attempt(fn, seed, (choose(options, numbers)))
  if failure == false then
    failures.skip(reason)
  end
  -- Recorded expectations count too.
  failure = failure or failures.list[before + 1]
  for i = #failures.list, before + 1, -1 do
    failures.list[i] = nil
  end
  return failure
end

-- An identity for the cause of a failure: its source location, and its message without numbers and tables.
local function cause_of(failure)
  local message = string.gsub(string.gsub(string.match(failure.message, "^[^\n]*"), "{.*", ""), "%-?%d+%.?%d*", "0")
  return string.match(failure.frames, "^[^\0]*\0?[^\0]*") .. "\0" .. message
end

-- Makes the options smaller one by one while the test fails for the same cause. Tries the smallest value first, then
-- halves the interval.
local function shrink(fn, seed, options, numbers, failure)
  local left, changed, cause = MAX_SHRINKS, true, cause_of(failure)
  while changed and left > 0 do
    changed = false
    for i, option in ipairs(options) do
      -- `passes` is the greatest value known to pass, `fails` the smallest known to fail.
      local passes, fails = option.low - 1, numbers[i]
      local guess = option.low
      while guess < fails and left > 0 do
        left = left - 1
        numbers[i] = guess
        local smaller = try(fn, seed, options, numbers)
        if smaller and cause_of(smaller) == cause then
          failure, fails, changed = smaller, guess, true
        else
          passes = guess
        end
        guess = passes + 1 + math.floor((fails - passes - 1) // 2)
        if guess <= passes then
          break
        end
      end
      numbers[i] = fails
    end
  end
  return failure
end

-- forall(200, fn), forall({ seeds }, fn), or with options: forall(200, { rooms = { 2, 20 } }, fn).
return function(seeds, options, fn)
  if fn == nil then
    options, fn = nil, options
  end
  if not values.is_callable(fn) then
    errors.raise("forall: fn is " .. text.shown(fn) .. ": must be a function")
  end
  local list, count
  if type(seeds) == "table" then
    list, count = seeds, #seeds
  else
    count = math.type(seeds) and math.tointeger(seeds)
  end
  if not count or count < 1 or count > MAX_SEEDS then
    errors.raise("forall: seeds is " .. text.shown(seeds) .. ": must be a whole number between 1 and " .. MAX_SEEDS
      .. ", or a list of seeds")
  end
  options = read_options(options)
  for i = 1, count do
    local seed = list and list[i] or i
    if math.type(seed) ~= "integer" or seed < 0 then
      errors.raise("forall: seed " .. i .. " of the list must be a whole number, 0 or more")
    end
    local numbers = {}
    if options[1] then
      py.test_begin(seed)
      local stream = random.stream("host", "forall")
      for k, option in ipairs(options) do
        numbers[k] = random.between(stream, option.low, option.high)
      end
    end
    local _, drawn = choose(options, numbers)
    local failure = try(fn, seed, options, numbers)
    if failure then
      failure = shrink(fn, seed, options, numbers, failure)
      local _, smallest = choose(options, numbers)
      local where = "for seed " .. seed
      if not list and count > 1 then
        where = where .. ", the smallest of 1 to " .. count .. " that fails"
      end
      if smallest ~= "" then
        where = where .. ", with " .. smallest .. (smallest ~= drawn and " (shrunk from " .. drawn .. ")" or "")
      end
      failure.message = where .. ": " .. failure.message
      failures.raise(failure)
    end
  end
end
