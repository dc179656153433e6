-- Tasks and delayed callbacks: coroutines that wait in game time.

local import = ...
local errors = import "core/errors"
local clock = import "core/game/clock"
local handles = import "core/border/handles"
local loader = import "core/loader"
local protect = import "core/sandbox/protect"

local create, resume, status = protect.create, protect.resume_or_die, coroutine.status
local next, rawset, setmetatable, tointeger, type = next, rawset, setmetatable, math.tointeger, type

local M = {}

-- A task is an event of the clock, with a thread and a context.
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

local wake

-- Runs a task until it ends or waits; `now` is when.
local function run(task, now)
  local before = current_context
  local back <close> = setmetatable({}, {
    __close = function()
      set_context(before)
    end,
  })
  set_context(task.context)
  local wait = resume(task.thread)
  if status(task.thread) ~= "dead" then
    task.due, task.run = clock.later(now, tointeger(wait) or 1), wake
    clock.wait(task)
  end
end

function wake(task)
  run(task, task.due)
end

-- A coroutine for a function, or for a table that can be called.
local function thread_of(fn)
  if type(fn) ~= "function" then
    local callable = fn
    fn = function()
      return callable()
    end
  end
  return create(fn)
end

-- Runs a function of a mod now; if it waits, it becomes a task.
function M.run_now(fn, context, now)
  run({ thread = thread_of(fn), context = context }, now)
end

-- Has a function of a mod run during play, from now on.
function M.add(fn, now)
  if clock.is_full() then
    errors.raise("kts.AddTask: there are " .. clock.MOST .. " tasks already: that is the most there may be")
  end
  clock.wait { thread = thread_of(fn), due = now, run = wake }
end

-- A new game begins: nothing of the old one goes on.
function M.forget_all()
  set_context(nil)
  handles.forget("creature")
  handles.forget("player")
  handles.forget_copies("tile")
end

return M
