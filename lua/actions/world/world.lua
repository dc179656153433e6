-- World(width, height): entities that live and act on a map of the host, turn by turn.

local import = ...
local blame = import "core/errors"
local class = import "actions/class"
local Entity = import "actions/entity/entity"
local errors = import "actions/action/errors"
local functions = import "core/border/functions"
local GameObject = import "actions/entity/game_object"
local grids = import "actions/world/grid"
local ground = import "actions/world/ground"
local handles = import "core/border/handles"
local hunt = import "actions/simulation/hunt"
local codecs = import "core/save/codecs"
local layers = import "actions/constants"
local objects = import "core/game/objects"
local registry = import "actions/mod/registry"
local signatures = import "core/border/signatures"
local table_library = import "core/sandbox/table_library"
local text = import "core/sandbox/text"
local vec = import "actions/vec"

local raise = blame.raise
local ipairs, math_type, next, setmetatable, type = ipairs, math.type, next, setmetatable, type
local new_vec = vec.new
local each = errors.each

local M = {}

local Layers, phases = layers.Layers, layers.phases
local MOST_CHANGES = 100000

-- Layer -> the list in which its entities wait for their turn; floors and walls that cannot act wait in none.
local groups = {
  [Layers.floor] = "floors", [Layers.misc] = "misc", [Layers.trap] = "traps", [Layers.gold] = "gold",
  [Layers.wall] = "walls", [Layers.projectile] = "projectiles", [Layers.dropped] = "dropped", [Layers.real] = "reals",
  [Layers.player] = "reals",
}
local group_names = { "reals", "floors", "walls", "traps", "projectiles", "misc", "dropped", "gold" }

-- world -> { api (the functions of Python, for the mod that made it), number, store, grid, grid_state, lists (group ->
-- entities in order of creation), players, touched (entities in no list to which something happened), changes_count,
-- running, renderer, pools, mod }.
local states = setmetatable({}, { __mode = "k" })

local World = class.define "World"
World.phases = phases

local function state_of(world, what)
  local state = states[world]
  if not state then
    raise("World." .. what .. ": " .. class.type_name(world) .. " was given: must be a world (call it with a colon)")
  end
  return state
end

local DroppedItem = class.define("DroppedItem", Entity)
DroppedItem.layer = Layers.dropped

function DroppedItem:die()
  self.world:removeDead(self)
end

class.close(DroppedItem)

local Gold = class.define("Gold", Entity)
Gold.layer, Gold.glyph, Gold.colour = Layers.gold, "$", "bright_yellow"
class.close(Gold)

-- Creating.

local function check_position(self, pos, what)
  if type(pos) ~= "table" or not math_type(pos.x) or not math_type(pos.y) then
    raise(what .. ": the position is " .. class.type_name(pos) .. ": must be a Vec")
  elseif not self.grid:checkBound(pos) then
    raise(what .. ": " .. text.tostring(pos) .. " is no square of the world, which has " .. self.width .. " × "
      .. self.height)
  end
end

local function add(state, self, made_class, pos)
  local made = made_class()
  local layer = made.layer
  local group = groups[layer]
  if not group then
    raise("World.create: the layer of " .. class.name(made_class) .. " is " .. text.tostring(layer)
      .. ": must be one of Layers")
  end
  made:init(pos, self)
  if not made.world then
    raise("World.create: " .. class.name(made_class) .. ".init must call init of the class it is made from")
  elseif made.dead then
    return made
  end
  state.store:add(made, grids.keys[layer])
  if not (layer == Layers.floor or layer == Layers.wall) or ground.can_act(made_class) then
    local list = state.lists[group]
    list[#list + 1] = made
  end
  if layer == Layers.player then
    state.players[#state.players + 1] = made
  end
  return made
end

-- A new entity of a class, on a square.
function World:create(given, pos)
  local state = state_of(self, "create")
  local made_class = class.check_class(given, "World.create: the class")
  if not class.inherits(made_class, GameObject) then
    raise("World.create: " .. class.name(made_class) .. " is no class of entities")
  end
  check_position(self, pos, "World.create " .. class.name(made_class))
  local made = add(state, self, made_class, pos)
  if not made.dead and not objects.place(made) then
    self.grid:reset(made)
  end
  if ground.is_ground(made_class) then
    ground.back(state, made, made_class)
  end
  if state.renderer then
    M.show_to(state.renderer, made)
  end
  return made
end

function World:createPlayer(given, pos)
  local made = self:create(given, pos)
  if not made:isPlayer() then
    local state = states[self]
    made.layer = Layers.player
    state.players[#state.players + 1] = made
  end
  return made
end

-- A floor on every square that has none.
function World:createFloors(given)
  local state = state_of(self, "createFloors")
  local made_class = class.check_class(given, "World.createFloors: the class")
  if made_class.layer ~= Layers.floor then
    raise("World.createFloors: " .. class.name(made_class) .. " is no class of floors: its layer must be Layers.floor")
  end
  local squares = {}
  for square = 0, self.width * self.height - 1 do
    if state.grid_state.floors[square] == nil and not state.grid_state.floor[square] then
      squares[#squares + 1] = square
    end
  end
  M.lay(self, made_class, squares)
end

-- Floors or walls on squares (ascending): as tiles when they do nothing, else as entities.
function M.lay(self, made_class, squares)
  local state = states[self]
  if ground.is_ground(made_class) then
    ground.lay(state, made_class, squares)
  else
    local width = self.width
    for _, square in ipairs(squares) do
      self:create(made_class, new_vec(square % width + 1, square // width + 1))
    end
  end
end

-- Items that lie on a square; those that lie there already stay below. What a pool gives may also be a type of items of
-- kts: such a one lies on the map like any other of its kind, and is no entity.
function World:createDroppedItem(id, pos)
  local state = state_of(self, "createDroppedItem")
  check_position(self, pos, "World.createDroppedItem")
  if handles.open(id) == "item" then
    state.api.lay_item(state.number, grids.square_at(state.grid_state, pos.x, pos.y), id)
    return nil
  end
  registry.item(id, "World.createDroppedItem")
  local dropped = self.grid:getDroppedAt(pos)
  if not dropped then
    dropped = self:create(DroppedItem, pos)
    dropped.state = {}
  end
  dropped.state[#dropped.state + 1] = id
  return dropped
end

-- Takes away the creatures of other dialects, such as the monsters of kts: here they would never act. Gives the positions
-- where they stood and somebody can stand now, row by row, so that others can take their places.
function World:takeCreatures()
  local state = state_of(self, "takeCreatures")
  local places = {}
  for _, square in ipairs(state.api.take_creatures(state.number)) do
    local pos = new_vec(square % self.width + 1, square // self.width + 1)
    if not self.grid:hasBlockAt(pos) then
      places[#places + 1] = pos
    end
  end
  return places
end

-- Gold that lies on a square; `state` is how much.
function World:registerGold(amount, pos)
  if amount ~= amount then
    raise "World:registerGold: the amount is nan: must be a number"
  end
  check_position(self, pos, "World.registerGold")
  local gold = self.grid:getByLayer(pos, Layers.gold)
  if not gold then
    gold = self:create(Gold, pos)
    gold.state = 0
  end
  gold.state = gold.state + amount
  return gold
end

-- Takes an entity out of the world.
function World:removeDead(entity)
  local state = state_of(self, "removeDead")
  local _, _, _, store = objects.place(entity)
  if store == state.store then
    entity.dead = true
    self.grid:remove(entity)
    store:remove(entity)
    state.someone_died = true
  end
end

-- What happens.

function World:registerEvent(entity, code)
  local state = state_of(self, "registerEvent")
  if type(entity) ~= "table" then
    signatures.refuse("actions", "World:registerEvent", self, entity, code)
  end
  local pos, orientation = entity.pos, entity.orientation
  local phase = self.phase
  local event = {
    id = entity.id, state = entity.state, pos = pos and new_vec(pos.x, pos.y),
    orientation = orientation and new_vec(orientation.x, orientation.y), event = code, phase = phase,
  }
  local history = entity.history
  if history then
    history:registerEvent(event)
  end
  local layer = entity.layer
  if layer == Layers.floor or layer == Layers.wall then
    state.touched[#state.touched + 1] = entity
  end
  if state.changes_count < MOST_CHANGES then
    local changes = self.changes[phase]
    if not changes then
      changes = {}
      self.changes[phase] = changes
    end
    changes[#changes + 1] = event
    state.changes_count = state.changes_count + 1
  end
  if state.listener then
    state.listener(entity, code)
  end
end

function M.show_to(renderer, entity)
  renderer:addRenderEntity(entity)
  if entity:isPlayer() and renderer.setAsPlayer then
    renderer:setAsPlayer(entity)
  end
end

-- A renderer has addRenderEntity(entity), setAsPlayer(entity) and pushChanges(changes).
function World:setRenderer(renderer)
  local state = state_of(self, "setRenderer")
  if type(renderer.addRenderEntity) ~= "function"
    or type(renderer.pushChanges) ~= "function" then
    raise("World:setRenderer: renderer is " .. class.type_name(renderer)
      .. ": must have the methods addRenderEntity, setAsPlayer and pushChanges")
  end
  state.renderer = renderer
  for _, name in ipairs(group_names) do
    for _, entity in ipairs(state.lists[name]) do
      M.show_to(renderer, entity)
    end
  end
end

-- Turns.

local function priority_of(entity)
  local priority = entity.priority
  return type(priority) == "number" and priority == priority and priority or 0
end

local function comes_first(a, b)
  return priority_of(a) > priority_of(b)
end

-- By priority, the greater first; equal ones stay in the order in which they came.
local function sort(list)
  local last
  for i = 1, #list do
    local priority = priority_of(list[i])
    if last and priority > last then
      table_library.sort(list, comes_first)
      return
    end
    last = priority
  end
end

local function calculate(entity)
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

local function without(list, entity)
  local kept = {}
  for i = 1, #list do
    if list[i] ~= entity then
      kept[#kept + 1] = list[i]
    end
  end
  return kept
end

local function living(list)
  local kept = {}
  for i = 1, #list do
    if not list[i].dead then
      kept[#kept + 1] = list[i]
    end
  end
  return kept
end

-- Which lists act in which phase, in this order; in each those act first that come first.
local turn_order = {
  { phases.Misc, "misc" }, { phases.Real, "reals" }, { phases.Projectile, "projectiles" }, { phases.Floor, "floors" },
  { phases.Trap, "traps" },
}
local sorted_groups = { "reals", "floors", "walls", "traps", "projectiles" }
local deciding_groups = { "reals", "floors", "walls", "traps", "projectiles", "misc" }

local function play_turn(self, state)
  local lists, players = state.lists, state.players
  for _, name in ipairs(sorted_groups) do
    sort(lists[name])
  end
  self.phase = phases.Player
  each(players, act)
  for _, name in ipairs(deciding_groups) do
    each(lists[name], calculate)
  end
  for _, step in ipairs(turn_order) do
    self.phase = step[1]
    each(lists[step[2]], act)
    each(lists[step[2]], tick)
  end
end

local function end_turn(self, state)
  local renderer = state.renderer
  if renderer then
    errors.guard(renderer, renderer.pushChanges, self.changes)
  end
  if state.someone_died then
    for name, list in next, state.lists do
      state.lists[name] = living(list)
    end
    local players = living(state.players)
    state.players, state.grid_state.players = players, players
    state.someone_died = false
  end
  self.phase = phases.Player
  for _, list in next, state.lists do
    for i = 1, #list do
      reset(list[i])
    end
  end
  for _, entity in ipairs(state.touched) do
    reset(entity)
  end
  self.changes, state.changes_count, state.touched = {}, 0, {}
  grids.shift_watchers(self.grid)
end

-- Plays one turn. Each player must have an action.
function World:gameLoop()
  local state = state_of(self, "gameLoop")
  if state.running then
    raise "World.gameLoop: a turn of this world is being played already"
  end
  for i, player in ipairs(state.players) do
    if not player.dead and player.nextAction == nil then
      raise("World.gameLoop: player " .. i .. " has no action: call setPlayerActions first")
    end
  end
  local _ <close> = setmetatable({}, {
    __close = function()
      state.running, errors.strict, errors.told = false, false, nil
    end,
  })
  state.running, self.turn = true, self.turn + 1
  errors.turn, errors.strict, errors.told = self.turn, self.strict and true or false, state.on_error
  play_turn(self, state)
  if state.before_end then
    state.before_end()
  end
  end_turn(self, state)
  state.running = false
  codecs.settle()
end

-- Plays a turn when each living player has an action; whether it did.
function World:gameLoopIfSet()
  local state = state_of(self, "gameLoopIfSet")
  for _, player in ipairs(state.players) do
    if not player.dead and player.nextAction == nil then
      return false
    end
  end
  self:gameLoop()
  return true
end

-- Gives a player its action for the turn; whether there is such a player and it had none.
function World:setPlayerActions(direction, index)
  if type(direction) ~= "table" or index ~= nil and type(index) ~= "number" then
    signatures.refuse("actions", "World:setPlayerActions", self, direction, index)
  end
  local state = state_of(self, "setPlayerActions")
  local player = state.players[index or 1]
  if not player or player.dead or player.nextAction ~= nil then
    return false
  end
  local control = player.decorators.PlayerControl
  if not control then
    raise("World.setPlayerActions: " .. class.type_name(player) .. " is not decorated with PlayerControl")
  end
  control:activate(player, direction)
  return true
end

-- Looking.

-- The living players, in the order in which they came.
function World:getPlayers()
  return living(state_of(self, "getPlayers").players)
end

-- The living entities of a layer (all reals for players' own), in the order of their turns.
function World:getEntities(layer)
  local state = state_of(self, "getEntities")
  local group = groups[layer]
  if not group then
    raise("World.getEntities: there is no layer " .. text.tostring(layer) .. ": must be one of Layers")
  end
  return living(state.lists[group])
end

-- Floors, walls and enemies of the rooms that a generator laid out; gives the centre of the first room. `enemy` is a
-- class, a list of classes to choose from, or nil.
function World:materializeGenerator(generator, floor, wall, enemy)
  state_of(self, "materializeGenerator")
  return import("actions/generator/generator").materialize(self, generator, floor, wall, enemy)
end

-- Pools.

local pools

local function pools_world()
  pools = pools or import "pools/world"
  return pools
end

function World:usePool(name, pool)
  state_of(self, "usePool")
  pools_world().use(self, name, pool)
end

function World:drawFromPool(path)
  local state = state_of(self, "drawFromPool")
  return pools_world().draw(state.mod, self, path)
end

-- Lets the map of this world be that of the game: what is drawn, exported and saved.
function World:show()
  local state = state_of(self, "show")
  state.api.show_map(state.number)
end

local meta = class.close(World)
M.class = World

-- number of a map -> its world: a map has one.
local by_number = {}

function M.new_game()
  by_number = {}
end

-- Takes an entity to a square of another map, or of its own. It stays the same one, with all that it has.
function M.bring(entity, number, square)
  local from = states[entity.world]
  local world = M.of_number(from.api, from.mod, number)
  local to = states[world]
  local pos = new_vec(square % world.width + 1, square // world.width + 1)
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
  local list = to.lists[groups[entity.layer]]
  list[#list + 1] = entity
  if entity:isPlayer() then
    to.players[#to.players + 1] = entity
  end
  world.grid:reset(entity)
end

-- Plays a turn in which a player goes or strikes in a direction.
function M.act(player, dx, dy)
  local control = player.decorators.PlayerControl
  if not control then
    raise("a turn: " .. class.type_name(player) .. " is not decorated with PlayerControl: a player of a game must be")
  end
  control:activate(player, new_vec(dx, dy))
  player.world:gameLoop()
end

-- All worlds, by the numbers of their maps.
function M.all()
  return by_number
end

-- `world` is what stood for it before it was saved, and goes on doing so.
local function begin(api, mod, number, width, height, world)
  local store = objects.of(number, width, height)
  store.shared = true
  world = world or setmetatable({}, meta)
  for key in next, world do
    world[key] = nil
  end
  world.width, world.height, world.phase, world.changes, world.turn = width, height, phases.Player, {}, 0
  local state = {
    api = api, mod = mod, number = number, store = store, lists = {}, players = {}, touched = {}, changes_count = 0,
  }
  for _, name in ipairs(group_names) do
    state.lists[name] = {}
  end
  local grid, grid_state = grids.new(store, function(made_class, square)
    return ground.materialize(state, world, made_class, square, add)
  end, function(entity, square)
    ground.clear(state, entity, square)
  end)
  grid_state.players = state.players
  state.grid_state = grid_state
  world.grid = grid
  local before = states[world]
  if before then
    -- Whoever watches the world goes on doing so.
    state.listener, state.on_error, state.before_end, state.renderer =
      before.listener, before.on_error, before.before_end, before.renderer
  end
  states[world], by_number[number] = state, world
  api.watch(number)
  return world, state
end
M.begin = begin

local function learn(number, world)
  local state = states[world]
  local told = state.api.written(number)
  if #told[2] > 0 then
    ground.written(state, told[1], told[2], grids.keys[Layers.floor], grids.keys[Layers.wall])
  end
end

-- Other dialects have written squares on which worlds stand. While one world learns of them, those of the others are still
-- to come.
local is_learning = false

local function learn_all()
  if is_learning then
    return
  end
  local _ <close> = setmetatable({}, {
    __close = function()
      is_learning = false
    end,
  })
  is_learning = true
  for number, world in next, by_number do
    learn(number, world)
  end
end

functions.on_written(learn_all)
objects.on_written(function(number)
  if by_number[number] then
    learn(number, by_number[number])
  end
end)

-- A new world on a new map.
function M.new(api, mod, width, height)
  local number = api.new_world(width, height)
  return (begin(api, mod, number, math.tointeger(width), math.tointeger(height)))
end

-- Told of a world that somebody asks for: what a save has of it may have waited for the classes of a script.
function M.greet() end

-- The world of a map that there is: what is in the way there are walls. A map has one world, whoever asks first.
function M.from_map(api, mod, map)
  local number
  if map == nil then
    number = api.current_map()
  else
    number = objects.number_of(map)
    if not number then
      raise("World.fromMap: " .. class.type_name(map) .. " was given: must be a map, or nil for that of the game")
    end
  end
  return M.of_number(api, mod, number)
end

-- The same for the number of a map.
function M.of_number(api, mod, number)
  local known = by_number[number]
  if known then
    M.greet(known)
    return known
  end
  local size = api.ground(number)
  local world, state = begin(api, mod, number, size[1], size[2])
  ground.read(state, size[3])
  return world
end

objects.on_map(function(value)
  local state = type(value) == "table" and states[value]
  return state and state.number
end)

-- Where entities can walk, whoever stands there: codes of a plan, wall or room.
local WALL, ROOM = "\1", "\3"

objects.on_walk(function(value)
  local state = type(value) == "table" and states[value]
  if state then
    local grid, squares = state.grid_state, {}
    for square = 0, value.width * value.height - 1 do
      squares[square + 1] = hunt.is_open(grid, square) and ROOM or WALL
    end
    return table.concat(squares), value.width
  end
end)

M.state_of = state_of
M.group_names = group_names
M.DroppedItem = DroppedItem

return M
