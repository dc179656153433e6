-- tween: what happens later, on the clock of the game.

local import = ...
local errors = import "core/errors"
local clock = import "core/game/clock"
local protect = import "core/sandbox/protect"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"
local proxies = import "core/sandbox/proxies"

local raise = errors.raise
local huge, math_type = math.huge, math.type
local close, status = coroutine.close, coroutine.status
local pack, unpack = table.pack, table.unpack

local MOST_SECONDS = 1e9

local function milliseconds(seconds, what)
  if not math_type(seconds) or seconds ~= seconds or seconds < 0 or seconds == huge or seconds > MOST_SECONDS then
    raise(what .. ": seconds is " .. text.shown(seconds) .. ": must be a number between 0 and 1e9")
  elseif not clock.has_begun() then
    raise(what .. " is called while mods load, and the game hasn't started: time passes only in a game")
  end
  return seconds * 1000 // 1 | 0
end

local function call(event)
  event.fn(unpack(event.arguments, 1, event.arguments.n))
end

-- In a coroutine of its own: one that yields would else take the clock with it, and time would pass for nobody.
local function run(event)
  local thread = protect.create(call)
  protect.resume_or_die(thread, event)
  if status(thread) == "suspended" then
    close(thread)
    raise "tween.delay: its function yielded: what happens in time cannot wait"
  end
end

-- The table tween of a mod: its delays are its own to stop.
return function(mod)
  local tween = {}

  function tween.delay(seconds, fn, ...)
    local ms = milliseconds(seconds, "tween.delay")
    if clock.is_full() then
      raise("tween.delay: " .. clock.MOST .. " things wait for their time already: that is the most there may be")
    end
    local event = { due = clock.later(clock.now(), ms), run = run, fn = fn, arguments = pack(...), delay_of = mod }
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

  -- Lets game time pass, as tests do.
  function tween.advance(seconds)
    clock.run_until(clock.now() + milliseconds(seconds, "tween.advance"))
  end

  return proxies.fixed("tween", signatures.apply("rooms", "tween", tween))
end
