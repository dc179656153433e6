-- Budgets: the instructions (`--instructions`), time and memory that a call into mods may use. In one file: all hooks
-- share its counters, also the one that samples for the profiler.
-- When a budget is used up, the call is dead: the count hook raises an error at every instruction of a mod, and
-- everything that could catch the error (see protect) raises it again, so the call ends.

local import, py = ...
local errors = import "core/errors"
local vm_errors = import "core/sandbox/vm_errors"

local sethook, gethook, getinfo, getlocal = debug.sethook, debug.gethook, debug.getinfo, debug.getlocal
local time = os.time
local byte, rep, sub = string.byte, string.rep, string.sub
local math_type = math.type
local collectgarbage, error, next, pcall = collectgarbage, error, next, pcall
local select, setmetatable, type = select, setmetatable, type
local create, running = coroutine.create, coroutine.running

local M = {}

-- Instructions between two looks at the clock; and while instructions are slow: they copy or compare long texts. LOOK
-- is a prime number: otherwise the steps of a loop of the host and a mod could all end in functions of the host.
local LOOK, SLOW_STEP = 997, 10
-- Instructions between two samples of a profiler; a prime number, too.
local SAMPLE = 4999
-- Instructions after which a step is counted. The step is shorter in coroutines, because a coroutine that ends before
-- its first step is never counted.
local STEP, SHORT_STEP = 11 * LOOK, LOOK
-- Instructions are slow after so many looks in a row, each in another second, until a second has so many slow steps.
local SLOW_LOOKS, QUICK_CALLS = 2, 100
-- Instructions charged for the start of a coroutine, for the same reason.
local COROUTINE_COST = SHORT_STEP // 2
-- The host's own Lua works for mods, too: it gets its own budget, this many times as large.
local HOST_FACTOR = 10
-- Instructions after the end of the budget in which a mod is looked for.
local SEARCH = 100000
-- Bytes that are freed when memory runs out, so that the error can be reported.
local RESERVE = 1 << 18
-- An instruction with `...` copies all its values. A function with more values than this is charged for them, at each
-- step: as many instructions as the step has, for each MANY_VALUES of them.
local MANY_VALUES = 128
-- Texts up to this length, and arguments up to this number, cost nothing extra.
local LONG, MANY_ARGUMENTS = 256, 16
-- Bytes that C reads and examines, or only fills, in the time of an instruction.
local BYTES_READ, BYTES_FILLED = 8, 64

local MOD_SIGN = byte("@")
local INSTRUCTIONS_MESSAGE = "the budget of instructions is used up"

-- Instructions left, for mods and for the host's own Lua.
local mods_left, host_left = 0, 0
-- Why the call is dead: message; kind (instructions, time, memory, interrupt, or raised for an error of Python);
-- frames; the number of the Python error, or what interrupted the call.
local dead, kind, frames, number
-- Chunk and line where a mod last ran, for calls that die while no mod is on the stack.
local last_source, last_line
-- The file that was compiled last.
local compiled_file
-- When the call may end for want of time, in whole seconds of `time`; nil for no limit. From then on Python, whose
-- clock is exact, is asked at each step.
local soonest
-- When Python was last asked. It is asked once a second in any case, for a Ctrl-C takes effect only while Python runs.
local asked
-- A string that holds RESERVE bytes.
local reserve

local hook, short_hook, slow_hook

-- More than any budget: what is charged never wraps, and what is left is never negative.
local MOST_CHARGED = 1 << 53

-- Charges the mods `amount` times `cost` instructions (1 by default). The amount may be any value that `#` returns for
-- a table of a mod. Returns the instructions that were charged.
local function spend(amount, cost)
  local number_type = math_type(amount)
  if number_type ~= "integer" or cost then
    amount = number_type and amount * 1.0 * (cost or 1) or 0.0
    -- NaN is below nothing.
    amount = not (amount < MOST_CHARGED) and MOST_CHARGED or amount > 0 and amount // 1 | 0 or 0
  elseif amount < 0 then
    amount = 0
  elseif amount > MOST_CHARGED then
    amount = MOST_CHARGED
  end
  mods_left = amount < mods_left and mods_left - amount or 0
  return amount
end

-- Called by a profiler at each step, whose length is then always the same; nil without a profiler.
local sampler

local function kill(message, reason, at, error_number)
  if dead then
    error(dead, 0)
  end
  dead, kind, number = message, reason, error_number
  frames = at or errors.frames(2)
  if not frames[1] and last_source then
    frames[1] = { sub(last_source, 2), last_line, "", "" }
  elseif not frames[1] and compiled_file then
    frames[1] = { compiled_file, 1, "", "" }
  end
  sethook(hook, "", 1)
  error(dead, 0)
end

-- Called with each look at the exact clock; nil without a debugger.
local look

function M.on_look(fn)
  look = fn
end

-- Asks Python when the second is a new one, or always: where a profiler counts the instructions of this function, the
-- clock must not decide how many there are.
local function check_time(always)
  local now = time()
  if always or now ~= asked or soonest and now >= soonest then
    asked = now
    local ok, is_up = pcall(py.is_time_up, last_source and sub(last_source, 2) or compiled_file, last_line or 1)
    if not ok then
      M.interrupt(is_up)
    elseif is_up then
      kill("the time is up", "time")
    elseif look then
      look()
    end
  end
end

-- Returns the instructions that a step of the function at a level costs: more than it has if the function has many
-- values in `...`.
local function cost_of(step, level)
  local values = MANY_VALUES
  if not getlocal(level + 1, -values) then
    return step
  end
  repeat
    values = values * 2
  until not getlocal(level + 1, -values)
  return step * values // MANY_VALUES
end

-- Ends a call whose instructions were used up in functions of the host: when a mod runs next, so that the error names
-- its line, or after SEARCH instructions.
local function kill_in_mod()
  local left = SEARCH
  sethook(function()
    left = left - 1
    if left == 0 or byte(getinfo(2, "S").source) == MOD_SIGN then
      kill(INSTRUCTIONS_MESSAGE, "instructions")
    end
  end, "", 1)
end

-- Counts the instructions of the function at a level.
local function count(step, level)
  local info = getinfo(level, "Sl")
  local is_mod = byte(info.source) == MOD_SIGN
  if dead then
    -- The host's own functions clean up on the way out.
    if is_mod then
      error(dead, 0)
    end
  elseif is_mod then
    last_source, last_line = info.source, info.currentline
    spend(cost_of(step, level))
    if mods_left <= 0 then
      kill(INSTRUCTIONS_MESSAGE, "instructions")
    end
    check_time()
  else
    host_left = host_left - step
    -- A cycle is charged to the mod that the host works for.
    -- Time before a mod runs, such as for loading the host, is no fault of a mod. The steps of a loop may all end
    -- in functions of the host, so its mod is looked for on the stack.
    if not last_source then
      local file, line = errors.where()
      last_source, last_line = file and "@" .. file, line
    end
    if host_left <= 0 or step == 0 and mods_left <= 0 then
      if not last_source then
        return kill_in_mod()
      end
      kill(INSTRUCTIONS_MESSAGE, "instructions")
    end
    if last_source then
      check_time()
    end
  end
end

-- Cycles of the garbage collector that cost nothing in one step: a mod that fills its memory runs out of that first.
local FREE_CYCLES = 8
-- Cycles of the garbage collector, and instructions counted, since the last STEP was full.
local cycles, counted = 0, 0
-- Coroutine -> the step of its hook, for coroutines whose hook has to count a cycle at the next instruction.
local hurried = {}

-- Counts a step. One that came early counts the bytes of the cycle instead, and returns the hook to its step.
local function count_step(fn, step, level)
  local thread = next(hurried) and running()
  if thread and hurried[thread] and not dead then
    sethook(fn, "", hurried[thread])
    hurried[thread] = nil
    spend(collectgarbage "count", 1024 / BYTES_FILLED)
    count(0, level)
  else
    counted = counted + step
    if counted >= STEP then
      cycles, counted = 0, 0
    end
    count(step, level)
  end
end

-- Instructions since `hook` last counted.
local uncounted = 0
-- The second at the last look at the clock; and looks in a row at each of which it was another one.
local second, slow_looks = 0, 0
-- Calls of `slow_hook` since the second began.
local calls_in_second = 0

-- Counts a step of `fn`. When looks take about a second, `slow_hook` replaces `fn`.
local function look_and_count(fn, step)
  local now = time()
  slow_looks = now ~= second and slow_looks + 1 or 0
  second = now
  if slow_looks > SLOW_LOOKS and not dead then
    slow_looks, calls_in_second = 0, 0
    sethook(slow_hook, "", SLOW_STEP)
  end
  count_step(fn, step, 5)
end

function hook()
  uncounted = uncounted + LOOK
  if uncounted >= STEP or time() ~= second or dead or next(hurried) or getlocal(2, -MANY_VALUES) then
    local step = uncounted
    uncounted = 0
    look_and_count(hook, step)
  end
end

function short_hook()
  look_and_count(short_hook, SHORT_STEP)
end

function slow_hook()
  local now = time()
  calls_in_second = now == second and calls_in_second + 1 or 0
  second = now
  if calls_in_second > QUICK_CALLS and not dead then
    sethook(hook, "", LOOK)
  end
  count_step(slow_hook, SLOW_STEP, 4)
end

-- Looks at the clock often until instructions prove quick: there may be a new text of many megabytes.
local function expect_slow_instructions()
  if gethook() == hook and not dead and not sampler then
    calls_in_second = 0
    sethook(slow_hook, "", SLOW_STEP)
  end
end

-- Charges for memory that C filled with long texts and tables. The collector finishes a cycle when about as much memory
-- was allocated as is in use; Lua code without such functions rarely gets there twice in one step.
local function watch_collector()
  setmetatable({}, { __gc = function()
    if sampler then
      return
    end
    watch_collector()
    cycles = cycles + 1
    local fn, _, step = gethook()
    local thread = running()
    if cycles > FREE_CYCLES and fn and not dead and not hurried[thread] then
      -- No error leaves a finalizer, and the collector tells it nothing.
      hurried[thread] = step
      sethook(fn, "", 1)
    else
      expect_slow_instructions()
    end
  end })
end
watch_collector()
-- A cycle in many steps, one for each allocation, ends long after a text of many megabytes was made.
collectgarbage("param", "stepmul", 0)

-- Resets the budgets for a new call into mods.
function M.begin()
  mods_left, host_left = py.instructions, py.instructions * HOST_FACTOR
  dead, kind, frames, number = nil, nil, nil, nil
  last_source, last_line, compiled_file = nil, nil, nil
  hurried, cycles, counted = {}, 0, 0
  second, slow_looks, uncounted = time(), 0, 0
  reserve = reserve or rep("x", RESERVE)
  M.restart_clock()
end

-- Gives a call that a debugger stopped new time.
function M.restart_clock()
  if py.has_clock then
    soonest = time() + py.start_clock() // 1
  end
end

-- The count hook more than doubles the time of an instruction, so there is none without a limit.
local is_limited = py.is_limited

-- State of the generator that draws the length of the first step of a thread.
local draw = 1

-- Returns a length from 1 to SAMPLE: threads shorter than a step are sampled as often as they should be.
local function first_step()
  draw = draw * 1103515245 + 12345 & 0x7fffffff
  return (draw >> 8) % SAMPLE + 1
end

-- Calls `sample(instructions)` at each step, as a profiler needs it: the steps depend on nothing but the instructions
-- of mods, so there are no shorter ones for what takes long. `sample` runs two levels above the function.
function M.sample_with(sample)
  sampler, is_limited = sample, true
  function hook()
    if not dead then
      sample(SAMPLE)
    end
    count(SAMPLE, 3)
    if not dead then
      -- The instructions of this function count, too; the next step begins here.
      sethook(hook, "", SAMPLE)
    end
  end
  -- No finalizer runs from now on.
  collectgarbage()
end

-- Counts the instructions of a thread.
function M.watch(thread)
  if is_limited then
    sethook(thread, hook, "", sampler and first_step() or LOOK)
  end
end

-- Lowers the instructions that are left for mods, and returns how many there were; or sets how many there are.
function M.limit(most)
  local before = mods_left
  mods_left = most < mods_left and most or mods_left
  return before
end

function M.restore(instructions)
  mods_left = instructions
end

-- Creates a coroutine and counts its instructions.
function M.create(fn)
  local thread = create(fn)
  if is_limited then
    sethook(thread, sampler and hook or short_hook, "", sampler and first_step() or SHORT_STEP)
    spend(COROUTINE_COST)
  end
  return thread
end

-- Charges work that is done without instructions of Lua; with `cost`, that much for each of `instructions`.
function M.charge(instructions, cost)
  -- Most amounts are small: one test finds that nothing can wrap.
  if not cost and math_type(instructions) == "integer" and instructions >= 0
    and instructions < STEP and instructions < mods_left then
    mods_left = mods_left - instructions
    return
  end
  instructions = spend(instructions, cost)
  if mods_left <= 0 then
    kill(INSTRUCTIONS_MESSAGE, "instructions")
  elseif instructions >= STEP then
    expect_slow_instructions()
    check_time(sampler)
  end
end

-- Charges for a number of bytes that C reads or writes, when it is large.
function M.charge_bytes(bytes)
  if bytes > LONG then
    M.charge(bytes // BYTES_READ)
  end
end

-- Charges for a number of bytes that C copies or fills, when it is large.
function M.charge_copy(bytes)
  if bytes > LONG then
    M.charge(bytes // BYTES_FILLED)
  end
end

-- Charges for the arguments of a function of C that handles each, when they are many.
function M.charge_arguments(...)
  local arguments = select("#", ...)
  if arguments > MANY_ARGUMENTS then
    M.charge(arguments)
  end
end

-- Notes the file of a mod that is compiled, for calls that die before a mod runs.
function M.note_file(name)
  compiled_file = name
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

-- Ends the call because of what Python raised outside of a service, where only a signal can: Ctrl-C. Lua sees it as a
-- userdata, which nothing else is. Other errors are raised again.
function M.interrupt(exception)
  if type(exception) == "userdata" then
    kill("interrupted", "interrupt", nil, exception)
  end
  error(exception, 0)
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

-- Why the call is dead: message, kind, frames, and number of the Python error or what interrupted the call.
function M.cause()
  return dead, kind, frames, number
end

return M
