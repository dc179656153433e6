-- The clock of a game, in milliseconds of game time, for play, turns and tests; and the events that wait for it. It is
-- the only one: `Game.clock` of Python is a copy, and seconds of a world (lua/areas/modules/world.lua) and delays pass
-- with it. Turns of actions take no time. Limits of real time are measured elsewhere: in the parent process
-- (host/process/child.py) and in core/sandbox/budget, which knows the line of the mod.

local import, py = ...
local errors = import "core/errors"
local protect = import "core/sandbox/protect"

local M = {}

-- Longer than any play.
local MOST_WAIT = 1 << 52
local MOST_WAITING = 10000

-- Waiting events: a binary heap with the next one on top. An event has due (ms), number (order of arrival) and
-- run(event).
local events, count = {}, 0
local now = 0
-- Whether there is a game for which time can pass.
local begun = false
-- Whether due events run.
local passing = false

protect.on_death(function()
  passing = false
end)

local function comes_before(a, b)
  return a.due < b.due or a.due == b.due and a.number < b.number
end

local function push(event)
  local at = #events + 1
  while at > 1 and comes_before(event, events[at // 2]) do
    events[at] = events[at // 2]
    at = at // 2
  end
  events[at] = event
end

local function pop()
  local last = table.remove(events)
  local n, at = #events, 1
  if n == 0 then
    return
  end
  while 2 * at <= n do
    local child = 2 * at
    if child < n and comes_before(events[child + 1], events[child]) then
      child = child + 1
    end
    if not comes_before(events[child], last) then
      break
    end
    events[at] = events[child]
    at = child
  end
  events[at] = last
end

-- The game time, in milliseconds.
function M.now()
  return now
end

function M.has_begun()
  return begun
end

-- Whether `MOST` events wait.
function M.is_full()
  return #events >= MOST_WAITING
end
M.MOST = MOST_WAITING

-- How many of the waiting events have the function `run`.
function M.count(run)
  local number = 0
  for i = 1, #events do
    number = number + (events[i].run == run and 1 or 0)
  end
  return number
end

-- Calls event.run(event) at event.due. Events that are due together run in order of arrival; an event that waits again
-- keeps its number.
function M.wait(event)
  if not event.number then
    count = count + 1
    event.number = count
  end
  push(event)
end

-- Returns the time in `ms` milliseconds, at least 1.
function M.later(from, ms)
  return from + (ms < 1 and 1 or ms < MOST_WAIT and ms or MOST_WAIT)
end

-- Removes the events for which `is_meant(event)` holds.
function M.cancel(is_meant)
  local left = {}
  for i = 1, #events do
    if not is_meant(events[i]) then
      left[#left + 1] = events[i]
    end
  end
  events = {}
  for i = 1, #left do
    push(left[i])
  end
end

local function set(ms)
  now = ms
  py.set_clock(ms)
end

-- Passes time until `stop` (ms) and runs events that are due, the earliest first.
function M.run_until(stop)
  if passing then
    errors.raise("time is passing already: what happens in time cannot make it pass")
  end
  local back <close> = protect.guard(function()
    passing = false
  end)
  passing = true
  while #events > 0 and events[1].due <= stop do
    local event = events[1]
    set(event.due)
    pop()
    event:run()
  end
  set(stop)
end

-- Passes `ms` milliseconds.
function M.pass(ms)
  M.run_until(M.later(now, ms))
end

-- Continues from the time of a save. Events keep their distance from now.
function M.restore(ms)
  for i = 1, #events do
    events[i].due = events[i].due - now + ms
  end
  set(ms)
end

-- Removes all events for a new game.
function M.new_game()
  events, count, now, begun = {}, 0, 0, true
end

return M
