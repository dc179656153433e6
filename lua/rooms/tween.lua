-- tween: function calls at a later time of the game clock.

local import = ...
local errors = import "core/errors"
local clock = import "core/game/clock"
local protect = import "core/sandbox/protect"
local signatures = import "core/border/signatures"
local proxies = import "core/sandbox/proxies"

local raise = errors.raise

local function to_milliseconds(seconds, caller)
  if not clock.has_begun() then
    raise(caller .. " is called while mods load, and the game hasn't started: time passes only in a game")
  end
  return seconds * 1000 // 1 | 0
end

local function call(event)
  event.fn(table.unpack(event.arguments, 1, event.arguments.n))
end

-- Runs the function in its own coroutine: if it yielded in the coroutine of the clock, it would stop the clock.
local function run(event)
  local thread = protect.create(call)
  protect.resume_or_die(thread, event)
  if coroutine.status(thread) == "suspended" then
    coroutine.close(thread)
    raise "tween.delay: its function yielded: a delayed function must not yield"
  end
end

-- Makes the table `tween` of a mod, which can stop only its own delays.
return function(mod)
  local tween = {}

  function tween.delay(seconds, fn, ...)
    local ms = to_milliseconds(seconds, "tween.delay")
    if clock.is_full() then
      raise("tween.delay: " .. clock.MOST .. " delays wait already: there may be at most " .. clock.MOST)
    end
    local event = {
      due = clock.later(clock.now(), ms), run = run, fn = fn, arguments = table.pack(...), delay_of = mod,
    }
    clock.wait(event)
    return event.number
  end

  function tween.stop(id)
    clock.cancel(function(event)
      return event.delay_of == mod and event.number == id
    end)
  end

  function tween.stopAll()
    clock.cancel(function(event)
      return event.delay_of == mod
    end)
  end
  tween.resetAll = tween.stopAll

  -- Advances the game clock, for tests.
  function tween.advance(seconds)
    clock.run_until(clock.now() + to_milliseconds(seconds, "tween.advance"))
  end

  return proxies.fixed("tween", signatures.apply("rooms", "tween", tween))
end
