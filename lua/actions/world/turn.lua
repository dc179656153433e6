-- A turn of a world: players act, the others decide, act and tick layer by layer, and the dead are removed.

local import = ...
local codecs = import "core/save/codecs"
local constants = import "actions/constants"
local grids = import "actions/world/grid"
local table_library = import "core/sandbox/table_library"
local turn_errors = import "actions/action/errors"
local world_state = import "actions/world/state"

local ipairs, next, setmetatable, type = ipairs, next, setmetatable, type
local running = coroutine.running
local each, living = turn_errors.each, world_state.living
local phases = constants.phases

local M = {}

-- The phases after that of the players, in order, and the group that acts in each.
local acting_groups = {
  { phases.Misc, "misc" }, { phases.Real, "reals" }, { phases.Projectile, "projectiles" }, { phases.Floor, "floors" },
  { phases.Trap, "traps" },
}
local sorted_groups = { "reals", "floors", "walls", "traps", "projectiles" }
local deciding_groups = { "reals", "floors", "walls", "traps", "projectiles", "misc" }

local function priority_of(entity)
  local priority = entity.priority
  return type(priority) == "number" and priority == priority and priority or 0
end

local function has_higher_priority(a, b)
  return priority_of(a) > priority_of(b)
end

-- Sorts entities by priority, the highest first; those of equal priority keep their order.
local function sort(list)
  local last
  for i = 1, #list do
    local priority = priority_of(list[i])
    if last and priority > last then
      table_library.sort(list, has_higher_priority)
      return
    end
    last = priority
  end
end

local function decide(entity)
  if not entity.dead then
    entity:calculateAction()
  end
end

local function act(entity)
  if not entity.didAction and not entity.dead then
    entity:executeAction()
  end
end

local function tick(entity)
  if not entity.dead and entity.tick then
    entity:tick()
  end
end

local function reset(entity)
  entity.didAction, entity.doingAction, entity.nextAction, entity.enclosingEvent = false, false, nil, nil
  local history = entity.history
  if history then
    history:clear()
  end
end

local function run_phases(world, state)
  local lists = state.lists
  for _, name in ipairs(sorted_groups) do
    sort(lists[name])
  end
  world.phase = phases.Player
  each(state.players, act)
  for _, name in ipairs(deciding_groups) do
    each(lists[name], decide)
  end
  for _, acting in ipairs(acting_groups) do
    world.phase = acting[1]
    each(lists[acting[2]], act)
    each(lists[acting[2]], tick)
  end
end

local function end_turn(world, state)
  local renderer = state.renderer
  if renderer then
    turn_errors.guard(renderer, renderer.pushChanges, world.changes)
  end
  if state.someone_died then
    for name, list in next, state.lists do
      state.lists[name] = living(list)
    end
    local players = living(state.players)
    state.players, state.grid_state.players = players, players
    state.someone_died = false
  end
  world.phase = phases.Player
  for _, list in next, state.lists do
    for i = 1, #list do
      reset(list[i])
    end
  end
  for _, entity in ipairs(state.touched) do
    reset(entity)
  end
  world.changes, state.changes_count, state.touched = {}, 0, {}
  grids.count_down_watchers(world.grid)
end

-- Plays a turn. Every living player must have an action.
function M.play(world, state)
  local _ <close> = setmetatable({}, {
    __close = function()
      state.running, turn_errors.strict, turn_errors.on_report = nil, false, nil
    end,
  })
  state.running, world.turn = running(), world.turn + 1
  turn_errors.turn, turn_errors.strict = world.turn, world.strict and true or false
  turn_errors.on_report = state.on_error
  run_phases(world, state)
  if state.before_end then
    state.before_end()
  end
  end_turn(world, state)
  state.running = nil
  codecs.settle()
end

return M
