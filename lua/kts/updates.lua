-- What happens by itself in play: an event of the clock lets Python make the updates that are due.

local import, py = ...
local clock = import "core/game/clock"
local functions = import "core/border/functions"
local game = import "kts/game"
local objects = import "core/game/objects"
local variables = import "kts/variables"

local M = {}

-- The event of the clock, while it waits.
local waiting

-- Makes the updates that are due, and waits for the next one.
local function run()
  waiting = nil
  local now, due = clock.now(), py.kts_next_update()
  while due >= 0 and due <= now do
    objects.report_occupants()
    py.kts_update(game.respawn_function ~= nil)
    functions.do_pending(py.kts_pending())
    due = py.kts_next_update()
  end
  if due >= 0 then
    waiting = { due = due, run = run }
    clock.wait(waiting)
  end
end

-- Does the work that Python left, such as rolls, outside of functions of mods.
function M.do_pending()
  functions.do_pending(py.kts_pending())
end

-- Waits for an update that has become due earlier than the one that it waits for.
function M.wake()
  local due = waiting and py.kts_next_update() or -1
  if due >= 0 and due < waiting.due then
    clock.cancel(function(event)
      return event == waiting
    end)
    waiting = { due = due, run = run }
    clock.wait(waiting)
  end
end

-- Passes what mods set for play to Python, and lets players enter.
function M.begin()
  -- What a person can do is offered from now on.
  import "kts/controls"
  py.kts_begin_play {
    settings = variables.get "MISC_CONFIG",
    default_item = variables.get "DEFAULT_ITEM",
    dead_knights = variables.get "DEAD_KNIGHT_TILES",
  }
  if not waiting then
    run()
  end
end

-- Forgets the game before.
function M.reset()
  waiting = nil
end

return M
