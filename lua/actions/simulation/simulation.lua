-- Plays a world by itself, for `dungeon-host simulate`: a player, and what the pools hold, on the map of the game.

local import = ...
local class = import "actions/class"
local HP = import "actions/entity/hp"
local hunt = import "actions/simulation/hunt"
local layers = import "actions/constants"
local library = import "actions/mod/library"
local protect = import "core/sandbox/protect"
local random = import "core/game/random"
local registry = import "actions/mod/registry"
local stat_types = import "actions/stats/stat_types"
local statuses = import "actions/status/status"
local values = import "core/border/values"
local vec = import "actions/vec"
local worlds = import "actions/world/world"

local ipairs, next, setmetatable, type = ipairs, next, setmetatable, type
local abs, concat, max, min, sort = math.abs, table.concat, math.max, math.min, table.sort
local new_vec = vec.new
local Layers, Changes = layers.Layers, layers.Changes

local M = {}

-- One enemy, and one thing to find, for so many squares that can be reached; and the most of them.
local SQUARES_AN_ENEMY, MOST_ENEMIES = 25, 60
local SQUARES_AN_ITEM, MOST_ITEMS = 60, 20
-- Nobody stands nearer to the player at the start.
local PEACE = 6
local directions = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }

-- The running simulation: { world, player, mode, stream, events (of this turn, in order), hurt, dead, walked
-- (name -> how much), known (entity -> { pos, hit points }) }.
local running

-- The squares of the ground that hangs together with one, nearest first.
local function ground_around(state, square)
  return (hunt.reach(state, square, function(other)
    return hunt.is_open(state, other) or nil
  end))
end

-- The squares of the largest part of the map.
local function largest_part(state)
  local seen, best = {}, {}
  for square = 0, state.width * state.height - 1 do
    if not seen[square] and hunt.is_open(state, square) then
      local part = ground_around(state, square)
      for _, one in ipairs(part) do
        seen[one] = true
      end
      if #part > #best then
        best = part
      end
    end
  end
  return best
end

local function name_of(entity)
  return registry.name_of(class.of(entity)):gsub("^[^.]*%.", "") .. " " .. entity.id
end

local function kind_of(entity)
  return registry.name_of(class.of(entity))
end

local function hit_points(entity)
  local hp = entity.hp
  return type(hp) == "table" and type(hp.get) == "function" and hp:get() or nil
end

local function count(into, entity, amount)
  local kind = kind_of(entity)
  into[kind] = (into[kind] or 0) + amount
end

local function note(entity)
  running.known[entity] = { x = entity.pos.x, y = entity.pos.y, hp = hit_points(entity) }
end

-- What an entity suffers from, and for how many beats more.
local function statuses_of(entity)
  local amounts, list = entity.statuses, {}
  if class.is(amounts, statuses.StatusAmounts) then
    for _, one in ipairs(stat_types.statuses) do
      local left = amounts:get(one.name)
      if left ~= 0 then
        list[#list + 1] = " " .. one.name .. " (" .. left .. ")"
      end
    end
  end
  return concat(list, ",")
end

local function listen(entity, code)
  local known = running.known[entity]
  if not known then
    note(entity)
    known = running.known[entity]
  end
  local text = type(code) == "string" and code or "?"
  if code == Changes.Move then
    local walked = max(abs(entity.pos.x - known.x), abs(entity.pos.y - known.y))
    count(running.walked, entity, walked)
    known.x, known.y = entity.pos.x, entity.pos.y
    running.moves = running.moves + 1
    return
  elseif code == Changes.Reorient then
    return
  elseif code == Changes.Hurt then
    local left = hit_points(entity) or 0
    local lost = class.is(entity.hp, HP) and entity.hp.lost or (known.hp or left) - left
    known.hp = left
    count(running.hurt, entity, lost)
    text = "loses " .. lost .. " (" .. left .. " left)"
  elseif code == Changes.Dead then
    count(running.dead, entity, 1)
    text = "dies"
  elseif code == Changes.Status then
    text = text .. statuses_of(entity)
  end
  running.events[#running.events + 1] = name_of(entity) .. " " .. text
end

-- What a pool gives, or nothing when it is empty.
local function draw(world, path)
  local ok, id = protect.pcall(world.drawFromPool, world, path)
  if ok then
    return id
  end
end

local function place_all(world, squares, start, stream)
  local width = world.width
  local places = {}
  local x, y = start % width, start // width
  for _, square in ipairs(squares) do
    if max(abs(square % width - x), abs(square // width - y)) >= PEACE then
      places[#places + 1] = square
    end
  end
  random.shuffle(stream, places)
  local at = 0
  local function next_pos()
    at = at + 1
    local square = places[at]
    return square and new_vec(square % width + 1, square // width + 1)
  end
  for _ = 1, min(MOST_ENEMIES, #squares // SQUARES_AN_ENEMY) do
    local id, pos = draw(world, "e.~.~.enemy"), next_pos()
    if not id or not pos then
      break
    end
    -- The pool may also give creatures of other dialects, which do not act.
    local made = registry.get("Entities", id)
    if made then
      world:create(made, pos)
    end
  end
  for _ = 1, min(MOST_ITEMS, #squares // SQUARES_AN_ITEM) do
    local id = draw(world, "i.~.weapon") or draw(world, "i.~")
    local pos = next_pos()
    if not id or not pos then
      break
    end
    -- Where something else lies already, nothing is added.
    protect.pcall(world.createDroppedItem, world, id, pos)
  end
end

-- The first class of players that was registered, those of the mods in `brought` before others, and its mod.
local function player_class(brought)
  local id, first = 1, nil
  while true do
    local one = registry.get("Entities", id)
    if one == nil then
      return first, first and class.owner(first)
    elseif one.layer == Layers.player then
      if ("\0" .. brought .. "\0"):find("\0" .. class.owner(one).id .. "\0", 1, true) then
        return one, class.owner(one)
      end
      first = first or one
    end
    id = id + 1
  end
end

-- Begins: start is the square on which a player enters, or -1; brought are ids of mods that are asked first, joined by
-- NUL. Gives an empty text, or why it is not possible.
function M.begin(start, mode, strict, brought)
  local made, mod = player_class(brought)
  if not made then
    return "no player"
  end
  local world = worlds.from_map(library.api_of(mod), mod)
  local state = worlds.state_of(world, "simulate")
  local ground, squares = state.grid_state, nil
  if start >= 0 and hunt.is_open(ground, start) then
    squares = ground_around(ground, start)
  else
    squares = largest_part(ground)
    start = squares[1]
  end
  if not start then
    return "no room"
  end
  world.zone, world.floor, world.rarity = "z1", "f1", "common"
  -- A generator may have put somebody there already.
  local is_empty = #world:getEntities(Layers.real) == 0
  local player = world:create(made, new_vec(start % world.width + 1, start // world.width + 1))
  M.attend(player, mode, strict)
  if is_empty then
    place_all(world, squares, start, running.stream)
  end
  M.follow(player)
  return ""
end

-- From here on what a player does, and what happens around it, is noted.
function M.attend(player, mode, strict)
  local mod = class.owner(class.of(player))
  running = {
    mode = mode, strict = strict, stream = random.stream(mod and mod.id or "host", "simulate"), events = {}, moves = 0,
    hurt = {}, dead = {}, walked = {},
  }
  M.follow(player)
end

-- The player is on another map now, or is another one: it came from a save. `seen` are the squares of the map of which it
-- knows, as a set, and `memory` what else it remembers there (see hunt.step).
function M.follow(player, seen, memory)
  local world = player.world
  local state = worlds.state_of(world, "simulate")
  running.player, running.world = player, world
  running.known = setmetatable({}, { __mode = "k" })
  running.seen, running.memory = seen or {}, memory or { been = {}, tried = {} }
  world.strict = running.strict
  state.listener = listen
  state.on_error = function(who, message)
    running.events[#running.events + 1] = who .. " errs: " .. message
  end
  for _, entity in ipairs(world:getEntities(Layers.real)) do
    note(entity)
  end
end

local function any_direction()
  local way = directions[random.between(running.stream, 1, #directions)]
  return new_vec(way[1], way[2])
end

-- The ground as it is: others may have written on the map.
local function ground_now()
  return worlds.state_of(running.world, "simulate").grid_state
end

-- What the player does: a Vec, or "up" or "down" where stairs lead. A class of players may have a script of its own:
-- script(player, world) → one of these, or nil to be led as others are. `way_on()` gives where one goes when nothing is left
-- to do on the map.
function M.decide(way_on)
  local player = running.player
  if running.mode == "idle" then
    return new_vec(0, 0)
  elseif running.mode == "random" then
    return any_direction()
  end
  local given
  if type(player.script) == "function" then
    given = player:script(running.world)
  end
  if given == nil then
    given = hunt.step(ground_now(), player, running.seen, running.memory, not way_on)
    if given == nil and way_on then
      given = way_on()
      -- Else somebody who stands now in the way of a last square and now not would keep it here for ever.
      running.memory.done = running.memory.done or given ~= nil
    end
    if given == nil then
      -- What did not open may open now: the blows meant for it may have met somebody behind it.
      running.memory.tried = {}
      given = hunt.step(ground_now(), player, running.seen, running.memory, true)
    end
    given = given or any_direction()
  elseif not (way_on and (given == "up" or given == "down")) then
    vec.check(given, "the script of " .. class.type_name(player))
  end
  return given
end

-- Where one goes to come to the nearest of some squares (a set): as a Vec, (0, 0) for one who is there; or nil.
function M.towards(goals)
  return hunt.towards(ground_now(), running.player, goals)
end

-- Begins the line of a turn.
function M.begin_turn()
  running.events, running.moves = {}, 0
end

-- The line of a turn: its number, who plays and what happened.
function M.line(number)
  local player = running.player
  local hp = hit_points(player)
  local line = ("turn %d: %s at (%d, %d)%s, %d moved"):format(number, name_of(player), player.pos.x, player.pos.y,
    hp and (" with " .. hp) or "", running.moves)
  if running.events[1] then
    line = line .. "; " .. concat(running.events, ", ")
  end
  return line
end

-- Plays a turn: whether the player lives, and what happened, as a line.
function M.turn()
  local world, player = running.world, running.player
  M.begin_turn()
  player.nextAction = nil
  local way = M.decide()
  world:setPlayerActions(way, 1)
  world:gameLoop()
  return not player.dead, M.line(world.turn)
end

local function sorted(counts)
  local names, list = {}, {}
  for name in next, counts do
    names[#names + 1] = name
  end
  sort(names)
  for i, name in ipairs(names) do
    list[i] = { name, counts[name] }
  end
  return list
end

-- How many of those on the map act: chests and doors stand there, too.
local function count_living()
  local count = 0
  for _, entity in ipairs(running.world:getEntities(Layers.real)) do
    if entity.decorators.Acting ~= nil then
      count = count + 1
    end
  end
  return count
end

-- What happened in all: damage taken, deaths and distances, by kind.
function M.summary()
  return values.flatten {
    alive = not running.player.dead,
    damage = sorted(running.hurt),
    deaths = sorted(running.dead),
    distance = sorted(running.walked),
    left = count_living(),
  }
end

return M
