-- Functions of Python: services, which the host's own Lua calls, and API functions, as mods call them.

local import, py = ...
local answers = import "core/border/answers"
local budget = import "core/sandbox/budget"
local errors = import "core/errors"
local recording = import "core/border/recording"
local reference = import("core/border/handles").reference
local values = import "core/border/values"

local flatten, inflate, unwrap, where = values.flatten, values.inflate, answers.unwrap, errors.where
local load, rawget, select, type = load, rawget, select, type
local concat, find, format, gmatch, gsub = table.concat, string.find, string.format, string.gmatch, string.gsub
local math_type, tointeger = math.type, math.tointeger

local M = {}

-- What does the work that a Python function left: rolls numbers with functions of mods, and runs callbacks.
local roll, run_callbacks

function M.on_pending(roller, runner)
  roll, run_callbacks = roller, runner
end

-- Functions to call when maps have recorded changes: see host/model/changes.py.
local listeners = {}

function M.on_changes(fn)
  listeners[#listeners + 1] = fn
end

-- The function to call before functions of Python that need to know where objects of Lua block.
local report_occupants

function M.on_occupants(fn)
  report_occupants = fn
end

-- Does the work that Python left (a sum of 1 for rolls, 2 for callbacks, 4 for maps that changed); the first rolls come
-- after it.
local function do_pending(pending, ...)
  if pending & 1 ~= 0 then
    roll(...)
  end
  if pending & 4 ~= 0 then
    M.report_changes()
  end
  if pending & 2 ~= 0 then
    run_callbacks()
  end
end
M.do_pending = do_pending

-- Returns the results of Python's answer as they are, after the work that Python left. In front may be the instructions
-- that the mod is charged, a float: see core/border/answers.
local function finish(ok, ...)
  if ok == true then
    return ...
  elseif math_type(ok) == "float" then
    budget.charge(ok)
    return finish(...)
  elseif ok then
    do_pending(ok, ...)
    return select(4, ...)
  end
  unwrap(ok, ...)
end

-- The same for results in their flat form.
local function answer(ok, ...)
  if ok == true then
    return inflate(...)
  end
  return inflate(finish(ok, ...))
end

-- Lets dialects read the changes that maps have recorded.
function M.report_changes()
  for i = 1, #listeners do
    listeners[i]()
  end
end

-- A position in the form that Python reads, from any table with x and y.
local function position(value)
  if type(value) == "table" and not reference(value) then
    return { x = value.x, y = value.y }
  end
  return value
end

-- Makes an observer's function of a Python function that acts for a mod, and its name; nil without an observer.
local observe

function M.on_invoke(fn)
  observe = fn
end

-- Makes what calls a service: with its arguments, of which those from number `value_at` on cross as flat forms.
local function caller(fn, value_at, unpack_answer)
  if value_at == 0 then
    return function(...)
      return unpack_answer(fn(...))
    end
  end
  local names = {}
  for i = 1, value_at - 1 do
    names[i] = "a" .. i .. ", "
  end
  local before = concat(names)
  local source = format("local fn, unpack_answer, flatten = ... return function(%s...) "
    .. "return unpack_answer(fn(%sflatten(...))) end", before, before)
  return load(source, "=[host]/core/border/functions.lua", "t", {})(fn, unpack_answer, flatten)
end

-- Makes the function `py.NAME` of the Python function of a service. `for_mod`: it acts for a mod, whose number is the
-- first argument.
function M.bind_service(name, fn, for_mod, value_at, returns_value)
  if for_mod and observe then
    fn = observe(fn, (gsub(name, "_", ".", 1)))
  end
  if for_mod then
    return caller(fn, value_at, returns_value and answer or finish)
  end
  local call = caller(fn, value_at, unwrap)
  return returns_value and function(...)
    return inflate(call(...))
  end or call
end

-- Returns the API functions of a dialect: name -> { title, id, needs_occupants, position_at, with_context,
-- with_location, with_directory, is_recorded }.
function M.declared(dialect)
  local list = {}
  for name, id, flags, position_at in gmatch(py.api_functions(dialect), "(%S+) (%d+) (%S+) (%d+)\n") do
    list[name] = {
      title = dialect .. "." .. name,
      id = tointeger(id),
      with_context = find(flags, "c", 1, true) ~= nil,
      with_location = find(flags, "l", 1, true) ~= nil,
      with_directory = find(flags, "d", 1, true) ~= nil,
      position_at = tointeger(position_at),
      needs_occupants = find(flags, "o", 1, true) ~= nil,
      is_recorded = find(flags, "r", 1, true) ~= nil,
    }
  end
  return list
end

-- Binds an API function to a mod. Each mod has its own functions, because Python must know who calls.
function M.bind(declared, mod)
  local invoke, number, env = py.invoker(declared.id), mod.number, mod.env
  if observe then
    invoke = observe(invoke, declared.title)
  end
  if declared.needs_occupants then
    local call = invoke
    invoke = function(...)
      report_occupants()
      return call(...)
    end
  end
  if declared.is_recorded then
    local call, name = invoke, declared.title
    invoke = function(...)
      if recording.is_on then
        py.record_call(name, where())
      end
      return call(...)
    end
  end
  if declared.with_context then
    -- The context of the running callback comes first.
    if declared.position_at == 1 then
      return function(first, ...)
        return answer(invoke(number, select("#", ...) + 2, flatten(rawget(env, "cxt"), position(first), ...)))
      end
    end
    return function(...)
      return answer(invoke(number, select("#", ...) + 1, flatten(rawget(env, "cxt"), ...)))
    end
  elseif declared.with_location then
    -- The source location of the call comes first, for functions that register something.
    if declared.with_directory then
      return function(...)
        local file, line = where()
        return answer(invoke(number, select("#", ...) + 3, flatten(file, line, rawget(env, "_CWD"), ...)))
      end
    end
    return function(...)
      local file, line = where()
      return answer(invoke(number, select("#", ...) + 2, flatten(file, line, ...)))
    end
  elseif declared.with_directory then
    return function(...)
      return answer(invoke(number, select("#", ...) + 1, flatten(rawget(env, "_CWD"), ...)))
    end
  end
  if declared.position_at == 1 then
    return function(first, ...)
      return answer(invoke(number, select("#", ...) + 1, flatten(position(first), ...)))
    end
  elseif declared.position_at == 2 then
    return function(first, second, ...)
      return answer(invoke(number, select("#", ...) + 2, flatten(first, position(second), ...)))
    end
  end
  return function(...)
    return answer(invoke(number, select("#", ...), flatten(...)))
  end
end

return M
