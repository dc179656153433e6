-- Functions that make checkers, by the name that mods call: `types.range`, `types.list`, `types.fields`, …

local import = ...
local checkers = import "core/border/checkers"
local errors = import "core/errors"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local is_optional, name_of, size_of = checkers.is_optional, checkers.name, checkers.size
local define, fault, is_table, need, run, step =
  checkers.define, checkers.fault, checkers.is_table, checkers.need, checkers.run, checkers.step
local raise, shown = errors.raise, text.shown
local format, gsub, match = string.format, string.gsub, string.match
local ipairs, math_type, rawget, tostring, type = ipairs, math.type, rawget, tostring, type
local concat, huge = table.concat, math.huge

-- A checker holds at most this many others.
local MAX_PARTS = 200

local make = {}

-- The sum of the sizes of checkers, which limits the cost of a check.
local function sum_sizes(name, parts)
  local size = 1
  for _, checker in ipairs(parts) do
    size = size + size_of(checker)
  end
  if size > MAX_PARTS then
    raise(format("types.%s: it holds more than %d types: that is the most", name, MAX_PARTS))
  end
  return { size = size }
end

function make.optional(of)
  need(of, "optional", 1)
  return define("optional(" .. name_of(of) .. ")", function(value, path, faults)
    if value ~= nil then
      run(of, value, path, faults)
    end
  end, { optional = true, size = sum_sizes("optional", { of }).size })
end

local function compared(name, sign, accepts)
  make[name] = function(limit)
    if type(limit) ~= "number" then
      raise(format("types.%s: argument 1 is %s: must be a number", name, shown(limit)))
    end
    return define(format("%s(%s)", name, tostring(limit)), function(value, path, faults)
      if type(value) ~= "number" or not accepts(value, limit) then
        fault(faults, path, value, format("must be a number %s %s", sign, tostring(limit)))
      end
    end)
  end
end
compared("gt", "greater than", function(a, b)
  return a > b
end)
compared("lt", "less than", function(a, b)
  return a < b
end)
compared("gteq", "of at least", function(a, b)
  return a >= b
end)
compared("lteq", "of at most", function(a, b)
  return a <= b
end)

-- range(low, high) of numbers, or range(checker, low, high).
function make.range(of, low, high)
  if type(of) == "number" then
    of, low, high = checkers.atoms.number, of, low
  end
  need(of, "range", 1)
  if type(low) ~= "number" or type(high) ~= "number" then
    raise("types.range: it needs two numbers, the least and the greatest")
  end
  return define(format("range(%s, %s)", tostring(low), tostring(high)), function(value, path, faults)
    local before = #faults
    run(of, value, path, faults)
    if #faults == before and not (type(value) == "number" and value >= low and value <= high) then
      fault(faults, path, value, format("must be between %s and %s", tostring(low), tostring(high)))
    end
  end, sum_sizes("range", { of }))
end

function make.positive(of)
  of = of == nil and checkers.atoms.number or need(of, "positive", 1)
  return make.range(of, 0, huge)
end

function make.negative(of)
  of = of == nil and checkers.atoms.number or need(of, "negative", 1)
  return make.range(of, -huge, 0)
end

-- The type of the values in a list. NaN, which equals nothing, is left out.
local function one_of(values)
  local is_valid, words, names = {}, {}, {}
  for _, word in ipairs(values) do
    if word == word then
      is_valid[word] = true
      words[#words + 1], names[#names + 1] = word, shown(word)
    end
  end
  return define("literal(" .. concat(names, ", ") .. ")", function(value, path, faults)
    if value == nil or not is_valid[value] then
      fault(faults, path, value, "must be " .. concat(names, " or "), type(value) == "string" and value or nil, words)
    end
  end)
end

function make.literal(...)
  local arguments, words = table.pack(...), {}
  for i = 1, arguments.n do
    words[#words + 1] = arguments[i]
  end
  return one_of(words)
end

-- A table of names and values; each value is allowed.
function make.enum(of)
  if not is_table(of) then
    raise("types.enum: argument 1 is " .. shown(of) .. ": must be a table")
  end
  local words = {}
  for _, word in stable_order.pairs(of) do
    words[#words + 1] = word
  end
  return one_of(words)
end

function make.list(of)
  need(of, "list", 1)
  return define("list(" .. name_of(of) .. ")", function(value, path, faults)
    if not is_table(value) then
      return fault(faults, path, value, "must be a list")
    end
    for i, item in ipairs(value) do
      run(of, item, path .. "[" .. i .. "]", faults)
    end
    for key in stable_order.pairs(value) do
      if math_type(key) ~= "integer" or key < 1 or key > #value then
        fault(faults, step(path, key), rawget(value, key), "must not be there, for this is a list")
      end
    end
  end, sum_sizes("list", { of }))
end

local function pairs_of(name, keys, items)
  return define(name, function(value, path, faults)
    if not is_table(value) then
      return fault(faults, path, value, "must be a table")
    end
    for key, item in stable_order.pairs(value) do
      if keys then
        run(keys, key, path .. " (key " .. shown(key) .. ")", faults)
      end
      if items then
        run(items, item, step(path, key), faults)
      end
    end
  end, sum_sizes(match(name, "^%a+"), { keys or items, items or keys }))
end

function make.map(keys, items)
  need(keys, "map", 1)
  need(items, "map", 2)
  return pairs_of(format("map(%s, %s)", name_of(keys), name_of(items)), keys, items)
end

function make.set(of)
  need(of, "set", 1)
  return pairs_of("set(" .. name_of(of) .. ")", of, make.literal(true))
end

function make.keys(of)
  need(of, "keys", 1)
  return pairs_of("keys(" .. name_of(of) .. ")", of, nil)
end

function make.values(of)
  need(of, "values", 1)
  return pairs_of("values(" .. name_of(of) .. ")", nil, of)
end

function make.tuple(...)
  local parts = type((...)) == "table" and not checkers.is_checker((...)) and (...) or { ... }
  for i, part in ipairs(parts) do
    need(part, "tuple", i)
  end
  return define("tuple", function(value, path, faults)
    if not is_table(value) then
      return fault(faults, path, value, "must be a list")
    end
    for i, part in ipairs(parts) do
      run(part, value[i], path .. "[" .. i .. "]", faults)
    end
    if #value > #parts then
      fault(faults, path, value, "must have " .. #parts .. " elements")
    end
  end, sum_sizes("tuple", parts))
end

local function fields_of(name, strict)
  make[name] = function(fields, rest)
    if not is_table(fields) then
      raise(format("types.%s: argument 1 is %s: must be a table of names and types", name, shown(fields)))
    end
    local names, parts, of = {}, {}, {}
    for key, part in stable_order.pairs(fields) do
      need(part, name, 1)
      names[#names + 1], parts[#parts + 1], of[key] = key, part, part
    end
    if rest ~= nil then
      need(rest, name, 2)
    end
    return define(name, function(value, path, faults)
      if not is_table(value) then
        return fault(faults, path, value, "must be a table")
      end
      for i, key in ipairs(names) do
        run(parts[i], value[key], step(path, key), faults)
      end
      if strict or rest then
        for key, item in stable_order.pairs(value) do
          if of[key] == nil and rest then
            run(rest, item, step(path, key), faults)
          elseif of[key] == nil then
            local word = type(key) == "string" and key or nil
            fault(faults, step(path, key), item, "there is no field of that name", word, names)
          end
        end
      end
    end, sum_sizes(name, parts))
  end
end
fields_of("fields", false)
fields_of("fields_strict", true)

local function several(name, decide)
  make[name] = function(...)
    local parts = { ... }
    local optional = name == "some" and false or #parts > 0
    for i, part in ipairs(parts) do
      need(part, name, i)
      if name == "some" then
        optional = optional or is_optional(part)
      else
        optional = optional and is_optional(part)
      end
    end
    local options = sum_sizes(name, parts)
    options.optional = optional or nil
    return define(name, function(value, path, faults)
      decide(parts, value, path, faults)
    end, options)
  end
end

several("some", function(parts, value, path, faults)
  local rules, nearest, nears = {}, nil, 0
  for i, part in ipairs(parts) do
    local part_faults = { depth = faults.depth }
    run(part, value, path, part_faults)
    if #part_faults == 0 then
      return
    end
    rules[i] = part_faults[1].rule
    if part_faults[1].path ~= path then
      rules[i] = part_faults[1].path .. " " .. part_faults[1].rule
      nearest, nears = part_faults, nears + 1
    end
  end
  -- If the value has the form of only one part, the faults of this part are reported.
  if nears == 1 then
    for _, problem in ipairs(nearest) do
      faults[#faults + 1] = problem
    end
    return
  end
  fault(faults, path, value, (gsub(concat(rules, ", or "), ", or must be ", " or ")))
end)

several("all", function(parts, value, path, faults)
  for _, part in ipairs(parts) do
    run(part, value, path, faults)
  end
end)

function make.callback()
  return checkers.callback
end

return make
