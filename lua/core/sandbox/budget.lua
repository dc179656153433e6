-- What a call into mods may use up. Once that is gone, the call is dead: the count hook then raises at every instruction
-- of a mod, and all that could catch an error (see protect) raises again, so that nothing but the end is left.

local import, py = ...
local errors = import "core/errors"

local sethook, getinfo = debug.sethook, debug.getinfo
local clock, time = os.clock, os.time
local byte, rep, sub = string.byte, string.rep, string.sub
local collectgarbage, error, pcall = collectgarbage, error, pcall

local M = {}

-- Instructions between two looks. A coroutine is looked at more often, because one that ends before is never looked at.
local STEP, SHORT_STEP = 10000, 1000
-- What a coroutine is charged for beginning, therefore.
local BEGIN = SHORT_STEP // 2
-- The host's own Lua works for mods, too, and is charged apart.
local HOST_SHARE = 10
-- In bytes.
local RESERVE = 1 << 18
-- What closing may take when all is over.
local CLOSING = 10000000

-- So many instructions are no limit.
local UNLIMITED = 1 << 53

local AT = byte("@")

-- Instructions left, for mods and for the host's own Lua.
local mods_left, host_left = 0, 0
-- Why the call is dead: the message, one of the kinds that Python knows (instructions, memory, raised), and the frames.
local dead, kind, frames
-- Where a mod was last seen at work, for when the host's own Lua uses up what is left with no mod on the stack.
local seen_in, seen_at
-- When the call must be over, by the processor's clock and by that of the wall, which counts whole seconds; nil for never.
local processor_stop, wall_stop
-- While what must be closed is closed.
local closing = false
-- Given up when memory runs out, so that there is some to tell of it.
local reserve

local hook, short_hook

local function kill(message, why, where)
  dead, kind = message, why
  frames = where or errors.frames(2)
  if not frames[1] and seen_in then
    frames[1] = { sub(seen_in, 2), seen_at, "", "" }
  end
  sethook(hook, "", 1)
  error(dead, 0)
end

local function look(step)
  local info = getinfo(3, "Sl")
  local of_mod = byte(info.source) == AT
  if dead then
    -- The host's own functions clean up on the way out.
    if of_mod then
      error(dead, 0)
    end
  elseif of_mod then
    seen_in, seen_at = info.source, info.currentline
    mods_left = mods_left - step
    if mods_left <= 0 then
      if closing then
        error("closing takes too long", 0)
      end
      kill("the budget of instructions is used up", "instructions")
    elseif wall_stop and not closing and (clock() > processor_stop or time() > wall_stop) then
      kill("the time is up", "time")
    end
  else
    host_left = host_left - step
    if host_left <= 0 and not closing then
      kill("the budget of instructions is used up", "instructions")
    end
  end
end

function hook()
  look(STEP)
end

function short_hook()
  look(SHORT_STEP)
end

-- A call into mods begins.
function M.begin()
  mods_left, host_left = py.instructions, py.instructions * HOST_SHARE
  dead, kind, frames, closing = nil, nil, nil, false
  seen_in, seen_at = nil, nil
  reserve = reserve or rep("x", RESERVE)
end

-- Gives the calls that begin from now on, and the one that runs, so many seconds in all. Whoever waits for the process
-- keeps the time better, but cannot tell where in a mod it went.
function M.stop_after(seconds)
  processor_stop, wall_stop = clock() + seconds, time() + seconds
end

-- Whether there is anything to count: the hook more than doubles what an instruction takes.
local counts = py.instructions < UNLIMITED

-- Lets a thread be watched.
function M.watch(thread)
  if counts then
    sethook(thread, hook, "", STEP)
  end
end

function M.watch_coroutine(thread)
  if counts then
    sethook(thread, short_hook, "", SHORT_STEP)
    mods_left = mods_left - BEGIN
  end
end

-- Charges work that no instruction counts.
function M.charge(amount)
  mods_left = mods_left - amount
  if mods_left <= 0 and not closing then
    kill("the budget of instructions is used up", "instructions")
  end
end

-- Raises again what the call died of, if it did.
function M.check()
  if dead then
    error(dead, 0)
  end
end

function M.is_dead()
  return dead ~= nil
end

-- Lua ran out of memory; `where` are the frames of who asked for it, when they are known.
function M.out_of_memory(where)
  M.give_up_reserve()
  kill("not enough memory", "memory", where)
end

-- The same for a call that has ended already.
function M.die_of_memory(where)
  M.give_up_reserve()
  dead, kind, frames = "not enough memory", "memory", where
end

-- Python says that the call must end.
errors.die = function(message)
  kill(message, "raised")
end

-- What is left to close when the call is over may be closed, within bounds.
function M.begin_closing(thread)
  closing, mods_left = true, CLOSING
  M.watch(thread)
end

function M.end_closing()
  closing = false
end

-- Lua does not collect in need any more when memory ran out while it was collecting, until somebody asks it to.
function M.give_up_reserve()
  reserve = nil
  collectgarbage()
end

-- `fn(…)`, for what builds large texts: Lua does not collect for the sake of a buffer, and would rather have no memory.
function M.collecting(fn, ...)
  local ok, result = pcall(fn, ...)
  if ok then
    return result
  end
  if result == "not enough memory" then
    collectgarbage()
  end
  -- What is wrong with the arguments is said again, in its own words.
  return fn(...)
end

-- Why the call is dead: message, kind, frames.
function M.cause()
  return dead, kind, frames
end

return M
