-- Budgets: the instructions, time and memory that one call into mods may use. When a budget is used up, the call is
-- dead: the count hook raises an error at every instruction of a mod, and everything that could catch the error (see
-- protect) raises it again, so the call ends.

local import, py = ...
local errors = import "core/errors"
local vm_errors = import "core/sandbox/vm_errors"

local sethook, getinfo = debug.sethook, debug.getinfo
local clock, time = os.clock, os.time
local byte, rep, sub = string.byte, string.rep, string.sub
local collectgarbage, create, error, pcall = collectgarbage, coroutine.create, error, pcall

local M = {}

-- Instructions between two calls of the count hook. The step is shorter in coroutines, because a coroutine that ends
-- before its first step is never counted.
local STEP, SHORT_STEP = 10000, 1000
-- Instructions charged for the start of a coroutine, for the same reason.
local COROUTINE_COST = SHORT_STEP // 2
-- The host's own Lua works for mods, too: it gets its own budget, this many times as large.
local HOST_FACTOR = 10
-- Bytes that are freed when memory runs out, so that the error can be reported.
local RESERVE = 1 << 18
-- Instructions for `__close` metamethods after the end of a call.
local CLOSING_BUDGET = 10000000

-- This many instructions mean no limit.
local UNLIMITED = 1 << 53

local MOD_SIGN = byte("@")
local INSTRUCTIONS_MESSAGE = "the budget of instructions is used up"

-- Instructions left, for mods and for the host's own Lua.
local mods_left, host_left = 0, 0
-- Why the call is dead: message, kind (instructions, time, memory, or raised for an error of Python), frames, and the
-- number of the Python error.
local dead, kind, frames, number
-- Chunk and line where a mod last ran, for calls that die while no mod is on the stack.
local last_source, last_line
-- When the call must end, by processor time and by wall time in whole seconds; nil for no limit.
local processor_deadline, wall_deadline
-- Whether `__close` metamethods run after the end of the call.
local closing = false
-- A string that holds RESERVE bytes.
local reserve

local hook, short_hook

local function kill(message, reason, at, error_number)
  dead, kind, number = message, reason, error_number
  frames = at or errors.frames(2)
  if not frames[1] and last_source then
    frames[1] = { sub(last_source, 2), last_line, "", "" }
  end
  sethook(hook, "", 1)
  error(dead, 0)
end

local function count(step)
  local info = getinfo(3, "Sl")
  local is_mod = byte(info.source) == MOD_SIGN
  if dead then
    -- The host's own functions clean up on the way out.
    if is_mod then
      error(dead, 0)
    end
  elseif is_mod then
    last_source, last_line = info.source, info.currentline
    mods_left = mods_left - step
    if mods_left <= 0 then
      if closing then
        error("closing takes too long", 0)
      end
      kill(INSTRUCTIONS_MESSAGE, "instructions")
    elseif wall_deadline and not closing and (clock() > processor_deadline or time() > wall_deadline) then
      kill("the time is up", "time")
    end
  else
    host_left = host_left - step
    if host_left <= 0 and not closing then
      kill(INSTRUCTIONS_MESSAGE, "instructions")
    end
  end
end

function hook()
  count(STEP)
end

function short_hook()
  count(SHORT_STEP)
end

-- Resets the budgets for a new call into mods.
function M.begin()
  mods_left, host_left = py.instructions, py.instructions * HOST_FACTOR
  dead, kind, frames, number, closing = nil, nil, nil, nil, false
  last_source, last_line = nil, nil
  reserve = reserve or rep("x", RESERVE)
end

-- Limits the running call and all calls after it to so many seconds together. The parent process measures time more
-- exactly, but does not know the line of the mod.
function M.stop_after(seconds)
  processor_deadline, wall_deadline = clock() + seconds, time() + seconds
end

-- The count hook more than doubles the time of an instruction, so there is none without a limit.
local is_limited = py.instructions < UNLIMITED

-- Counts the instructions of a thread.
function M.watch(thread)
  if is_limited then
    sethook(thread, hook, "", STEP)
  end
end

-- Creates a coroutine and counts its instructions.
function M.create(fn)
  local thread = create(fn)
  if is_limited then
    sethook(thread, short_hook, "", SHORT_STEP)
    mods_left = mods_left - COROUTINE_COST
  end
  return thread
end

-- Charges work that is done without instructions of Lua.
function M.charge(instructions)
  mods_left = mods_left - instructions
  if mods_left <= 0 and not closing then
    kill(INSTRUCTIONS_MESSAGE, "instructions")
  end
end

-- Raises the error that the call died of, if it is dead.
function M.check()
  if dead then
    error(dead, 0)
  end
end

function M.is_dead()
  return dead ~= nil
end

-- Ends the call because Lua is out of memory; `at` are the frames that asked for it, or nil.
function M.out_of_memory(at)
  M.free_reserve()
  kill(vm_errors.OUT_OF_MEMORY, "memory", at)
end

-- The same for a call that has ended already.
function M.die_of_memory(at)
  M.free_reserve()
  dead, kind, frames = vm_errors.OUT_OF_MEMORY, "memory", at
end

-- Ends the call because of the Python error with that number.
function M.die(message, error_number)
  kill(message, "raised", nil, error_number)
end

-- Starts to run `__close` metamethods of a thread that has ended, with a small budget.
function M.begin_closing(thread)
  closing, mods_left = true, CLOSING_BUDGET
  M.watch(thread)
end

function M.end_closing()
  closing = false
end

-- Frees the reserve, and collects: after memory ran out during a collection, Lua collects only when it is asked to.
function M.free_reserve()
  reserve = nil
  collectgarbage()
end

-- Returns `fn(…)`, for functions that build large strings: Lua raises a memory error for a large buffer without
-- collecting first.
function M.collecting(fn, ...)
  local ok, result = pcall(fn, ...)
  if ok then
    return result
  end
  if result == vm_errors.OUT_OF_MEMORY then
    collectgarbage()
  end
  -- Called from here, an error about the arguments has the right text.
  return fn(...)
end

-- Why the call is dead: message, kind, frames, number of the Python error.
function M.cause()
  return dead, kind, frames, number
end

return M
