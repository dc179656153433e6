-- Tasks and delayed callbacks: coroutines that wait in game time.

local import, py = ...
local blame = import "host/blame"
local handles = import "host/handles"
local loader = import "host/loader"
local protect = import "host/protect"

local finish = blame.finish
local create, resume, status = protect.create, protect.resume_or_die, coroutine.status
local error, next, rawset, setmetatable, tointeger, type = error, next, rawset, setmetatable, math.tointeger, type

local MOST_TASKS = 10000
-- In milliseconds: longer than any play.
local MOST_WAIT = 1 << 52

local M = {}

-- { thread, due (ms of game time), number (in order of arrival), context }
local tasks, count = {}, 0
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

-- Runs a task until it ends or waits; true when it waits, with how long.
local function run(task)
  local before = current_context
  local back <close> = setmetatable({}, {
    __close = function()
      set_context(before)
    end,
  })
  set_context(task.context)
  local wait = resume(task.thread)
  return status(task.thread) ~= "dead", wait
end

local function sleep(task, now, wait)
  local ms = tointeger(wait) or 1
  task.due = now + (ms < 1 and 1 or ms < MOST_WAIT and ms or MOST_WAIT)
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

-- The tasks are a binary heap, the next one first.
local function comes_before(a, b)
  return a.due < b.due or a.due == b.due and a.number < b.number
end

local function push(task)
  local at = #tasks + 1
  while at > 1 and comes_before(task, tasks[at // 2]) do
    tasks[at] = tasks[at // 2]
    at = at // 2
  end
  tasks[at] = task
end

local function pop()
  local last = table.remove(tasks)
  local n, at = #tasks, 1
  if n == 0 then
    return
  end
  while 2 * at <= n do
    local child = 2 * at
    if child < n and comes_before(tasks[child + 1], tasks[child]) then
      child = child + 1
    end
    if not comes_before(tasks[child], last) then
      break
    end
    tasks[at] = tasks[child]
    at = child
  end
  tasks[at] = last
end

-- Runs a function of a mod now; if it waits, it becomes a task.
function M.run_now(fn, context, now)
  local task = { thread = thread_of(fn), context = context }
  local waits, wait = run(task)
  if waits then
    count = count + 1
    task.number = count
    sleep(task, now, wait)
    push(task)
  end
end

-- Has a function of a mod run during play, from now on.
function M.add(fn, now)
  if #tasks >= MOST_TASKS then
    blame.raise("kts.AddTask: there are " .. MOST_TASKS .. " tasks already: that is the most there may be")
  end
  count = count + 1
  push { thread = thread_of(fn), due = now, number = count }
end

-- A new game begins: nothing of the old one goes on.
function M.forget_all()
  tasks, count = {}, 0
  set_context(nil)
  handles.forget("creature")
  handles.forget("player")
  handles.forget_copies("tile")
end

-- Runs tasks until game time `stop` (ms), the earliest first.
function M.run_until(stop)
  while #tasks > 0 do
    local task = tasks[1]
    if task.due > stop then
      break
    end
    finish(py.set_clock(task.due))
    pop()
    local waits, wait = run(task)
    if waits then
      sleep(task, task.due, wait)
      push(task)
    end
  end
  finish(py.set_clock(stop))
end

return M
