-- Protected calls: calls of Python into Lua, and pcall, xpcall and coroutines for mods. In one file, because an error
-- can end several of them at once, and a later call charges the mod for errors that an earlier call caught.

local import = ...
local budget = import "core/sandbox/budget"
local changes = import "core/changes"
local errors = import "core/errors"
local failures = import "core/sandbox/failures"
local stable_order = import "core/sandbox/stable_order"
local vm_errors = import "core/sandbox/vm_errors"

local create, resume, running, status = coroutine.create, coroutine.resume, coroutine.running, coroutine.status
local close, yield = coroutine.close, coroutine.yield
local getinfo = debug.getinfo
local error, ipairs, next, select, type, xpcall = error, ipairs, next, select, type, xpcall
local setmetatable = setmetatable
local check, create_watched = budget.check, budget.create
local localise, note_location = errors.localise, errors.note_location
local is_dead, resumers = budget.is_dead, errors.resumers

local M = {}

local OUT_OF_MEMORY = vm_errors.OUT_OF_MEMORY

-- The coroutine of the running call from Python: for mods it is the main one. Its stack stays after an error, so the
-- frames can be read even when there was no memory to call a message handler.
local base
-- Functions that restore the host's own state when a call ends without closing its variables.
local resets = {}

function M.on_death(reset)
  resets[#resets + 1] = reset
end

-- Coroutine -> number of frames of the host on it that have to end, because they restore state of the host. Mods on top
-- of them cannot yield. The coroutine of a call needs no number: it never yields.
local held = setmetatable({}, { __mode = "k" })
-- Coroutines that died while the call around them was dead. Hooks may be off in them, so nothing runs in them again.
local buried = setmetatable({}, { __mode = "k" })

M.on_death(function()
  held = setmetatable({}, { __mode = "k" })
end)

-- Makes the running coroutine one that cannot yield, until as many calls of `release` in it.
function M.hold()
  local thread = running()
  if thread ~= base then
    held[thread] = (held[thread] or 0) + 1
  end
end

function M.release()
  local thread = running()
  local count = held[thread]
  if count then
    held[thread] = count > 1 and count - 1 or nil
  end
end

-- Returns a value for a `<close>` variable that calls `restore` at its end. Until then no mod can yield.
function M.guard(restore)
  M.hold()
  return setmetatable({}, {
    __close = function()
      M.release()
      restore()
    end,
  })
end

local function refuse_yield()
  if running() == base then
    errors.raise "attempt to yield from outside a coroutine"
  end
  errors.raise("attempt to yield in a function that the host called: only coroutines that are created in it can yield")
end

-- Coroutine of a call -> the coroutine of the call around it.
local outers = {}

-- Returns the coroutine of the call around the call of a coroutine; nil for any other.
function M.outer_of(thread)
  return outers[thread]
end

-- The frames that asked for memory, if Lua could still call a message handler.
local memory_frames

-- Instructions charged for a stack overflow: no hook can run when the C stack is full, so a mod could overflow it again
-- and again for free.
local OVERFLOW_COST = 3000000
-- Stack overflows that no protected call has charged yet. They are counted where they happen: a handler of a mod, or a
-- `__close` on the way out, may replace the message.
local overflows = 0

local is_overflow, HANDLER_FAILURE = vm_errors.is_overflow, vm_errors.HANDLER_FAILURE

-- An error that is caught makes Lua walk all frames of the stack below, which is charged from so many frames on, and
-- again from each multiple. Frames are counted only there: most stacks are shallow.
local DEEP, DEEPER = 1000, 4

local function charge_depth()
  local depth = DEEP
  while getinfo(depth, "l") do
    budget.charge(depth)
    depth = depth * DEEPER
  end
end

-- Charges for an error that was caught: a long message is searched.
local function charge_error(message)
  if type(message) == "string" then
    budget.charge_bytes(#message)
  end
  if overflows > 0 or message == HANDLER_FAILURE then
    local count = overflows > 0 and overflows or 1
    overflows, memory_frames = 0, nil
    budget.charge(OVERFLOW_COST, count)
  end
end

local function settle(ok, ...)
  check()
  if not ok then
    if type((...)) == "userdata" then
      budget.interrupt((...))
    end
    charge_error((...))
    if (...) == OUT_OF_MEMORY then
      budget.out_of_memory(memory_frames)
    end
    charge_depth()
  end
  return ok, ...
end

-- Called with the value of each error, the coroutine that died of it or nil for the running one, and whether a mod
-- catches it; nil without a debugger.
local report_error

function M.on_error(fn)
  report_error = fn
end

-- Returns a message in the form for the function that catches the error. The function may raise the message again.
local function localise_and_note(message)
  message = localise(message)
  note_location(message)
  return message
end

-- Returns a handler of messages. `is_of_mod`: whether a mod catches them.
local function message_handler(is_of_mod)
  return function(message)
    if message == errors.last_seen and not report_error then
      return message
    end
    overflows = is_overflow(message) and overflows + 1 or overflows
    memory_frames = message == OUT_OF_MEMORY and errors.frames(2) or nil
    if report_error then
      report_error(message, nil, is_of_mod)
    end
    return localise_and_note(message)
  end
end

local handle_message, handle_message_of_mod = message_handler(false), message_handler(true)

-- pcall of mods.
function M.pcall_of_mod(...)
  if select("#", ...) == 0 then
    errors.raise("bad argument #1 to 'pcall' (value expected)")
  end
  local fn = ...
  return settle(xpcall(fn, handle_message_of_mod, select(2, ...)))
end

local release = M.release

local function release_and_settle(...)
  release()
  return settle(...)
end

-- pcall of the host. It always returns: what it calls cannot yield.
function M.pcall(fn, ...)
  if running() == base then
    return settle(xpcall(fn, handle_message, ...))
  end
  M.hold()
  return release_and_settle(xpcall(fn, handle_message, ...))
end

-- The same for an error that is expected and not reported: a debugger takes it for one that a mod catches.
function M.try(fn, ...)
  M.hold()
  return release_and_settle(xpcall(fn, handle_message_of_mod, ...))
end

-- xpcall of the host, and of mods.
local function call_with_handler(is_of_mod, fn, handler, ...)
  if type(handler) ~= "function" then
    errors.raise("bad argument #2 to 'xpcall' (function expected)")
  end
  return settle(xpcall(fn, function(message)
    -- No hook is called inside the message handler of an error that a hook raised.
    if is_dead() then
      return message
    elseif message == errors.last_seen and not report_error then
      return handler(message)
    end
    overflows = is_overflow(message) and overflows + 1 or overflows
    if report_error then
      report_error(message, nil, is_of_mod)
    end
    return handler(localise_and_note(message))
  end, ...))
end

function M.xpcall(...)
  return call_with_handler(false, ...)
end

function M.xpcall_of_mod(...)
  return call_with_handler(true, ...)
end

-- Creates a coroutine whose instructions are counted.
M.create = create_watched

-- `dies_too`: whether the coroutine that resumed dies of the same error.
local function settle_resume(thread, dies_too, ok, ...)
  resumers[thread] = nil
  if is_dead() then
    buried[thread] = true
    check()
  end
  if ok then
    return true, ...
  elseif type((...)) == "userdata" then
    budget.interrupt((...))
  elseif (...) == OUT_OF_MEMORY then
    budget.free_reserve()
    budget.out_of_memory(errors.frames_of(thread))
  end
  if not dies_too then
    -- No handler is called for what ends a coroutine.
    overflows = is_overflow((...)) and overflows + 1 or overflows
    charge_error((...))
  end
  if report_error then
    report_error((...), thread, not dies_too)
  end
  local message = failures.note_coroutine(thread, (...), dies_too)
  if held[thread] then
    -- Frames of the host on it restore their state.
    close(thread)
    check()
  end
  return false, message
end

function M.resume(thread, ...)
  if type(thread) ~= "thread" then
    -- NaN and nil are no keys; Lua says what it expects.
    return resume(thread, ...)
  end
  resumers[thread] = running()
  return settle_resume(thread, false, resume(thread, ...))
end

local function pass_or_raise(ok, ...)
  if ok then
    return ...
  end
  error((...), 0)
end

-- resume that raises the error of the coroutine.
function M.resume_or_die(thread, ...)
  resumers[thread] = running()
  return pass_or_raise(settle_resume(thread, true, resume(thread, ...)))
end

function M.wrap(fn)
  if type(fn) ~= "function" then
    errors.raise("bad argument #1 to 'wrap' (function expected, got " .. stable_order.type(fn) .. ")")
  end
  local thread = create_watched(fn)
  return changes.with_state(function(...)
    if status(thread) == "dead" and not buried[thread] then
      -- The line that calls it is known here alone.
      errors.raise "cannot resume dead coroutine"
    end
    return M.resume_or_die(thread, ...)
  end)
end

function M.is_yieldable()
  local thread = running()
  return thread ~= base and not held[thread]
end

function M.yield(...)
  local thread = running()
  if thread == base or held[thread] then
    refuse_yield()
  end
  return yield(...)
end

local coroutines = {
  close = function(...)
    local thread = ...
    local is_own = thread == running() or select("#", ...) == 0
    if thread == base or is_own and running() == base then
      errors.raise("cannot close main thread")
    elseif is_own then
      if held[running()] then
        errors.raise "cannot close a coroutine in a function that the host called in it"
      end
    elseif buried[thread] then
      errors.raise("cannot close a coroutine that a budget ended")
    end
    return settle(close(...))
  end,
  create = create_watched,
  isyieldable = function(...)
    local thread = ...
    if thread == base or select("#", ...) == 0 then
      return M.is_yieldable()
    end
    return coroutine.isyieldable(thread) and not held[thread]
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

-- A new table with the coroutine library of a mod.
function M.coroutine_library()
  local copy = {}
  for name, fn in next, coroutines do
    copy[name] = fn
  end
  return copy
end

-- Returns why a dead call ended, with the frames from the coroutine that died to the bottom; nil if it is not dead.
local function cause_of_death(thread)
  local message, kind, frames, number = budget.cause()
  if message then
    -- There are no frames when memory ran out while they were read.
    return message, errors.pack_frames(errors.join_frames(frames or {}, thread)), kind, nil, number
  end
end

-- Returns what `enter` answers after `false` when the coroutine of a call died of `value`.
local function describe_failure(thread, value)
  if not budget.is_dead() and type(value) == "userdata" then
    return "interrupted", "", "interrupt", nil, value
  elseif not budget.is_dead() and value == OUT_OF_MEMORY then
    budget.die_of_memory {}
  end
  if budget.is_dead() then
    return cause_of_death(thread)
  end
  local message, frames, host_line, number = failures.of_call(thread, value)
  -- The call may have died in a `__tostring` of the mod.
  if budget.is_dead() then
    return cause_of_death(thread)
  end
  return message, frames, nil, host_line, number, vm_errors.missing_name(message), vm_errors.subject(message)
end

-- Cleans up after the coroutine of a call that died of `value`, and returns the answer of `enter`.
local function bury(thread, outer, value)
  if report_error and type(value) ~= "userdata" then
    report_error(value, thread, false)
  end
  local message, frames, kind, host_line, number, missing_name, subject = describe_failure(thread, value)
  if not kind then
    budget.watch(thread)
    close(thread)
    if budget.is_dead() then
      message, frames, kind, host_line, number = cause_of_death(thread)
    end
  end
  if kind then
    -- A coroutine that died in a hook calls no hooks any more, so no code of a mod may run in it.
    for _, reset in ipairs(resets) do
      reset()
    end
  end
  base, outers[thread] = outer, nil
  if kind == "memory" then
    budget.free_reserve()
  end
  return false, message, frames, kind, host_line, number, missing_name, subject
end

local function leave(thread, outer, ok, ...)
  if ok then
    base, outers[thread] = outer, nil
    return true, ...
  end
  return bury(thread, outer, (...))
end

-- Calls `fn` for Python. Returns true and its results; or false, the message, the frames (see `errors.pack_frames`),
-- and each of these or nil: the kind of budget that is used up, the line in the host's Lua that met the error, the
-- number of the Python error, the name that has no value (`vm_errors.missing_name`), and the name in the message.
function M.enter(fn, ...)
  local outer = base
  if not outer then
    overflows, memory_frames = 0, nil
    budget.begin()
  end
  local thread = create(fn)
  base, outers[thread] = thread, outer
  budget.watch(thread)
  return leave(thread, outer, resume(thread, ...))
end

-- Replaces `enter` by what `wrapper` makes of it: a profiler measures each call of Python.
function M.wrap_enter(wrapper)
  M.enter = wrapper(M.enter)
end

-- Returns what `enter` would have returned with enough memory. Python calls this after it has freed some.
function M.autopsy()
  if base then
    return bury(base, outers[base], OUT_OF_MEMORY)
  end
end

return M
