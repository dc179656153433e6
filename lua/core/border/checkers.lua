-- Checkers: each says whether a value is of a type, and what is wrong with it.
--
-- Mods hold a checker as an empty table; what it does is stored here. `run(checker, value, path, found)` appends a
-- fault { path, value (as a message shows it), rule, word, type } to `found` for each thing that is wrong; `word` and
-- `type` are set for a name that does not exist.

local import = ...
local errors = import "core/errors"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local values = import "core/border/values"

local raise, shown, is_callable = errors.raise, text.shown, values.is_callable
local find, format, gsub, match = string.find, string.format, string.gsub, string.match
local ipairs, math_type, rawget, select, setmetatable, tostring, type =
  ipairs, math.type, rawget, select, setmetatable, tostring, type
local huge = math.huge
local concat = table.concat

local M = {}

-- More faults of one value are not reported.
local MOST_FAULTS = 20
local MOST_DEPTH = 64
-- A checker holds at most this many others.
local MOST_PARTS = 200

-- checker -> { name, run, optional, size, told (its type in a declaration) }.
local known = setmetatable({}, { __mode = "k" })

local meta = {
  __metatable = false,
  __name = "type",
  __tostring = function(checker)
    return "types." .. known[checker].name
  end,
  __newindex = function()
    raise("a type cannot be changed")
  end,
}

local function define(name, run, options)
  local checker = setmetatable({}, meta)
  known[checker] = {
    name = name, run = run, optional = options and options.optional, size = options and options.size or 1,
    told = options and options.told or "any",
  }
  return checker
end
M.define = define

function M.is_checker(value)
  return known[value] ~= nil
end

function M.is_optional(checker)
  return known[checker].optional == true
end

function M.name(checker)
  return known[checker].name
end

-- The type of a checker in a declaration.
function M.told(checker)
  return known[checker].told
end

-- The same for elements of a list: a union needs parentheses.
local function element(checker)
  local told = known[checker].told
  return find(told, "|", 1, true) and "(" .. told .. ")" or told
end

-- Appends a key to a path.
function M.step(path, key)
  if type(key) == "string" and match(key, "^[%a_][%w_]*$") then
    return path == "" and key or path .. "." .. key
  end
  return path .. "[" .. shown(key) .. "]"
end
local step = M.step

local function fault(found, path, value, rule, word, of)
  if #found < MOST_FAULTS then
    found[#found + 1] = { path = path, value = shown(value), rule = rule, word = word, type = of }
  end
end
M.fault = fault

function M.run(checker, value, path, found)
  local depth = found.depth or 0
  if depth > MOST_DEPTH then
    fault(found, path, value, "must not be nested deeper than " .. MOST_DEPTH)
    return
  end
  found.depth = depth + 1
  known[checker].run(value, path, found)
  found.depth = depth
end
local run = M.run

-- A fault as a sentence.
function M.sentence(one)
  return (one.path ~= "" and one.path or "the value") .. " is " .. one.value .. ": " .. one.rule
end

function M.check(checker, value)
  local found = {}
  run(checker, value, "", found)
  return found
end

local function need(checker, name, position)
  if known[checker] == nil then
    raise(format("types.%s: argument %d is %s: must be one of types", name, position, shown(checker)))
  end
  return checker
end
M.need = need

-- The sum of the sizes of checkers, which limits the cost of a check.
local function size_of(name, ...)
  local size = 1
  for i = 1, select("#", ...) do
    size = size + known[(select(i, ...))].size
  end
  if size > MOST_PARTS then
    raise(format("types.%s: it holds more than %d types: that is the most", name, MOST_PARTS))
  end
  return { size = size }
end

local function told_as(options, told)
  options.told = told
  return options
end

local function is_table(value)
  return type(value) == "table" and stable_order.type(value) == "table"
end
M.is_table = is_table

local function atom(name, accepts, rule, told)
  return define(name, function(value, path, found)
    if not accepts(value) then
      fault(found, path, value, rule)
    end
  end, { told = told })
end
M.atom = atom

local function is_whole(value)
  return math_type(value) == "integer" or math_type(value) == "float" and value % 1 == 0 and value - value == 0
end

local function is_identifier(value)
  return type(value) == "string" and match(value, "^[a-z_][a-z0-9_]*$") ~= nil
end

local function is_full_id(value)
  return type(value) == "string" and match(value, "^[%a][%w_]*%.[%w_%.]+$") ~= nil
end
M.is_full_id = is_full_id

local function is_serializable(value)
  local kind = type(value)
  return kind == "nil" or kind == "boolean" or kind == "number" or kind == "string" or is_table(value)
end

local function is_colour(value)
  if type(value) == "string" then
    return true
  end
  if not is_table(value) then
    return false
  end
  for i = 1, 3 do
    local part = value[i]
    if type(part) ~= "number" or part < 0 or part > 255 then
      return false
    end
  end
  return value[4] == nil or type(value[4]) == "number"
end

local function of_type(kind)
  return function(value)
    return type(value) == kind
  end
end

local number = atom("number", of_type "number", "must be a number", "number")
local text_type = atom("string", of_type "string", "must be a string", "string")
local callback = atom("callback", is_callable, "must be a function", "function")

M.atoms = {
  any = define("any", function() end, { optional = true }),
  ["nil"] = define("nil", function(value, path, found)
    if value ~= nil then
      fault(found, path, value, "must be nil")
    end
  end, { optional = true }),
  boolean = atom("boolean", of_type "boolean", "must be true or false", "boolean"),
  string = text_type,
  number = number,
  int = atom("int", is_whole, "must be a whole number", "integer"),
  uint = atom("uint", function(value)
    return is_whole(value) and value >= 0
  end, "must be a whole number of 0 or more", "integer"),
  float = atom("float", of_type "number", "must be a number", "number"),
  nan = atom("nan", function(value)
    return value ~= value
  end, "must be nan"),
  table = atom("table", is_table, "must be a table", "table"),
  ["function"] = callback,
  userdata = atom("userdata", function(value)
    return stable_order.type(value) == "userdata"
  end, "must be userdata"),
  thread = atom("thread", of_type "thread", "must be a coroutine", "thread"),
  identifier = atom("identifier", is_identifier, "must be a name of small letters, digits and underscores", "string"),
  data_type_id = atom("data_type_id", is_full_id, "must be the name of a type, such as base.item", "string"),
  locale_id = text_type,
  path = text_type,
  require_path = text_type,
  type = atom("type", M.is_checker, "must be one of types", "Type"),
  serializable = atom("serializable", is_serializable, "must be nil, a boolean, a number, a string or a table"),
  color = atom("color", is_colour, "must be a colour: its name, or three numbers from 0 to 255", "string | number[]"),
  iterator = atom("iterator", function(value)
    return is_callable(value) or is_table(value)
  end, "must be an iterator"),
}

-- Functions that make checkers, by the name that mods call.
local make = {}
M.make = make

function make.optional(of)
  need(of, "optional", 1)
  return define("optional(" .. known[of].name .. ")", function(value, path, found)
    if value ~= nil then
      run(of, value, path, found)
    end
  end, { optional = true, size = size_of("optional", of).size, told = known[of].told == "any" and "any" or known[of].told .. "?" })
end

local function compared(name, sign, accepts)
  make[name] = function(limit)
    if type(limit) ~= "number" then
      raise(format("types.%s: argument 1 is %s: must be a number", name, shown(limit)))
    end
    return define(format("%s(%s)", name, tostring(limit)), function(value, path, found)
      if type(value) ~= "number" or not accepts(value, limit) then
        fault(found, path, value, format("must be a number %s %s", sign, tostring(limit)))
      end
    end, { told = "number" })
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
    of, low, high = number, of, low
  end
  need(of, "range", 1)
  if type(low) ~= "number" or type(high) ~= "number" then
    raise("types.range: it needs two numbers, the least and the greatest")
  end
  return define(format("range(%s, %s)", tostring(low), tostring(high)), function(value, path, found)
    local before = #found
    run(of, value, path, found)
    if #found == before and not (type(value) == "number" and value >= low and value <= high) then
      fault(found, path, value, format("must be between %s and %s", tostring(low), tostring(high)))
    end
  end, told_as(size_of("range", of), known[of].told))
end

function make.positive(of)
  of = of == nil and number or need(of, "positive", 1)
  return make.range(of, 0, huge)
end

function make.negative(of)
  of = of == nil and number or need(of, "negative", 1)
  return make.range(of, -huge, 0)
end

local function one_of(list, words)
  local names, are_texts = {}, words[1] ~= nil
  for i, word in ipairs(words) do
    names[i] = shown(word)
    are_texts = are_texts and type(word) == "string"
  end
  return define("literal(" .. concat(names, ", ") .. ")", function(value, path, found)
    if value == nil or not list[value] then
      fault(found, path, value, "must be " .. concat(names, " or "), type(value) == "string" and value or nil, words)
    end
  end, { told = are_texts and concat(names, " | ") or "any" })
end

function make.literal(...)
  local list, words = {}, {}
  for i = 1, select("#", ...) do
    local word = select(i, ...)
    if word ~= nil and word == word then
      list[word] = true
      words[#words + 1] = word
    end
  end
  return one_of(list, words)
end

-- A table of names and values; each value is allowed.
function make.enum(of)
  if not is_table(of) then
    raise("types.enum: argument 1 is " .. shown(of) .. ": must be a table")
  end
  local list, words = {}, {}
  for _, word in stable_order.pairs(of) do
    if word == word then
      list[word] = true
      words[#words + 1] = word
    end
  end
  return one_of(list, words)
end

function make.list(of)
  need(of, "list", 1)
  return define("list(" .. known[of].name .. ")", function(value, path, found)
    if not is_table(value) then
      return fault(found, path, value, "must be a list")
    end
    for i, item in ipairs(value) do
      run(of, item, path .. "[" .. i .. "]", found)
    end
    for key in stable_order.pairs(value) do
      if math_type(key) ~= "integer" or key < 1 or key > #value then
        fault(found, step(path, key), rawget(value, key), "must not be there, for this is a list")
      end
    end
  end, told_as(size_of("list", of), element(of) .. "[]"))
end

local function pairs_of(name, keys, items)
  return define(name, function(value, path, found)
    if not is_table(value) then
      return fault(found, path, value, "must be a table")
    end
    for key, item in stable_order.pairs(value) do
      if keys then
        run(keys, key, path .. " (key " .. shown(key) .. ")", found)
      end
      if items then
        run(items, item, step(path, key), found)
      end
    end
  end, told_as(size_of(match(name, "^%a+"), keys or items, items or keys),
    format("table<%s, %s>", keys and known[keys].told or "any", items and known[items].told or "any")))
end

function make.map(keys, items)
  need(keys, "map", 1)
  need(items, "map", 2)
  return pairs_of(format("map(%s, %s)", known[keys].name, known[items].name), keys, items)
end

function make.set(of)
  need(of, "set", 1)
  return pairs_of("set(" .. known[of].name .. ")", of, make.literal(true))
end

function make.keys(of)
  need(of, "keys", 1)
  return pairs_of("keys(" .. known[of].name .. ")", of, nil)
end

function make.values(of)
  need(of, "values", 1)
  return pairs_of("values(" .. known[of].name .. ")", nil, of)
end

function make.tuple(...)
  local parts = type((...)) == "table" and known[(...)] == nil and (...) or { ... }
  for i, part in ipairs(parts) do
    need(part, "tuple", i)
  end
  return define("tuple", function(value, path, found)
    if not is_table(value) then
      return fault(found, path, value, "must be a list")
    end
    for i, part in ipairs(parts) do
      run(part, value[i], path .. "[" .. i .. "]", found)
    end
    if #value > #parts then
      fault(found, path, value, "must have " .. #parts .. " elements")
    end
  end, told_as(size_of("tuple", table.unpack(parts)), "table"))
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
    return define(name, function(value, path, found)
      if not is_table(value) then
        return fault(found, path, value, "must be a table")
      end
      for i, key in ipairs(names) do
        run(parts[i], value[key], step(path, key), found)
      end
      if strict or rest then
        for key, item in stable_order.pairs(value) do
          if of[key] == nil and rest then
            run(rest, item, step(path, key), found)
          elseif of[key] == nil then
            fault(found, step(path, key), item, "there is no field of that name", type(key) == "string" and key or nil, names)
          end
        end
      end
    end, told_as(size_of(name, table.unpack(parts)), "table"))
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
        optional = optional or known[part].optional
      else
        optional = optional and known[part].optional
      end
    end
    local options, told = size_of(name, table.unpack(parts)), {}
    for i, part in ipairs(parts) do
      told[i] = known[part].told
      told.any = told.any or told[i] == "any"
    end
    options.optional = optional or nil
    options.told = name == "some" and not told.any and concat(told, " | ") or name == "all" and told[1] or nil
    return define(name, function(value, path, found)
      decide(parts, value, path, found)
    end, options)
  end
end

several("some", function(parts, value, path, found)
  local rules, nearest, nears = {}, nil, 0
  for i, part in ipairs(parts) do
    local own = { depth = found.depth }
    run(part, value, path, own)
    if #own == 0 then
      return
    end
    rules[i] = own[1].rule
    if own[1].path ~= path then
      rules[i] = own[1].path .. " " .. own[1].rule
      nearest, nears = own, nears + 1
    end
  end
  -- If the value has the form of only one part, the faults of this part are reported.
  if nears == 1 then
    for _, one in ipairs(nearest) do
      found[#found + 1] = one
    end
    return
  end
  fault(found, path, value, (gsub(concat(rules, ", or "), ", or must be ", " or ")))
end)

several("all", function(parts, value, path, found)
  for _, part in ipairs(parts) do
    run(part, value, path, found)
  end
end)

-- Only that the value can be called is checked; arguments and results are for the reader.
function make.callback()
  return callback
end

M.callback = callback

return M
