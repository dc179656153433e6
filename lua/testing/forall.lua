-- Properties: a test over many seeds and options, and the smallest of each for which it fails.

local import, py = ...
local errors = import "core/errors"
local failures = import "testing/failures"
local stable_order = import "core/sandbox/stable_order"
local random = import "core/game/random"
local text = import "core/sandbox/text"
local values = import "core/border/values"

local concat, floor, ipairs, math_type, next, sort, tointeger, type =
  table.concat, math.floor, ipairs, math.type, next, table.sort, math.tointeger, type

local gsub, match = string.gsub, string.match

local MOST_SEEDS, MOST_OPTIONS, MOST_SHRINKS = 1000000, 50, 500

-- What an option may be: { name, low, high } for whole numbers, or { name, choices }, sorted by name.
local function read_options(options)
  if options == nil then
    return {}
  elseif type(options) ~= "table" then
    errors.raise("forall: options is " .. text.shown(options) .. ": must be a table")
  end
  local list = {}
  for name, range in stable_order.pairs(options) do
    if type(name) ~= "string" then
      errors.raise("forall: the name of an option must be a string, got " .. stable_order.type(name))
    elseif type(range) ~= "table" or #range == 0 then
      errors.raise("forall: the option " .. name .. " must be a range { lowest, highest } or a list of choices")
    end
    if #range == 2 and math_type(range[1]) == "integer" and math_type(range[2]) == "integer" then
      local low, high = range[1], range[2]
      if low > high then
        errors.raise(("forall: the option %s is from %d to %d: the lowest must come first"):format(name, low, high))
      elseif high - low < 0 then
        errors.raise(("forall: the option %s is from %d to %d: these must be less than 2^63 apart"):format(name, low, high))
      end
      list[#list + 1] = { name = name, low = low, high = high }
    else
      list[#list + 1] = { name = name, low = 1, high = #range, choices = table.move(range, 1, #range, 1, {}) }
    end
  end
  if #list > MOST_OPTIONS then
    errors.raise("forall: there are " .. #list .. " options: there may be at most " .. MOST_OPTIONS)
  end
  sort(list, function(a, b)
    return a.name < b.name
  end)
  return list
end

local function value_of(option, number)
  if option.choices then
    return option.choices[number]
  end
  return number
end

-- The options that numbers stand for, as the test gets them and as they are told.
local function chosen(options, numbers)
  local given, told = {}, {}
  for i, option in ipairs(options) do
    local value = value_of(option, numbers[i])
    given[option.name] = value
    told[i] = option.name .. " = " .. text.tostring(value)
  end
  return given, concat(told, ", ")
end

-- What goes wrong with a seed and options, or nil. Each try is a game of its own.
local function try(fn, seed, options, numbers)
  py.test_begin(seed)
  local before = #failures.list
  local wrong, reason = failures.attempt(fn, seed, (chosen(options, numbers)))
  if wrong == false then
    failures.skip(reason)
  end
  -- Expectations that did not hold count as well.
  wrong = wrong or failures.list[before + 1]
  for i = #failures.list, before + 1, -1 do
    failures.list[i] = nil
  end
  return wrong
end

-- Which of the things that can go wrong it is: the place, and what is said there but for numbers and what tables hold.
local function cause(wrong)
  local said = gsub(gsub(match(wrong.message, "^[^\n]*"), "{.*", ""), "%-?%d+%.?%d*", "0")
  return match(wrong.frames, "^[^\0]*\0?[^\0]*") .. "\0" .. said
end

-- Makes the options smaller one by one, as long as the test still fails of the same: first as small as can be, then by
-- halves.
local function shrink(fn, seed, options, numbers, wrong)
  local left, changed, same = MOST_SHRINKS, true, cause(wrong)
  while changed and left > 0 do
    changed = false
    for i, option in ipairs(options) do
      -- All below `holds` is known to pass, as far as it was tried.
      local holds, fails = option.low - 1, numbers[i]
      local guess = option.low
      while guess < fails and left > 0 do
        left = left - 1
        numbers[i] = guess
        local found = try(fn, seed, options, numbers)
        if found and cause(found) == same then
          wrong, fails, changed = found, guess, true
        else
          holds = guess
        end
        guess = holds + 1 + floor((fails - holds - 1) // 2)
        if guess <= holds then
          break
        end
      end
      numbers[i] = fails
    end
  end
  return wrong
end

-- forall(200, fn), forall({ seeds }, fn), and with options between: forall(200, { rooms = { 2, 20 } }, fn).
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
    count = math_type(seeds) and tointeger(seeds)
  end
  if not count or count < 1 or count > MOST_SEEDS then
    errors.raise("forall: seeds is " .. text.shown(seeds) .. ": must be a whole number between 1 and " .. MOST_SEEDS
      .. ", or a list of seeds")
  end
  options = read_options(options)
  for i = 1, count do
    local seed = list and list[i] or i
    if math_type(seed) ~= "integer" or seed < 0 then
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
    local _, drawn = chosen(options, numbers)
    local wrong = try(fn, seed, options, numbers)
    if wrong then
      wrong = shrink(fn, seed, options, numbers, wrong)
      local _, smallest = chosen(options, numbers)
      local where = "for seed " .. seed
      if not list and count > 1 then
        where = where .. ", the smallest of 1 to " .. count .. " that fails"
      end
      if smallest ~= "" then
        where = where .. ", with " .. smallest .. (smallest ~= drawn and " (shrunk from " .. drawn .. ")" or "")
      end
      local told = {}
      for key, value in next, wrong do
        told[key] = value
      end
      told.message = where .. ": " .. wrong.message
      failures.raise(told)
    end
  end
end
