-- Types of declarations: what checks a value. Python parses declarations (host/syntax/declarations) and hands types
-- over as plain tables: a name, or a list of "bounded", "word", "class", "list", "map", "union" or "optional" and its
-- parts.

local import, py = ...
local checkers = import "core/border/checkers"
local make = import "core/border/checker_makers"
local stable_order = import "core/sandbox/stable_order"
local typos = import "core/typos"

local error, ipairs, load, math_type, next, type = error, ipairs, load, math.type, next, type
local getmetatable = debug.getmetatable
local concat, unpack = table.concat, table.unpack
local huge = math.huge
local find, format, gsub, match = string.find, string.format, string.gsub, string.match

local M = {}

-- A longer list is taken for endless.
local MAX_LENGTH = 100000

-- A type is { checker, quick, upvalue, optional, several, convert }:
--   quick     a test in Lua that settles most values without the checker: `%s` is the value, `%u` the upvalue
--   upvalue   a function or a set of metatables that the test uses
--   optional  the type of a value that is not nil; instead of quick
--   several   the types of which a value has one; instead of quick
--   convert   turns a value into what functions get in its place
--   test      the quick test as a function, once it is compiled
--   names     the names of the fields of a record

-- dialect -> name of a class -> type, with accepts and noun.
local kinds = {}
-- dialect -> list of the classes whose values mean something else.
local kinds_to_convert = {}
-- dialect -> name of a record -> type.
local records = {}

-- What messages call the function whose arguments are checked.
local subject

-- Declares how a value of a class is recognised: by `accepts(value)`, or by a set of metatables (see
-- `class.metatables`); and what it is called: "a map". With `convert`, functions get convert(value) in its place.
function M.kind(dialect, name, accepts, noun, convert)
  local upvalue, quick = accepts, "%u(%s)"
  if type(upvalue) == "table" then
    quick = "%u[getmetatable(%s)]"
    function accepts(value)
      return upvalue[getmetatable(value)]
    end
  end
  kinds[dialect] = kinds[dialect] or {}
  kinds[dialect][name] = {
    checker = checkers.atom(name, accepts, "must be " .. noun), accepts = accepts, quick = quick, upvalue = upvalue,
    noun = noun, convert = convert,
  }
  if convert then
    kinds_to_convert[dialect] = kinds_to_convert[dialect] or {}
    kinds_to_convert[dialect][#kinds_to_convert[dialect] + 1] = name
  end
end

-- The type of the instances of a class, or nil.
function M.kind_of(dialect, name)
  return kinds[dialect] and kinds[dialect][name]
end

-- Whether a declaration names a class whose values mean something else.
function M.has_meanings(dialect, declaration)
  for _, name in ipairs(kinds_to_convert[dialect] or {}) do
    if find(declaration, name, 1, true) then
      return true
    end
  end
  return false
end

-- Checks a value; returns the first thing that is wrong, or nil. `title`: what messages call the function, or nil.
function M.check(title, kind, value, path)
  kind.test = kind.test or M.compile_test(kind)
  if kind.test(value) then
    return nil
  end
  local faults = {}
  subject = title
  checkers.run(kind.checker, value, path, faults)
  return faults[1]
end

-- Building types
-- -------------------------------------------------------------------------------------------------------

local function atom(name, quick)
  return { checker = checkers.atoms[name], quick = quick }
end

local ATOMS = {
  any = atom("any", "true"),
  truth = atom("any", "true"),
  ["nil"] = atom("nil", "%s == nil"),
  boolean = atom("boolean", 'type(%s) == "boolean"'),
  integer = atom("int", 'math_type(%s) == "integer"'),
  number = atom("number", 'type(%s) == "number"'),
  string = atom("string", 'type(%s) == "string"'),
  ["function"] = atom("function", 'type(%s) == "function"'),
  thread = atom("thread", "false"),
  table = { checker = checkers.atoms.table, quick = "%u(%s)", upvalue = checkers.is_table },
}
-- A list of anything: its elements are not looked at.
local ANY_LIST = {
  checker = checkers.atom("list", checkers.is_table, "must be a list"), quick = "%u(%s)", upvalue = checkers.is_table,
}

local function list_of(of)
  if of.checker == checkers.atoms.any then
    return ANY_LIST
  end
  local checker = checkers.define(checkers.name(of.checker) .. "[]", function(value, path, faults)
    if not checkers.is_table(value) then
      return checkers.fault(faults, path, value, "must be a list")
    end
    for i, item in ipairs(value) do
      if i > MAX_LENGTH then
        return checkers.fault(faults, path, value, "must end: it has more than " .. MAX_LENGTH .. " elements")
      end
      checkers.run(of.checker, item, path .. "[" .. i .. "]", faults)
    end
  end)
  return {
    checker = checker,
    quick = "%u(%s)",
    upvalue = function(list)
      of.test = of.test or M.compile_test(of)
      if not checkers.is_table(list) then
        return false
      end
      for i, item in ipairs(list) do
        if i > MAX_LENGTH or not of.test(item) then
          return false
        end
      end
      return true
    end,
  }
end

-- A number between two bounds, the second of which may be missing.
local function bounded(name, low, high)
  local rule = (name == "integer" and "must be a whole number " or "must be a number ")
    .. (high and format("between %d and %d", low, high) or format("of at least %d", low))
  local function accepts(value)
    return type(value) == "number" and value >= low and value <= (high or huge) and (name == "number" or value % 1 == 0)
  end
  return {
    checker = checkers.atom(name, accepts, rule),
    quick = format("(%s and %%s >= %d%s)", ATOMS[name].quick, low, high and format(" and %%s <= %d", high) or ""),
  }
end

local function literal(words)
  local set = {}
  for _, word in ipairs(words) do
    set[word] = true
  end
  return { checker = make.literal(unpack(words)), quick = "%u[%s]", upvalue = set }
end

local build

-- The words among the parts are one choice, which comes last.
local function union(dialect, spec, where)
  local parts, words, convert = {}, {}, nil
  for i = 2, #spec do
    if type(spec[i]) == "table" and spec[i][1] == "word" then
      words[#words + 1] = spec[i][2]
    else
      parts[#parts + 1] = build(dialect, spec[i], where)
    end
  end
  if words[1] then
    parts[#parts + 1] = literal(words)
  end
  if not parts[2] then
    return parts[1]
  end
  local all = {}
  for i, part in ipairs(parts) do
    all[i] = part.checker
    convert = convert or part.convert
  end
  return { checker = make.some(unpack(all)), several = parts, convert = convert }
end

local BUILDERS = {
  bounded = function(_, spec)
    return bounded(spec[2], spec[3], spec[4])
  end,
  word = function(_, spec)
    return literal { spec[2] }
  end,
  class = function(dialect, _, where)
    return M.kind_of(dialect, "class") or error(format("declaration %s: there is no kind for classes", where), 0)
  end,
  list = function(dialect, spec, where)
    return list_of(build(dialect, spec[2], where))
  end,
  map = function(dialect, spec, where)
    local keys, items = build(dialect, spec[2], where), build(dialect, spec[3], where)
    return { checker = make.map(keys.checker, items.checker), quick = "false" }
  end,
  union = union,
  optional = function(dialect, spec, where)
    local of = build(dialect, spec[2], where)
    return { checker = make.optional(of.checker), optional = of, convert = of.convert }
  end,
}

-- Tests
-- ----------------------------------------------------------------------------------------------------------------

-- The test of a type for the value `name`; its upvalue is added to the list `upvalues`.
local function quick_test(kind, name, upvalues)
  if kind.optional then
    return "(" .. name .. " == nil or " .. quick_test(kind.optional, name, upvalues) .. ")"
  elseif kind.several then
    local tests = {}
    for i, part in ipairs(kind.several) do
      tests[i] = quick_test(part, name, upvalues)
    end
    return "(" .. concat(tests, " or ") .. ")"
  end
  if kind.upvalue ~= nil then
    upvalues[#upvalues + 1] = kind.upvalue
  end
  return (gsub(kind.quick, "%%(%a)", { s = name, u = "upvalue" .. #upvalues }))
end
M.quick_test = quick_test

-- The names of the upvalues of a compiled test, each after a comma.
function M.upvalue_names(upvalues)
  local names = {}
  for i = 1, #upvalues do
    names[i] = ", upvalue" .. i
  end
  return concat(names)
end

-- Compiles a function of a value from tests in Lua.
local function compile(tests, upvalues)
  local source = "local is_table, type, math_type, getmetatable" .. M.upvalue_names(upvalues)
    .. " = ... return function(value) return " .. concat(tests, " and ") .. " end"
  return load(source, "=[host]/core/border/types.lua", "t", {})(
    checkers.is_table, type, math_type, getmetatable, unpack(upvalues))
end

-- Compiles the quick test of a type.
function M.compile_test(kind)
  local upvalues = {}
  return compile({ quick_test(kind, "value", upvalues) }, upvalues)
end

-- Compiles a test for records; `has_known_names` tests the names of the fields, unless any are allowed.
local function record_test(names, fields, has_known_names)
  local upvalues, tests = {}, { "is_table(value)" }
  if has_known_names then
    upvalues[1], tests[2] = has_known_names, "upvalue1(value)"
  end
  for i, name in ipairs(names) do
    tests[#tests + 1] = quick_test(fields[i], 'value["' .. name .. '"]', upvalues)
  end
  return compile(tests, upvalues)
end

-- Records
-- --------------------------------------------------------------------------------------------------------------

local function build_record(dialect, name, declared)
  local names, fields = {}, {}
  local check_others
  -- The checker exists before its fields are built, because a record may hold its like.
  local checker = checkers.define(name, function(value, path, faults)
    if not checkers.is_table(value) then
      return checkers.fault(faults, path, value, "must be a table")
    end
    -- First, because a misspelled name is why a field is missing.
    if check_others then
      check_others(value, path, faults)
    end
    for i, key in ipairs(names) do
      checkers.run(fields[i].checker, value[key], checkers.step(path, key), faults)
    end
  end)
  -- A record in a record has no quick test: the checker limits the depth.
  local record = { checker = checker, quick = "false" }
  records[dialect][name] = record
  for i, field in ipairs(declared.fields) do
    names[i], fields[i] = field[1], build(dialect, field[2], "record " .. name)
  end
  local valid = typos.names(concat(names, " "))
  if declared.manner == "strict" then
    local rule = "there is no field of that name, but " .. gsub(concat(names, ", "), ", ([%w_]+)$", " and %1")
    function check_others(value, path, faults)
      for key, item in stable_order.pairs(value) do
        if not valid[key] then
          checkers.fault(faults, checkers.step(path, key), item, rule, type(key) == "string" and key or nil, names)
        end
      end
    end
  elseif declared.manner == "warned" then
    function check_others(value, path)
      typos.check(value, valid, subject or path)
    end
  end
  local has_known_names = check_others and function(value)
    for key in next, value do
      if not valid[key] then
        return false
      end
    end
    return true
  end
  record = {
    checker = checker, quick = "%u(%s)", upvalue = record_test(names, fields, has_known_names), names = names,
  }
  records[dialect][name] = record
  return record
end

local function find_record(dialect, name)
  records[dialect] = records[dialect] or {}
  local record = records[dialect][name]
  if record == nil then
    local declared = py.declared_record(dialect, name)
    record = declared and build_record(dialect, name, declared) or false
    records[dialect][name] = record
  end
  return record
end

-- Builds a type of a dialect; `where` names the declaration in errors.
function build(dialect, spec, where)
  if type(spec) == "table" then
    return BUILDERS[spec[1]](dialect, spec, where)
  elseif ATOMS[spec] then
    return ATOMS[spec]
  end
  local of, name = match(spec, "^([%w_]+)%.([%w_]+)$")
  of, name = of or dialect, name or spec
  return M.kind_of(of, name) or M.kind_of("host", name) or find_record(of, name)
    or error(format("declaration %s: there is no type, record or class %s", where, spec), 0)
end
M.build = build

return M
