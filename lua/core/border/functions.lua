-- The API functions that Python declares, as mods see them.

local import, py = ...
local answers = import "core/border/answers"
local errors = import "core/errors"
local reference = import("core/border/handles").reference
local values = import "core/border/values"

local flatten, inflate, unwrap, where = values.flatten, values.inflate, answers.unwrap, errors.where
local invokers = py.invokers
local rawget, select, type = rawget, select, type

local M = {}

-- Does what a Python function left for Lua to do: roll numbers that functions of mods decide, run callbacks.
local settle

function M.on_pending(fn)
  settle = fn
end

-- Learns which squares of watched maps were written.
local look

function M.on_written(fn)
  look = fn
end

-- Python answers true; or the work it left to do (a sum of 1 for rolls, 2 for callbacks, 4 for squares that were
-- written) and the first rolls.
local function answer(ok, ...)
  if ok == true then
    return inflate(...)
  elseif ok then
    if ok & 4 ~= 0 then
      look()
    end
    if ok & 3 ~= 0 then
      settle(ok & 3, ...)
    end
    return inflate(select(4, ...))
  end
  unwrap(ok, ...)
end

-- A position as what Python reads of it, however the mod has built it.
local function position(value)
  if type(value) == "table" and not reference(value) then
    return { x = value.x, y = value.y }
  end
  return value
end

-- What the Python functions of a dialect are called: name -> { id, internal, position_at, with_… }.
function M.declared(dialect)
  local list = {}
  for name, id, flags, position_at in py.api_functions(dialect):gmatch("(%S+) (%d+) (%S+) (%d+)\n") do
    list[name] = {
      id = math.tointeger(id),
      with_context = flags:find("c", 1, true) ~= nil,
      with_place = flags:find("p", 1, true) ~= nil,
      with_directory = flags:find("d", 1, true) ~= nil,
      position_at = math.tointeger(position_at),
      internal = flags:find("i", 1, true) ~= nil,
    }
  end
  return list
end

-- A declared function, for `mod`. Each mod has its own, because the host must know who calls.
function M.bind(declared, mod)
  local invoke, number, env = invokers[declared.id], mod.number, mod.env
  if declared.with_context then
    -- The context of the running callback goes first.
    return function(...)
      return answer(invoke(number, select("#", ...) + 1, flatten(rawget(env, "cxt"), ...)))
    end
  elseif declared.with_place then
    -- The place of the call goes first: for whatever registers something.
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
