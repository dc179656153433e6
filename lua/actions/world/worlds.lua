-- All worlds, by the numbers of their maps. A map has one world for all mods.

local import, py = ...
local class = import "actions/class"
local constants = import "actions/constants"
local creation = import "actions/world/creation"
local creatures = import "actions/world/creatures"
local errors = import "core/errors"
local functions = import "core/border/functions"
local grids = import "actions/world/grid"
local ground = import "actions/world/ground"
local lists = import "actions/world/lists"
local loose_items = import "actions/world/loose_items"
local objects = import "core/game/objects"
local player_control = import "actions/world/player_control"
local protect = import "core/sandbox/protect"
local vec = import "actions/vec"
local world_module = import "actions/world/world"
local world_state = import "actions/world/state"

local raise = errors.raise
local Layers, states = constants.Layers, world_state.states

local M = {
  class = world_module.class,
  DroppedItem = creation.DroppedItem,
  group_names = world_state.group_names,
  state_of = world_state.state_of,
}

-- number of a map -> its world.
local by_number = {}

function M.new_game()
  by_number = {}
end

function M.all()
  return by_number
end

local function without(list, entity)
  local others = {}
  for i = 1, #list do
    if list[i] ~= entity then
      others[#others + 1] = list[i]
    end
  end
  return others
end

-- Moves an entity to a square of any map. It stays the same entity, with all its fields.
function M.move_entity(entity, number, square)
  local from = states[entity.world]
  local world = M.of_number(from.mod, number)
  local to = states[world]
  local pos = vec.new(square % world.width + 1, square // world.width + 1)
  if from == to then
    world.grid:move(entity, pos)
    return
  end
  entity.world.grid:remove(entity)
  from.store:remove(entity)
  for name, list in next, from.lists do
    from.lists[name] = without(list, entity)
  end
  local players = without(from.players, entity)
  from.players, from.grid_state.players = players, players
  entity.world, entity.pos = world, pos
  entity.nextAction, entity.enclosingEvent = nil, nil
  to.store:add(entity, grids.keys[entity.layer])
  local list = to.lists[world_state.groups[entity.layer]]
  list[#list + 1] = entity
  if entity:isPlayer() then
    to.players[#to.players + 1] = entity
  end
  world.grid:reset(entity)
end

-- Plays a turn in which a player acts in a direction.
function M.play_turn(player, dx, dy)
  player_control.generate(player, vec.new(dx, dy), "a turn")
  player.world:gameLoop()
end

-- Creates the world of a map. `world` is the table that was this world before a save was loaded, or nil; it keeps its
-- hooks and its renderer.
function M.begin(mod, number, width, height, world)
  local store = objects.of(number, width, height)
  store.shared = true
  store:claim "actions"
  world = debug.setmetatable(world or {}, world_module.meta)
  for key in next, world do
    world[key] = nil
  end
  world.width, world.height, world.phase, world.changes, world.turn = width, height, constants.phases.Player, { {} }, 0
  local state = {
    mod = mod, caller = mod.number, world = world, number = number, store = store, lists = {}, players = {},
    touched = {}, ground_version = 0, changes_count = 0,
  }
  for _, name in ipairs(world_state.group_names) do
    state.lists[name] = {}
  end
  local grid, grid_state = grids.new(store, function(entity_class, square)
    return ground.materialize(state, world, entity_class, square, creation.add)
  end, function(entity, square)
    ground.clear(state, entity, square)
  end, function(entity, square)
    creatures.move(state, entity, square)
    loose_items.check_move(entity, square)
  end)
  grid_state.players, grid_state.spawn = state.players, function(entity_class, pos)
    return world:create(entity_class, pos)
  end
  state.grid_state, world.grid = grid_state, grid
  lists.show(grid, state)
  local before = states[world]
  if before then
    for _, hook in ipairs { "listener", "on_error", "before_end", "renderer" } do
      state[hook] = before[hook]
    end
  end
  states[world], by_number[number] = state, world
  py.actions_watch(mod.number, number)
  return world, state
end

-- Updates a world after other dialects wrote squares of its map or changed its creatures and items.
local function update(number, world)
  local state = states[world]
  local squares, codes, changed_creatures, items = py.actions_take_written(state.caller, number)
  if #codes > 0 then
    ground.update(state, squares, codes, grids.keys[Layers.floor], grids.keys[Layers.wall])
  end
  local ok, message = protect.pcall(creatures.update, state, changed_creatures)
  loose_items.update(state, items)
  if not ok then
    error(message, 0)
  end
end

-- Whether an update runs, and whether maps changed since it began: functions of mods that it calls may change them.
local is_updating, is_behind = false, false

local function run_updates()
  while is_behind do
    is_behind = false
    local numbers = {}
    for number in next, by_number do
      numbers[#numbers + 1] = number
    end
    for i = 1, #numbers do
      update(numbers[i], by_number[numbers[i]])
    end
  end
end

-- Updates all worlds. A change during an update waits for the end of that update: rows of the first would else be
-- read after newer ones.
local function update_all()
  is_behind = true
  if is_updating then
    return
  end
  is_updating = true
  local ok, message = protect.pcall(run_updates)
  -- No `<close>` variable: a coroutine that ends with an error does not close its variables.
  is_updating = false
  if not ok then
    error(message, 0)
  end
end

protect.on_death(function()
  is_updating = false
end)

functions.on_changes(update_all)

objects.on_written(function(number)
  if by_number[number] then
    update_all()
  end
end)

-- The stack of squares without tiles.
local NO_TILES = 0

-- Creates a world on a new map; without a size, on one without squares.
function M.new(mod, width, height)
  width, height = py.actions_read_size(mod.number, width, height)
  return (M.begin(mod, py.map_new(width, height, NO_TILES), width, height))
end

-- Called with a world that a mod asks for, when there is such a function.
local on_request

-- Sets that function: entities of a save may have waited for the classes of the mod that asks.
function M.on_request(fn)
  on_request = fn
end

-- The world of a map of any dialect, or with nil of the map of the game. Squares that cannot be entered become walls.
function M.from_map(mod, map)
  local number
  if map == nil then
    number = py.game_map("World.fromMap: the game has no map yet", "lay one out, or make a World(width, height)")
  else
    number = objects.number_of(map)
      or raise("World.fromMap: the map is " .. class.type_name(map)
        .. ": must be a map, or nil for the map of the game")
  end
  return M.of_number(mod, number)
end

function M.of_number(mod, number)
  local world, state = by_number[number], nil
  if world then
    if on_request then
      on_request(world)
    end
    return world
  end
  local width, height, codes = py.actions_ground(mod.number, number)
  world, state = M.begin(mod, number, width, height)
  ground.read(state, codes)
  creatures.update(state, py.actions_creatures(state.caller, number))
  loose_items.update(state, py.items_on(number))
  return world
end

-- For a world from a save: defines the classes of the creatures on its map, before its entities are read; and updates
-- the entities, after they were read.
function M.define_classes(world)
  local state = states[world]
  creatures.define_classes(state, py.actions_creatures(state.caller, state.number))
end

function M.match_map(world)
  local state = states[world]
  creatures.restore(state, py.actions_creatures(state.caller, state.number))
  loose_items.update(state, py.items_on(state.number))
end

objects.on_map(function(value)
  local state = type(value) == "table" and states[value]
  return state and state.number
end)

-- Where entities can walk, without regard to who stands there: codes of the squares of a plan.
local WALL, ROOM = "\1", "\3"

objects.on_walk(function(value)
  local state = type(value) == "table" and states[value]
  if state then
    local grid_state, squares = state.grid_state, {}
    for square = 0, value.width * value.height - 1 do
      squares[square + 1] = grids.is_open(grid_state, square) and ROOM or WALL
    end
    return table.concat(squares), value.width
  end
end)

return M
