-- Tasks and delayed callbacks: coroutines that wait in game time.

local import = ...
local errors = import "core/errors"
local clock = import "core/game/clock"
local handles = import "core/border/handles"
local loader = import "core/loader"
local protect = import "core/sandbox/protect"

local create, resume, status = protect.create, protect.resume_or_die, coroutine.status
local next, rawset, tointeger, type = next, rawset, math.tointeger, type

local M = {}

-- The context of the running task. A task is an event of the clock, with a thread and a context.
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

local run_due

-- Runs a task until it ends or waits.
local function run(task, now)
  local before = current_context
  local _ <close> = protect.guard(function()
    set_context(before)
  end)
  set_context(task.context)
  local wait = resume(task.thread)
  if status(task.thread) ~= "dead" then
    task.due, task.run = clock.later(now, tointeger(wait) or 1), run_due
    clock.wait(task)
  end
end

function run_due(task)
  run(task, task.due)
end

-- A coroutine for a function or a callable table.
local function new_thread(fn)
  return create(type(fn) == "function" and fn or function()
    return fn()
  end)
end

-- Runs a function of a mod now; when it waits, it becomes a task.
function M.run_now(fn, context, now)
  run({ thread = new_thread(fn), context = context }, now)
end

-- Adds a task that runs during play.
function M.add(fn, now)
  if clock.is_full() then
    errors.raise("kts.AddTask: there are " .. clock.MOST .. " tasks: must be at most " .. clock.MOST)
  end
  clock.wait { thread = new_thread(fn), due = now, run = run_due }
end

-- Drops the context and the handles of the game before.
function M.reset()
  set_context(nil)
  handles.forget("creature")
  handles.forget("player")
  handles.forget_copies("tile")
end

return M
