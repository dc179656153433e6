-- A world that plays itself, for `dungeon-host simulate`: a player (`--player`), and enemies and items from the pools
-- (`--critters`), on the map of the game.

local import, py = ...
import("actions/init").load() -- no mod may have used this dialect
local autopilot = import "actions/simulation/autopilot"
local class = import "actions/class"
local clock = import "core/game/clock"
local constants = import "actions/constants"
local creatures = import "actions/world/creatures"
local HP = import "actions/entity/hp"
local loader = import "core/loader"
local map_layers = import "actions/world/map_layers"
local names = import "actions/simulation/names"
local objects = import "core/game/objects"
local offered_steps = import "actions/simulation/offered_steps"
local offers = import "core/game/offers"
local player_view = import "core/game/player_view"
local population = import "actions/simulation/population"
local random = import "core/game/random"
local report = import "actions/simulation/report"
local steps = import "core/game/steps"
local values = import "core/border/values"
local vec = import "actions/vec"
local worlds = import "actions/world/worlds"

local new_vec, kind_of, name_of = vec.new, names.kind_of, names.name_of
local Layers, Changes = constants.Layers, constants.Changes

local M = {}

-- The words for a player that decides by itself.
local by_itself = { script = true, cautious = true, bold = true }

local directions = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }

-- The running simulation: world, player, strict, stream; seen and memory (what the player knows, see
-- autopilot.step); events (of this turn, in order), moves (their number); hurt, dead, walked (kind -> sum); called
-- (kind -> the name of the first such entity); records (entity -> its last { x, y, hp, is_hurt }).
local running

local function add_to(sums, entity, amount)
  local kind = kind_of(entity)
  sums[kind] = (sums[kind] or 0) + amount
  running.called[kind] = running.called[kind] or map_layers.name(entity)
end

local function remember(entity)
  local record = { x = entity.pos.x, y = entity.pos.y, hp = map_layers.health(entity) }
  running.records[entity] = record
  return record
end

-- Adds an event of the world to the sums and to the line of the turn.
local function on_event(entity, code)
  local before = running.records[entity] or remember(entity)
  local text = type(code) == "string" and code or "?"
  local lost
  if code == Changes.Move then
    add_to(running.walked, entity, math.max(math.abs(entity.pos.x - before.x), math.abs(entity.pos.y - before.y)))
    before.x, before.y = entity.pos.x, entity.pos.y
    running.moves = running.moves + 1
    return
  elseif code == Changes.Reorient then
    return
  elseif code == Changes.Hurt then
    local left = map_layers.health(entity) or 0
    lost = class.is(entity.hp, HP) and entity.hp.lost or (before.hp or left) - left
    before.hp, before.is_hurt = left, true
    add_to(running.hurt, entity, lost)
    text = "loses " .. lost .. " (" .. left .. " left)"
  elseif code == Changes.Dead then
    add_to(running.dead, entity, 1)
    text = "dies"
  elseif code == Changes.Status then
    text = text .. names.statuses_of(entity)
  end
  running.events[#running.events + 1] = name_of(entity) .. " " .. text
  running.reports[#running.reports + 1] = report(entity, code, before, entity == running.player, lost)
end

local function empty_record()
  return { events = {}, reports = {}, moves = 0, hurt = {}, dead = {}, walked = {}, called = {} }
end

-- Starts a record without events. A mod gives the random numbers.
-- `acts_itself`: the player, whose class its mod wrote for it, walks and strikes even where kts plays.
local function begin_record(mod, strict, acts_itself)
  running = empty_record()
  running.strict, running.acts_itself = strict, acts_itself or false
  running.stream = random.stream(mod and mod.id or "host", "simulate")
end

-- Records what happens in a world from now on, in which a player may be.
local function listen(world, player)
  local state = worlds.state_of(world, "simulate")
  running.player, running.world = player, world
  running.records = setmetatable({}, { __mode = "k" })
  state.listener = on_event
  for _, entity in ipairs(world:getEntities(Layers.real)) do
    remember(entity)
  end
  return state
end

-- Simulates a world from now on. `player`, `seen` and `memory` may be nil.
local function follow(world, player, seen, memory)
  local state = listen(world, player)
  running.seen, running.memory = seen or {}, memory or { been = {}, tried = {} }
  world.strict = running.strict
  state.on_error = function(name, message)
    running.events[#running.events + 1] = name .. " errs: " .. message
    running.reports[#running.reports + 1] = { name = name, code = "errs: " .. message, is_player = false }
  end
end

-- Records a creature of kts that came to the map. A knight is the player from now on, unless another one lives: of
-- several players only the first acts.
local function on_creature(entity)
  remember(entity)
  if entity:isPlayer() or creatures.is_knight(entity) then
    if not running.player or running.player.dead then
      running.player = entity
      running.memory.done = nil
    end
    running.events[#running.events + 1] = name_of(entity) .. " enters"
  end
end

-- The ground as it is now: other dialects may have written the map.
local function current_ground()
  return worlds.state_of(running.world, "simulate").grid_state
end

-- Starts a simulation on the map of the game. The player is the one that a mod has put there, or else enters on the
-- square `start`, or anywhere for -1. With `kts_plays` kts lets its players enter when play begins: their knights are
-- entities of the class of the player. With `critters` enemies and items from the pools join on a map without entities.
-- Returns an empty text, or a word for the reason why there is none: see host/engine/simulation.py.
function M.begin(start, strict, preferred, kts_plays, critters)
  local entity_class, mod, is_preferred = population.player_class(preferred)
  -- Without a world no mod has put a player there.
  if not entity_class and not kts_plays and next(worlds.all()) == nil then
    return "no player"
  end
  -- Without a class of players the world belongs to the first mod.
  local owner = mod or select(2, next(loader.by_number))
  local world = owner and worlds.from_map(owner)
  local state = world and worlds.state_of(world, "simulate")
  local player, square = population.placed_player(not kts_plays and state and state.players or {})
  local squares
  if player then
    mod, is_preferred = class.owner(class.of(player)), true
    start, squares = square, population.connected_squares(state.grid_state, square)
  elseif entity_class or kts_plays then
    start, squares = population.entrance(state.grid_state, start)
  else
    return "no player"
  end
  if not start then
    return "no room"
  end
  world.zone, world.floor, world.rarity = "z1", "f1", "common"
  -- A generator may have populated the map already; kts has creatures on most of its maps.
  local is_empty = critters and not population.has_entities(world)
  if not player and not kts_plays then
    player = world:create(entity_class, new_vec(start % world.width + 1, start // world.width + 1))
  end
  begin_record(mod, strict, is_preferred)
  follow(world, player)
  if is_empty then
    population.populate(world, squares, start, running.stream)
  end
  follow(world, player)
  if kts_plays and not entity_class and population.has_entities(world) then
    py.warn("no mod has a class of players: the knight cannot strike entities, and they do not notice it", nil, nil,
      "the mod critters has one")
  end
  if kts_plays then
    state.knight_class, state.on_creature, running.kts_plays = entity_class, on_creature, true
  end
  return ""
end

-- Starts to record the actions of a player and the events around the player.
function M.start(player, strict)
  begin_record(class.owner(class.of(player)), strict)
  M.follow(player)
end

-- Continues with a player on another map, or with the one of a loaded save. `seen` and `memory` are what the player
-- knows of the map (see autopilot.step), or nil.
function M.follow(player, seen, memory)
  follow(player.world, player, seen, memory)
end

-- Records what happens around a player that is played by keys, until `stop`.
function M.watch(player)
  running = empty_record()
  listen(player.world, player)
end

-- Records no more of the world of the player; who plays it by keys sees its errors.
function M.stop()
  local state = worlds.state_of(running.world, "simulate")
  state.listener, state.on_error = nil, nil
end

local function random_direction()
  local direction = directions[random.between(running.stream, 1, #directions)]
  return new_vec(direction[1], direction[2])
end

-- The decision of the autopilot. `way_on` is as in M.decide.
local function autopilot_step(way_on)
  local player, seen, memory = running.player, running.seen, running.memory
  -- A knight explores as kts does, which knows its quest; without a class of players it cannot strike entities.
  memory.done = memory.done or running.kts_plays
  local fights = not running.kts_plays or player.decorators.Acting
  local step = fights and autopilot.step(current_ground(), player, seen, memory, not way_on) or nil
  if step == nil and way_on then
    step = way_on()
    -- Once the player leaves, it explores no more: an entity that moves in the way of a last square could hold it
    -- forever.
    memory.done = memory.done or step ~= nil
  end
  if step == nil and fights then
    -- Chests and doors that did not open are worth another try: another entity may have been in the way.
    memory.tried = {}
    step = autopilot.step(current_ground(), player, seen, memory, true)
  end
  return step or random_direction()
end

-- What the player does: a Vec, or "up" or "down" on stairs. `move` is the key of a step, "up", "down", "idle",
-- "random", or "script": a class of players may have its own script(player, world) -> a Vec, "up" or "down", or nil to
-- leave it to the autopilot. way_on(), if any, gives the step of a player that has nothing left to do on the map.
function M.decide(move, way_on)
  local player, key_step = running.player, steps[move]
  if key_step then
    return new_vec(key_step[1], key_step[2])
  elseif move == "idle" then
    return new_vec(0, 0)
  elseif move == "random" then
    return random_direction()
  elseif not by_itself[move] then
    return move
  end
  local step
  if type(player.script) == "function" then
    step = player:script(running.world)
  end
  if step == nil then
    return autopilot_step(way_on)
  elseif running.kts_plays or not (way_on and (step == "up" or step == "down")) then
    vec.check(step, "the script of " .. class.type_name(player))
  end
  return step
end

-- The first step to the nearest of some squares (a set), as a Vec: (0, 0) on one of them, nil when none can be reached.
function M.towards(goals)
  return autopilot.towards(current_ground(), running.player, goals)
end

-- The square of the player on its map, as x and y from 0; nothing for a player who is on no map.
function M.player_square()
  local square, _, _, store = objects.place(running.player)
  if square and store then
    return square % store.width, square // store.width
  end
end

offers.add {
  list = function()
    -- The player of an earlier game has no place any more.
    local is_entity = running and running.player and not running.kts_plays and objects.place(running.player)
    return is_entity and not running.player.dead and offered_steps(current_ground(), running.player) or {}
  end,
}

-- The player as core/game/player_view describes it.
function M.view()
  local x, y = M.player_square()
  return player_view(x, y, function()
    local player = running.player
    return objects.ask(player, "health"), objects.ask(player, "most_health"), objects.ask(player, "carried") or {}
  end)
end

-- Starts the line of a turn.
function M.begin_turn()
  running.events, running.reports, running.moves = {}, {}, 0
end

-- Whether something happened in the turn besides moves.
function M.has_events()
  return running.events[1] ~= nil
end

-- The line of a turn: its number, a text about the player (by default where it is), and what happened.
function M.line(number, about)
  about = about or names.describe(running.player, map_layers.health(running.player))
  local line = ("turn %d: %s, %d moved"):format(number, about, running.moves)
  return running.events[1] and line .. "; " .. table.concat(running.events, ", ") or line
end

-- What happened to entities in the last turn, in order: rows of actions/simulation/report.
function M.reports()
  return values.flatten(running and running.reports or {})
end

-- Lets the player do what a move says: an id of core/game/offers, or as in M.decide. Returns how long it takes, in
-- milliseconds, when it is not its entity that acts.
local function act(move)
  local player = running.player
  -- What a knight decides for itself, kts knows.
  local decided = by_itself[move] and offers.act(move, running.acts_itself)
  if decided then
    move = "idle"
  end
  local step = M.decide(move, running.kts_plays and function()
    local id = offers.decide(move)
    local offset = steps[id]
    return offset and new_vec(offset[1], offset[2]) or id
  end)
  local id = type(step) == "string" and step or names.step_of(step)
  -- The entity picks up what entities have dropped.
  local takes = not decided and id and autopilot.leads_to_dropped_item(current_ground(), player, steps[id])
  local time = decided or id and not takes and offers.act(id, running.acts_itself) or nil
  if type(step) == "string" then
    step = new_vec(0, 0)
  end
  -- Another player may have taken its place. Without a class of players a knight does not act itself.
  if running.player == player and not player.dead and player.decorators.Acting then
    player.nextAction = nil
    local players = worlds.state_of(running.world, "simulate").players
    running.world:setPlayerActions(time and new_vec(0, 0) or step, names.number_of(player, players))
  end
  return time
end

-- Plays a turn, after which at least `ms` of game time pass for kts; 0 when only entities play. `move` is as in
-- M.decide, or an id of core/game/offers. Returns whether the player lives, and the line of the turn.
function M.turn(ms, move)
  local world, player = running.world, running.player
  local was_alive = player and not player.dead
  M.begin_turn()
  local time = was_alive and act(move) or 0
  world:gameLoop()
  if ms > 0 then
    offers.arrive()
    clock.pass(math.max(ms, time))
  end
  local about
  if not running.player then
    about = "nobody has entered"
  elseif not was_alive and running.player == player then
    about = name_of(player) .. " is dead"
  end
  player = running.player
  -- A mod may have taken the player off the map; knights come back.
  running.is_gone = was_alive and player and not player.dead and not running.kts_plays and not M.player_square()
  if running.is_gone then
    about = name_of(player) .. " is gone"
    running.reports[#running.reports + 1] = { name = map_layers.name(player), code = "gone", is_player = true }
  end
  return player ~= nil and not player.dead and not running.is_gone, M.line(world.turn, about)
end

-- The reals that act, and the creatures of kts; chests and doors are neither.
local function count_living()
  local count = 0
  for _, entity in ipairs(running.world:getEntities(Layers.real)) do
    if entity.decorators.Acting ~= nil or creatures.is_creature(entity) then
      count = count + 1
    end
  end
  return count
end

-- The sums of the simulation by kind of entity: damage taken, deaths and distances; and what kinds are called.
function M.summary()
  return values.flatten {
    alive = running.player ~= nil and not running.player.dead and not running.is_gone,
    called = names.sorted_pairs(running.called),
    damage = names.sorted_pairs(running.hurt),
    deaths = names.sorted_pairs(running.dead),
    distance = names.sorted_pairs(running.walked),
    left = count_living(),
  }
end

return M
