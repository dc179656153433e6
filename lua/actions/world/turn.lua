-- A turn of a world, as `World:gameLoop` plays it: players act, the others decide, act and tick layer by layer, and the
-- dead are removed.

local import = ...
local codecs = import "core/save/codecs"
local grids = import "actions/world/grid"
local table_library = import "core/sandbox/table_library"
local turn_errors = import "actions/action/errors"
local world_state = import "actions/world/state"

local ipairs, next, rawget, setmetatable, type = ipairs, next, rawget, setmetatable, type
local running = coroutine.running
local each, living = turn_errors.each, world_state.living

local M = {}

-- Phases are numbers in order: players act in the first, these groups in the next ones, and the last is the end
-- of the turn. `world.phases`, as in Dungeon Hopper, names other numbers.
local PLAYERS, END = 1, 7
-- Each with the name of the method of World that lets it act.
local acting_groups = {
  { "misc", "activateMisc" }, { "reals", "activateReals" }, { "projectiles", "activateProjectiles" },
  { "floors", "activateFloors" }, { "traps", "activateTraps" },
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

-- Sorts entities by priority, the highest first; entities of equal priority keep their order.
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

-- The changes of the turn for a renderer: a list of a list for each phase.
local function all_changes(world)
  local changes, all = world.changes, {}
  for phase = PLAYERS, END do
    all[phase] = type(changes) == "table" and rawget(changes, phase) or {}
  end
  return all
end

local function remove_dead(state)
  if state.someone_died then
    for name, list in next, state.lists do
      state.lists[name] = living(list)
    end
    local players = living(state.players)
    state.players, state.grid_state.players = players, players
    state.someone_died = false
  end
end

-- Name of a method of World -> phase(world, state), and the names of a whole turn in order. A player that died before
-- the turn has no part in it; a player that dies during the turn is found until the turn ends.
local phases, order = {}, {}
M.phases = phases

local function add_phase(name, phase)
  phases[name], order[#order + 1] = phase, name
end

add_phase("sortByPriority", function(_, state)
  remove_dead(state)
  for _, name in ipairs(sorted_groups) do
    sort(state.lists[name])
  end
end)
add_phase("executePlayerActions", function(world, state)
  world.turn, world.phase = world.turn + 1, PLAYERS
  turn_errors.turn = world.turn
  remove_dead(state)
  each(state.players, act)
end)
add_phase("calculateActions", function(_, state)
  for _, name in ipairs(deciding_groups) do
    each(state.lists[name], decide)
  end
end)
for _, group in ipairs(acting_groups) do
  local name = group[1]
  add_phase("advancePhase", function(world)
    local phase = math.tointeger(world.phase)
    world.phase = phase and phase >= PLAYERS and phase < END and phase + 1 or END
  end)
  add_phase(group[2], function(_, state)
    each(state.lists[name], act)
    each(state.lists[name], tick)
  end)
end
order[#order + 1] = "advancePhase"
add_phase("filterDead", function(world, state)
  if state.before_end then
    state.before_end()
  end
  -- The renderer sees the dead, too.
  local renderer = state.renderer
  if renderer then
    turn_errors.guard(renderer, renderer.pushChanges, all_changes(world))
  end
  remove_dead(state)
end)
add_phase("reset", function(world, state)
  world.phase = PLAYERS
  for _, list in next, state.lists do
    for i = 1, #list do
      reset(list[i])
    end
  end
  for _, entity in ipairs(state.touched) do
    reset(entity)
  end
  world.changes, state.changes_count, state.touched = { {} }, 0, {}
  grids.count_down_watchers(world.grid)
end)

-- Plays phases of a turn, by default all.
function M.play(world, state, names)
  local _ <close> = setmetatable({}, {
    __close = function()
      state.running, turn_errors.strict, turn_errors.on_report = nil, false, nil
      state.grid_state.finds_dead = false
    end,
  })
  state.running = running()
  turn_errors.turn, turn_errors.strict = world.turn, world.strict and true or false
  turn_errors.on_report = state.on_error
  state.grid_state.finds_dead = true
  for _, name in ipairs(names or order) do
    phases[name](world, state)
  end
  state.running, state.grid_state.finds_dead = nil, false
  codecs.settle()
end

return M
