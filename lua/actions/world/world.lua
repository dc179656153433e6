-- World(width, height): a map on which entities live and act in turns. It is a map of the host: it is drawn, exported
-- and saved like any other.

local import, py = ...
local class = import "actions/class"
local constants = import "actions/constants"
local creation = import "actions/world/creation"
local creatures = import "actions/world/creatures"
local errors = import "core/errors"
local GameObject = import "actions/entity/game_object"
local grids = import "actions/world/grid"
local ground = import "actions/world/ground"
local handles = import "core/border/handles"
local histories = import "actions/entity/history"
local loose_items = import "actions/world/loose_items"
local materialize = import "actions/generator/materialize"
local objects = import "core/game/objects"
local player_control = import "actions/world/player_control"
local registry = import "actions/mod/registry"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"
local turn = import "actions/world/turn"
local vec = import "actions/vec"
local world_state = import "actions/world/state"

local raise = errors.raise
local ipairs, next, type = ipairs, next, type
local new_vec, state_of, living = vec.new, world_state.state_of, world_state.living
local check_position = creation.check_position
local register_in_history = histories.class.registerEvent
local Layers = constants.Layers

-- Events of one turn beyond this number are not added to `changes`.
local MOST_CHANGES = 100000

local World = class.define "World"
World.phases = constants.phases

-- Creation.

local function show_to(renderer, entity)
  renderer:addRenderEntity(entity)
  if entity:isPlayer() and renderer.setAsPlayer then
    renderer:setAsPlayer(entity)
  end
end

function World:create(value, pos)
  local state = state_of(self, "create")
  local entity_class = class.check_class(value, "World.create: the class")
  if not class.inherits(entity_class, GameObject) then
    raise("World.create: " .. class.name(entity_class) .. " must be a class of entities")
  end
  check_position(self, pos, "World.create " .. class.name(entity_class))
  local entity = creation.add(state, self, entity_class, pos)
  if not entity.dead and not objects.place(entity) then
    self.grid:reset(entity)
  end
  local layer = entity.layer
  if layer == Layers.floor or layer == Layers.wall then
    state.ground_version = state.ground_version + 1
    if ground.is_ground(entity_class) then
      ground.back(state, entity, entity_class)
    end
  end
  if state.renderer then
    show_to(state.renderer, entity)
  end
  return entity
end

function World:createPlayer(value, pos)
  local player = self:create(value, pos)
  if not player:isPlayer() then
    local players = state_of(self, "createPlayer").players
    player.layer = Layers.player
    players[#players + 1] = player
  end
  return player
end

-- Creates a floor on every square that has none.
function World:createFloors(value)
  local state = state_of(self, "createFloors")
  local floor_class = class.check_class(value, "World.createFloors: the class")
  if floor_class.layer ~= Layers.floor then
    raise("World.createFloors: the layer of " .. class.name(floor_class) .. " must be Layers.floor")
  end
  local squares, floors, entities = {}, state.grid_state.floors, state.grid_state.floor
  for square = 0, self.width * self.height - 1 do
    if floors[square] == nil and not entities[square] then
      squares[#squares + 1] = square
    end
  end
  creation.lay(state, self, floor_class, squares)
end

-- Drops an item on a square, on top of the items there. The id may also be an item type of kts, such as pools give it:
-- then the items of kts on the square become one more.
function World:createDroppedItem(id, pos)
  local state = state_of(self, "createDroppedItem")
  check_position(self, pos, "World.createDroppedItem")
  local square = grids.square_at(state.grid_state, pos.x, pos.y)
  if handles.open(id) == "item" then
    py.actions_add_item(state.caller, state.number, square, handles.index("item", id))
    return loose_items.at(state, square)
  end
  registry.item(id, "World.createDroppedItem")
  local dropped = loose_items.other_dropped(state, square)
  if not dropped then
    dropped = self:create(creation.DroppedItem, pos)
    dropped.state = {}
  end
  dropped.state[#dropped.state + 1] = id
  return dropped
end

-- Adds gold to a square; `state` of the entity is the amount.
function World:registerGold(amount, pos)
  if amount ~= amount then
    raise "World:registerGold: the amount is nan: must be a number"
  end
  check_position(self, pos, "World.registerGold")
  local gold = self.grid:getByLayer(pos, Layers.gold)
  if not gold then
    gold = self:create(creation.Gold, pos)
    gold.state = 0
  end
  gold.state = gold.state + amount
  return gold
end

-- Floors, walls and enemies of the rooms of a generator. `enemy` is a class, a list of classes to draw from, or nil.
-- Returns the centre of the first room.
function World:materializeGenerator(generator, floor, wall, enemy)
  return materialize(state_of(self, "materializeGenerator"), self, generator, floor, wall, enemy)
end

-- Removal.

-- Removes the creatures of kts with their entities. Returns the positions of those whose squares are free now, row by
-- row.
function World:takeCreatures()
  local state = state_of(self, "takeCreatures")
  local positions = {}
  for _, square in ipairs(py.actions_remove_creatures(state.caller, state.number)) do
    local pos = new_vec(square % self.width + 1, square // self.width + 1)
    if not self.grid:hasBlockAt(pos) then
      positions[#positions + 1] = pos
    end
  end
  return positions
end

function World:removeDead(entity)
  local state = state_of(self, "removeDead")
  local square, _, _, store = objects.place(entity)
  if store == state.store then
    entity.dead = true
    self.grid:remove(entity)
    store:remove(entity)
    state.someone_died, state.ground_version = true, state.ground_version + 1
    creatures.die(state, entity)
    loose_items.take(state, entity)
    if square then
      loose_items.drop_carried(state, entity, square)
    end
  end
end

-- Events.

-- `is_silent`: the line of the turn in logs leaves the event out.
function World:registerEvent(entity, code, is_silent)
  local state = state_of(self, "registerEvent")
  if type(entity) ~= "table" then
    signatures.refuse("actions", "World:registerEvent", self, entity, code)
  end
  local phase = self.phase
  local event = histories.new_event(code, entity, phase)
  local history = entity.history
  local events = history and history.registerEvent == register_in_history and history.events
  if events then
    -- The same as the call, which each event of a turn would need.
    events[#events + 1] = event
  elseif history then
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
  if state.listener and not is_silent then
    state.listener(entity, code)
  end
end

-- A renderer has the methods addRenderEntity(entity), setAsPlayer(entity) and pushChanges(changes).
function World:setRenderer(renderer)
  local state = state_of(self, "setRenderer")
  if type(renderer.addRenderEntity) ~= "function" or type(renderer.pushChanges) ~= "function" then
    raise("World:setRenderer: renderer is " .. class.type_name(renderer)
      .. ": must have the methods addRenderEntity, setAsPlayer and pushChanges")
  end
  state.renderer = renderer
  for _, name in ipairs(world_state.group_names) do
    for _, entity in ipairs(state.lists[name]) do
      show_to(renderer, entity)
    end
  end
end

-- Turns.

local function play(self, method, names)
  local state = state_of(self, method)
  if world_state.is_turn_running(state) then
    raise("World." .. method .. ": a turn of this world is running already: wait until it ends")
  end
  turn.play(self, state, names)
end

function World:gameLoop()
  play(self, "gameLoop")
end

for name in next, turn.phases do
  World[name] = function(self)
    play(self, name, { name })
  end
end

-- Plays a turn when every living player has an action. Returns whether it did.
function World:gameLoopIfSet()
  for _, player in ipairs(state_of(self, "gameLoopIfSet").players) do
    if not player.dead and player.nextAction == nil then
      return false
    end
  end
  self:gameLoop()
  return true
end

-- Sets the action of a player. Returns whether the player exists and had no action yet.
function World:setPlayerActions(direction, index)
  if type(direction) ~= "table" or index ~= nil and type(index) ~= "number" then
    signatures.refuse("actions", "World:setPlayerActions", self, direction, index)
  end
  local player = state_of(self, "setPlayerActions").players[index or 1]
  if not player or player.dead or player.nextAction ~= nil then
    return false
  end
  player_control.generate(player, direction, "World.setPlayerActions")
  return true
end

-- Queries.

-- The living players, in order of creation.
function World:getPlayers()
  return living(state_of(self, "getPlayers").players)
end

-- The living entities of a layer, in the order in which they act. Reals include the players.
function World:getEntities(layer)
  local state = state_of(self, "getEntities")
  local group = world_state.groups[layer]
  if not group then
    raise("World.getEntities: there is no layer " .. text.tostring(layer) .. ": must be one of Layers")
  end
  return living(state.lists[group])
end

-- Pools: another dialect, loaded at the first use.

function World:usePool(name, pool)
  state_of(self, "usePool")
  if pool ~= nil then
    import("pools/draws").use_pool(self, name, pool)
  end
end

function World:drawFromPool(path)
  return import("pools/draws").draw_for_world(state_of(self, "drawFromPool").mod, self, path)
end

-- Makes the map of this world the map of the game, which is drawn, exported and saved.
function World:show()
  py.map_select(state_of(self, "show").number)
end

return { class = World, meta = class.close(World) }
