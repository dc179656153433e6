-- Tasks and delayed callbacks: coroutines that wait in game time.

local import, py = ...
local errors = import "core/errors"
local failures = import "core/sandbox/failures"
local clock = import "core/game/clock"
local codecs = import "core/save/codecs"
local events = import "core/game/events"
local handles = import "core/border/handles"
local loader = import "core/loader"
local protect = import "core/sandbox/protect"
local saved_game = import "core/save/game"
local text = import "core/sandbox/text"

local create, pcall, resume, status = protect.create, protect.pcall, protect.resume_or_die, coroutine.status
local error, next, rawset, type = error, next, rawset, type
local floor, huge = math.floor, math.huge

local M = {}

-- The context of the running task. A task is an event of the clock with a thread, a context, and name and mod for
-- messages.
local current_context

-- `cxt` is a global of every mod while a callback runs.
local function set_context(context)
  current_context = context
  for _, mod in next, loader.by_number do
    rawset(mod.env, "cxt", context)
  end
end

protect.on_death(function()
  set_context(nil)
end)

-- Reports that a function of a mod failed: the players read a message of that kind. In strict mode the run ends.
function M.report_error(name, mod, kind, message)
  if events.is_strict() then
    error(message, 0)
  end
  py.kts_report_error(name, mod, kind, failures.text_of(message))
end

local run_due

-- Runs a task until it ends or waits. An error ends only the task.
local function run(task, now)
  local before = current_context
  local _ <close> = protect.guard(function()
    set_context(before)
  end)
  set_context(task.context)
  local ok, wait
  if events.is_strict() then
    ok, wait = true, resume(task.thread)
  else
    ok, wait = pcall(resume, task.thread)
  end
  if not ok then
    M.report_error(task.name, task.mod, "lua_error_is", wait)
  elseif status(task.thread) ~= "dead" then
    local ms = type(wait) == "number" and wait >= 0 and wait < huge and floor(wait)
    if not ms then
      local at = errors.frames_of(task.thread)[1]
      M.report_error(task.name, task.mod, "lua_error_is", (at and at[1] .. ":" .. at[2] .. ": " or "")
        .. "coroutine.yield is called with " .. text.shown(wait) .. ": must be called with milliseconds, 0 or more")
      return
    end
    task.due, task.run = clock.later(now, ms), run_due
    clock.wait(task)
  end
end

function run_due(task)
  if not py.kts_is_over() then
    run(task, task.due)
  end
end

-- A coroutine for a function or a callable table.
local function new_thread(fn)
  return create(type(fn) == "function" and fn or function()
    return fn()
  end)
end

-- Runs a function of a mod now; when it waits, it becomes a task. `name` is what messages call it.
function M.run_now(fn, context, now, name, mod)
  run({ thread = new_thread(fn), context = context, name = name, mod = mod }, now)
end

-- Returns what a function of a mod answers in a context: its first result. An error is reported, and answers nothing.
function M.ask(fn, context, name, mod)
  local before = current_context
  local _ <close> = protect.guard(function()
    set_context(before)
  end)
  set_context(context)
  local ok, answer = pcall(errors.call, fn)
  if not ok then
    M.report_error(name, mod, "lua_error_is", answer)
    return nil
  end
  return answer
end

-- Raises an error when as many tasks wait as may.
function M.refuse_more()
  if clock.is_full() then
    errors.raise("kts.AddTask: there are " .. clock.MOST .. " tasks: must be at most " .. clock.MOST)
  end
end

-- No save holds coroutines.
codecs.add {
  kind = "tasks",
  order = 9,
  live = function() return {} end,
  settle = function(in_memory)
    local number = not in_memory and saved_game.is_attached() and clock.count(run_due) or 0
    if number > 0 then
      py.warn("tasks of kts are not saved: " .. (number == 1 and "1 waits and ends" or number .. " wait and end")
        .. " here, unless the mod adds " .. (number == 1 and "it" or "them") .. " again when the game continues")
    end
  end,
}

-- Drops the context and the handles of the game before.
function M.reset()
  set_context(nil)
  handles.forget("creature")
  handles.forget("player")
  handles.forget_copies("tile")
end

return M
