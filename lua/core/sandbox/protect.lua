-- Calls that may fail: those of Python into Lua, and pcall, xpcall and coroutines for mods.

local import = ...
local errors = import "core/errors"
local budget = import "core/sandbox/budget"

local create, resume, running, status = coroutine.create, coroutine.resume, coroutine.running, coroutine.status
local close, yield = coroutine.close, coroutine.yield
local error, ipairs, next, select, type, xpcall = error, ipairs, next, select, type, xpcall
local find = string.find
local check, localised = budget.check, errors.localised

local M = {}

local NO_MEMORY = "not enough memory"

-- The coroutine in which the running call of Python goes on: mods take it for the main one. Its stack outlives what it
-- dies of, and so tells where that was even when Lua has no memory left to call a message handler.
local base
-- What puts the host's own state right when a call ends without its being closed.
local resets = {}

function M.on_death(reset)
  resets[#resets + 1] = reset
end

-- Coroutine of a call -> that of the call around it.
local outers = {}

-- The frames of who asked for memory that was not there, when Lua still could call a message handler.
local asked_by

-- At the bottom of the C stack no hook can run: whoever gets there again and again pays for it.
local OVERFLOW = 3000000

local function charge_overflow(message)
  if type(message) == "string"
    and (find(message, "stack overflow", 1, true) or find(message, "error in error handling", 1, true)) then
    budget.charge(OVERFLOW)
  end
end

local function settled(ok, ...)
  check()
  if not ok then
    charge_overflow((...))
  end
  if not ok and (...) == NO_MEMORY then
    budget.out_of_memory(asked_by)
  end
  return ok, ...
end

local function handler(message)
  asked_by = message == NO_MEMORY and errors.frames(2) or nil
  return (localised(message))
end

function M.pcall(...)
  if select("#", ...) == 0 then
    errors.raise("bad argument #1 to 'pcall' (value expected)")
  end
  local fn = ...
  return settled(xpcall(fn, handler, select(2, ...)))
end

function M.xpcall(fn, message_handler, ...)
  if type(message_handler) ~= "function" then
    errors.raise("bad argument #2 to 'xpcall' (function expected)")
  end
  return settled(xpcall(fn, function(message)
    -- Hooks sleep while the handler of an error runs that a hook raised.
    if budget.is_dead() then
      return message
    end
    return message_handler(localised(message))
  end, ...))
end

-- A coroutine that is watched.
function M.create(fn)
  local thread = create(fn)
  budget.watch_coroutine(thread)
  return thread
end

-- `dies_too`: whether whoever resumes dies of what the coroutine died of.
local function resumed(thread, dies_too, ok, ...)
  check()
  if ok then
    return true, ...
  elseif (...) == NO_MEMORY then
    budget.give_up_reserve()
    budget.out_of_memory(errors.frames_of(thread))
  end
  if not dies_too then
    charge_overflow((...))
  end
  return false, errors.coroutine_died(thread, (...), dies_too)
end

function M.resume(thread, ...)
  return resumed(thread, false, resume(thread, ...))
end

local function passed_on(ok, ...)
  if ok then
    return ...
  end
  error((...), 0)
end

-- resume that raises what the coroutine died of.
function M.resume_or_die(thread, ...)
  return passed_on(resumed(thread, true, resume(thread, ...)))
end

function M.wrap(fn)
  local thread = M.create(fn)
  return function(...)
    return M.resume_or_die(thread, ...)
  end
end

function M.is_yieldable()
  return base ~= running()
end

function M.yield(...)
  if base == running() then
    errors.raise("attempt to yield from outside a coroutine")
  end
  return yield(...)
end

local coroutines = {
  close = function(...)
    local thread = ...
    if thread == base or thread == nil and running() == base then
      errors.raise("cannot close main thread")
    end
    return settled(close(...))
  end,
  create = M.create,
  isyieldable = function(thread)
    if thread == nil or thread == base then
      return M.is_yieldable()
    end
    return coroutine.isyieldable(thread)
  end,
  resume = M.resume,
  running = function()
    local thread = running()
    return thread, thread == base
  end,
  status = status,
  wrap = M.wrap,
  yield = M.yield,
}

-- The library coroutine of a mod.
function M.coroutine_library()
  local copy = {}
  for name, fn in next, coroutines do
    copy[name] = fn
  end
  return copy
end

-- What a failed call answers: false, message, frames, why it is dead (or nothing), the place in the host's Lua.
local function failure(thread, value)
  local message, kind, frames = budget.cause()
  if not message and value == NO_MEMORY then
    budget.give_up_reserve()
    message, kind, frames = NO_MEMORY, "memory", {}
  end
  if message then
    -- From the coroutine that died to the bottom.
    return false, message, errors.packed(errors.joined(frames, thread)), kind
  end
  local ok, text, packed, nothing, place = errors.failure(thread, value)
  -- To show an error object, a function of the mod was called.
  message, kind, frames = budget.cause()
  if message then
    return false, message, errors.packed(errors.joined(frames, thread)), kind
  end
  return ok, text, packed, nothing, place
end

-- What is left to do when the coroutine of a call died of `value`.
local function bury(thread, outer, value)
  local answer = { failure(thread, value) }
  if answer[4] then
    -- Hooks sleep for ever in a coroutine that died in one, so nothing of a mod may run in it any more.
    for _, reset in ipairs(resets) do
      reset()
    end
  else
    budget.begin_closing(thread)
    close(thread)
    budget.end_closing()
  end
  base, outers[thread] = outer, nil
  if answer[4] == "memory" then
    budget.give_up_reserve()
  end
  return answer[1], answer[2], answer[3], answer[4], answer[5]
end

local function ended(thread, outer, ok, ...)
  if ok then
    base, outers[thread] = outer, nil
    return true, ...
  end
  return bury(thread, outer, (...))
end

-- Calls `fn` for Python: true and its results; or false, the message, the frames (file, line and function of each,
-- apart by NUL), the kind of budget that is used up, if any, and the place in the host's Lua that met the error.
function M.enter(fn, ...)
  local outer = base
  if not outer then
    budget.begin()
  end
  local thread = create(fn)
  base, outers[thread] = thread, outer
  budget.watch(thread)
  return ended(thread, outer, resume(thread, ...))
end

-- What `enter` would have answered, had there been memory for it; Python calls this when it has made some.
function M.autopsy()
  if base then
    return bury(base, outers[base], NO_MEMORY)
  end
end

return M
