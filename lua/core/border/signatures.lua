-- Signatures: argument checks of the functions that are written in Lua. Each function is declared once, in a text in
-- lua/DIALECT/api; the reference and the stubs of editors are made of the same texts. The parameters of a function
-- are asked for at its first call.

local import, py = ...
local checkers = import "core/border/checkers"
local class = import "core/class"
local errors = import "core/errors"
local text = import "core/sandbox/text"
local types = import "core/border/types"

local quick_test, raise, shown = types.quick_test, errors.raise, text.shown
local ipairs, load, math_type, next, rawget, rawset, select, type =
  ipairs, load, math.type, next, rawget, rawset, select, type
local getmetatable = debug.getmetatable
local concat, unpack = table.concat, table.unpack
local find, format, gmatch, match = string.find, string.format, string.gmatch, string.match

local M = { kind = types.kind }

-- dialect -> owner ("" for functions without one) -> list of signatures, or the text of the list until it is used. A
-- signature: dialect, title (what messages call the function), owner, key, declaration (what follows the title),
-- is_method, is_constructor; once its parameters are read: is_on_class (it is called on the class itself), check
-- (called with the arguments).
local dialects = {}
local NONE = {}

local function new_signature(dialect, title, declaration)
  local owner, sign, key = match(title, "^(.*)([.:])([%w_]+)$")
  return {
    dialect = dialect, title = title, key = key or title, declaration = declaration, owner = owner or "",
    is_method = sign == ":",
  }
end

local function signatures_of(dialect, owner)
  local owners = dialects[dialect]
  if not owners then
    owners = {}
    for name, functions in gmatch(py.declared_functions(dialect), "([^\1\2]*)\1([^\2]*)") do
      owners[name] = functions
    end
    dialects[dialect] = owners
  end
  local signatures = owners[owner]
  if type(signatures) == "string" then
    local functions = signatures
    signatures = {}
    for title, declaration in gmatch(functions, "([^\0]+)\0([^\0]+)") do
      signatures[#signatures + 1] = new_signature(dialect, title, declaration)
    end
    owners[owner] = signatures
  end
  return signatures or NONE
end

-- Raises that a value is wrong, with the name that the mod may have meant; `title` may be nil.
local function refuse(title, fault)
  local message = (title and title .. ": " or "") .. checkers.sentence(fault)
  if fault.word and type(fault.type) == "table" then
    local hint = py.suggest(fault.word, concat(fault.type, "\0"))
    raise(hint and message .. "; " .. hint or message)
  elseif fault.value == "nil" then
    py.refuse_nil(message, fault.path, (errors.where()))
  end
  raise(message)
end

local function check(title, kind, value, path)
  local fault = types.check(title, kind, value, path)
  if fault then
    refuse(title, fault)
  end
end

-- The type of what a method is called on, if its class has one.
local function self_kind(signature)
  return types.kind_of(signature.dialect, match(signature.owner, "[%w_]+$"))
end

-- Returns the parameters, a list of { name, kind }, and the type of the arguments after them or nil; nil for a
-- function that is not declared.
local function read_params(signature)
  local declared = py.declared_params(signature.dialect, signature.title)
  if not declared then
    return nil
  end
  signature.is_on_class = declared.on_class
  local params, rest = {}, nil
  for _, param in ipairs(declared.params) do
    local name, kind = param[1], types.build(signature.dialect, param[2], signature.title .. signature.declaration)
    if name == "..." then
      rest = kind
    else
      params[#params + 1] = { name = name, kind = kind }
    end
  end
  return params, rest
end

-- Raises that a method is called on a value of another class.
local function check_receiver(signature, value)
  local of = self_kind(signature)
  local accepts = of and not signature.is_on_class and of.accepts
  if accepts and not accepts(value) or not accepts and type(value) ~= "table" then
    raise(format("%s is called on %s: must be called with a colon%s", signature.title, shown(value),
      of and ", on " .. of.noun or ""))
  end
end

-- Makes the full check of the arguments of a call, which raises what is wrong.
local function make_full_check(signature, params, rest)
  local title, offset = signature.title, 0
  if signature.is_method or signature.is_constructor then
    offset = 1
  end
  return function(...)
    if signature.is_method then
      check_receiver(signature, (...))
    end
    for i, param in ipairs(params) do
      check(title, param.kind, (select(i + offset, ...)), param.name)
    end
    local arguments = rest and { ... }
    for i = #params + 1, rest and select("#", ...) - offset or 0 do
      check(title, rest, arguments[i + offset], "argument " .. i)
    end
  end
end

local function is_any(kind)
  return kind.checker == checkers.atoms.any or kind.optional ~= nil and kind.optional.checker == checkers.atoms.any
end

-- Compiles what is called with the arguments before the function is: it raises what is wrong with them, and returns
-- them if one may mean something else. A quick test settles most calls.
local function compile(signature)
  local params, rest = read_params(signature)
  local names, tests, upvalues = {}, {}, {}
  if signature.is_method then
    local of = not signature.is_on_class and self_kind(signature)
    names[1] = "self"
    tests[1] = quick_test(of or { quick = 'type(%s) == "table"' }, "self", upvalues)
  elseif signature.is_constructor then
    names[1] = "self"
  end
  local meanings = {}
  for i, param in ipairs(params) do
    local name = "a" .. i
    names[#names + 1] = name
    local test = quick_test(param.kind, name, upvalues)
    if param.kind.convert then
      upvalues[#upvalues + 1] = param.kind.convert
      meanings[name] = format("%s and upvalue%d(%s)", name, #upvalues, name)
    end
    if test ~= "true" and not find(test, "or true)", 1, true) then
      tests[#tests + 1] = test
    end
  end
  local checks_rest = rest and not is_any(rest)
  local all = concat(names, ", ")
  if rest then
    all = all .. (names[1] and ", ..." or "...")
  end
  local results = ""
  if next(meanings) then
    for i, name in ipairs(names) do
      names[i] = meanings[name] or name
    end
    results = "\n  return " .. concat(names, ", ") .. (rest and ", ..." or "")
  end
  local source = format([[
local select, full_check, type, math_type, getmetatable%s = ...
return function(%s)
  if not (%s) then
    full_check(%s)
  end%s
end]], types.upvalue_names(upvalues), all,
    (checks_rest and "select('#', ...) == 0 and " or "") .. (tests[1] and concat(tests, " and ") or "true"), all,
    results)
  local full_check = make_full_check(signature, params, checks_rest and rest or nil)
  return load(source, "=[host]/core/border/signatures.lua", "t", {})(
    select, full_check, type, math_type, getmetatable, unpack(upvalues))
end

-- Says whether a game runs.
local has_game

-- Sets the function that says whether a game runs, for functions with the mark `game`.
function M.on_game(fn)
  has_game = fn
end

-- Raises an error while no game runs. `title` is the function that a mod called.
function M.need_game(title)
  if not has_game() then
    raise(title .. ": the game hasn't started: it may be called at the start of a game or during play")
  end
end

local function wrap(signature, fn)
  if match(signature.declaration, " %-%- .*game") then
    local run = fn
    function fn(...)
      M.need_game(signature.title)
      return run(...)
    end
  end
  local check_arguments
  function check_arguments(...)
    signature.check = signature.check or compile(signature)
    check_arguments = signature.check
    return check_arguments(...)
  end
  if types.has_meanings(signature.dialect, signature.declaration) then
    return function(...)
      return fn(check_arguments(...))
    end
  end
  return function(...)
    check_arguments(...)
    return fn(...)
  end
end

-- Checks a value by a type of a dialect, such as the name of a record. Messages begin with `title`, unless it is nil,
-- and `path`.
function M.check(dialect, name, value, path, title)
  check(title, types.build(dialect, name, path), value, path)
end

-- Returns the fields that a record declares of a value that was checked by it.
function M.fields(dialect, name, value)
  local fields = {}
  for _, key in ipairs(types.build(dialect, name, name).names) do
    fields[key] = value[key]
  end
  return fields
end

-- For a method that checks its arguments itself: raises that it is called on a value of another class. `title` is what
-- is declared, such as "Plan:map".
function M.check_receiver(dialect, title, value)
  check_receiver(new_signature(dialect, title, ""), value)
end

-- Raises an error about wrong arguments, from the declaration of a function. For functions that check their arguments
-- themselves, which is faster. `title` is the declared name, such as "Grid:move".
function M.refuse(dialect, title, ...)
  local signature = new_signature(dialect, title, "")
  local params, rest = read_params(signature)
  if params then
    make_full_check(signature, params, rest)(...)
  end
end

-- Lets each function of `owner`, a table or a class that a dialect declares under `name` ("" for names that stand
-- alone), check its arguments first. A class that is declared as a function, too, checks its constructor's arguments.
function M.apply(dialect, name, owner)
  for _, signature in ipairs(signatures_of(dialect, name)) do
    local fn = rawget(owner, signature.key)
    if type(fn) == "function" then
      rawset(owner, signature.key, wrap(signature, fn))
    end
  end
  local constructor = name ~= "" and class.constructor(owner)
  local construct = constructor and rawget(owner, constructor)
  for _, signature in ipairs(construct and signatures_of(dialect, "") or NONE) do
    if signature.key == name then
      signature.is_constructor = true
      rawset(owner, constructor, wrap(signature, construct))
    end
  end
  return owner
end

return M
