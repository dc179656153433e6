-- The private state of worlds.

local import = ...
local class = import "actions/class"
local constants = import "actions/constants"
local errors = import "core/errors"

local Layers = constants.Layers

local M = {}

-- Layer -> the group of entities that act together.
M.groups = {
  [Layers.floor] = "floors", [Layers.misc] = "misc", [Layers.trap] = "traps", [Layers.gold] = "gold",
  [Layers.wall] = "walls", [Layers.projectile] = "projectiles", [Layers.dropped] = "dropped", [Layers.real] = "reals",
  [Layers.player] = "reals",
}
M.group_names = { "reals", "floors", "walls", "traps", "projectiles", "misc", "dropped", "gold" }

-- world -> state: api (the functions of Python, bound to the mod that created the world), mod, world, number (of the
-- map), store, grid_state, lists (group -> entities in order of creation, without floors and walls that never act),
-- players, touched (floors and walls with events in this turn), ground_version (grows when floors or walls come or go),
-- changes_count, someone_died, running (the coroutine of the running turn), renderer; and the hooks listener, on_error
-- and before_end. Where kts plays: knight_class (of the entities of knights), and the hook on_creature(entity), called
-- for each creature that comes.
local states = setmetatable({}, { __mode = "k" })
M.states = states

-- The state of a world; raises for anything else. `method` is the method of World that was called.
function M.state_of(world, method)
  local state = states[world]
  if not state then
    errors.raise("World." .. method .. ": self is " .. class.type_name(world)
      .. ": must be a world (call it with a colon)")
  end
  return state
end

-- Whether a turn of the world runs. One whose coroutine died of an error has ended: Lua does not run `__close` then.
function M.is_turn_running(state)
  return state.running ~= nil and coroutine.status(state.running) ~= "dead"
end

-- The entities of a list that are not dead, as a new list.
function M.living(list)
  local living = {}
  for i = 1, #list do
    if not list[i].dead then
      living[#living + 1] = list[i]
    end
  end
  return living
end

return M
