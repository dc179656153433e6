-- Checkers: each says whether a value is of a type, and what is wrong with it.
--
-- Mods hold a checker as an empty table; what it does is stored here. `run(checker, value, path, faults)` appends a
-- fault { path, value (as a message shows it), rule, word, type } to `faults` for each thing that is wrong; `word` and
-- `type` are set for a name that does not exist.

local import = ...
local errors = import "core/errors"
local proxies = import "core/sandbox/proxies"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local values = import "core/border/values"

local raise, shown, is_callable = errors.raise, text.shown, values.is_callable
local format, match = string.format, string.match
local math_type, setmetatable, type = math.type, setmetatable, type

local M = {}

-- More faults of one value are not reported.
local MAX_FAULTS = 20
local MAX_DEPTH = 64
-- checker -> { name, run, optional, size }.
local info_of = setmetatable({}, { __mode = "k" })

local function to_text(checker)
  return "types." .. info_of[checker].name
end

local meta = proxies.lock("types", { __name = "type", __tostring = to_text }, "a type cannot be changed")
-- Metatable of checkers that can be called; a call ignores its arguments.
local callable_meta = proxies.lock("types", {
  __name = "type",
  __tostring = to_text,
  __call = function(checker)
    return checker
  end,
}, "a type cannot be changed")

local function define(name, run, options)
  local checker = setmetatable({}, options and options.callable and callable_meta or meta)
  info_of[checker] = {
    name = name, run = run, optional = options and options.optional, size = options and options.size or 1,
  }
  return checker
end
M.define = define

function M.is_checker(value)
  return info_of[value] ~= nil
end

function M.is_optional(checker)
  return info_of[checker].optional == true
end

-- The number of checkers in a checker.
function M.size(checker)
  return info_of[checker].size
end

function M.name(checker)
  return info_of[checker].name
end

-- Appends a key to a path.
function M.step(path, key)
  if type(key) == "string" and match(key, "^[%a_][%w_]*$") then
    return path == "" and key or path .. "." .. key
  end
  return path .. "[" .. shown(key) .. "]"
end

local function fault(faults, path, value, rule, word, of)
  if #faults < MAX_FAULTS then
    faults[#faults + 1] = { path = path, value = shown(value), rule = rule, word = word, type = of }
  end
end
M.fault = fault

function M.run(checker, value, path, faults)
  local depth = faults.depth or 0
  if depth > MAX_DEPTH then
    fault(faults, path, value, "must not be nested deeper than " .. MAX_DEPTH)
    return
  end
  faults.depth = depth + 1
  info_of[checker].run(value, path, faults)
  faults.depth = depth
end
local run = M.run

-- A fault as a sentence.
function M.sentence(problem)
  return (problem.path ~= "" and problem.path or "the value") .. " is " .. problem.value .. ": " .. problem.rule
end

function M.check(checker, value)
  local faults = {}
  run(checker, value, "", faults)
  return faults
end

local function need(checker, name, position)
  if info_of[checker] == nil then
    raise(format("types.%s: argument %d is %s: must be one of types", name, position, shown(checker)))
  end
  return checker
end
M.need = need

local function is_table(value)
  return type(value) == "table" and stable_order.type(value) == "table"
end
M.is_table = is_table

local function atom(name, accepts, rule, options)
  return define(name, function(value, path, faults)
    if not accepts(value) then
      fault(faults, path, value, rule)
    end
  end, options)
end
M.atom = atom

local function is_whole(value)
  return math_type(value) == "integer" or math_type(value) == "float" and value % 1 == 0 and value - value == 0
end

local function is_identifier(value)
  return type(value) == "string" and match(value, "^[a-z_][a-z0-9_]*$") ~= nil
end

local function is_full_id(value)
  return type(value) == "string"
    and (match(value, "^[%a][%w_]*%.[%w_%.]+$") or match(value, "^@test@%.[%w_%.]+$")) ~= nil
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

local text_type = atom("string", of_type "string", "must be a string")
local callback = atom("callback", is_callable, "must be a function", { callable = true })

M.atoms = {
  any = define("any", function() end, { optional = true }),
  ["nil"] = define("nil", function(value, path, faults)
    if value ~= nil then
      fault(faults, path, value, "must be nil")
    end
  end, { optional = true }),
  boolean = atom("boolean", of_type "boolean", "must be true or false"),
  string = text_type,
  number = atom("number", of_type "number", "must be a number"),
  int = atom("int", is_whole, "must be a whole number"),
  uint = atom("uint", function(value)
    return is_whole(value) and value >= 0
  end, "must be a whole number of 0 or more"),
  float = atom("float", of_type "number", "must be a number"),
  nan = atom("nan", function(value)
    return value ~= value
  end, "must be nan"),
  table = atom("table", is_table, "must be a table"),
  ["function"] = callback,
  userdata = atom("userdata", function(value)
    return stable_order.type(value) == "userdata"
  end, "must be userdata"),
  thread = atom("thread", of_type "thread", "must be a coroutine"),
  identifier = atom("identifier", is_identifier, "must be a name of small letters, digits and underscores"),
  data_type_id = atom("data_type_id", is_full_id, "must be the name of a type, such as base.item"),
  locale_id = text_type,
  path = text_type,
  require_path = text_type,
  type = atom("type", M.is_checker, "must be one of types"),
  serializable = atom("serializable", is_serializable, "must be nil, a boolean, a number, a string or a table"),
  color = atom("color", is_colour, "must be a colour: its name, or three numbers from 0 to 255"),
  iterator = atom("iterator", function(value)
    return is_callable(value) or is_table(value)
  end, "must be an iterator", { callable = true }),
}

M.callback = callback

return M
