-- Plays a world by itself, for `dungeon-host simulate`: a player, and what the pools hold, on the map of the game.

local import = ...
local class = import "actions/class"
local grids = import "actions/grid"
local layers = import "actions/layers"
local library = import "actions/library"
local protect = import "host/protect"
local random = import "host/random"
local registry = import "actions/registry"
local stat_types = import "actions/stat_types"
local statuses = import "actions/statuses"
local values = import "host/values"
local vec = import "actions/vec"
local worlds = import "actions/world"

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

-- The running simulation: { world, grid_state, player, mode, stream, events (of this turn, in order), hurt, dead, walked
-- (name -> how much), known (entity -> { pos, hit points }) }.
local running

-- The squares that can be reached from one, nearest first, and how each was come by: square -> the one before.
local function reach(state, width, from, stands_open)
  local before, queue = { [from] = from }, { from }
  for _, square in ipairs(queue) do
    local x, y = square % width + 1, square // width + 1
    for _, way in ipairs(directions) do
      local next_square = grids.square_at(state, x + way[1], y + way[2])
      if next_square and before[next_square] == nil and stands_open(next_square) then
        before[next_square] = square
        queue[#queue + 1] = next_square
      end
    end
  end
  return queue, before
end

local function is_ground(state)
  return function(square)
    return state.floors[square] ~= nil and state.walls[square] == nil
  end
end

-- The squares of the largest part of the map.
local function largest_part(state, width, height)
  local stands_open, seen, best = is_ground(state), {}, {}
  for square = 0, width * height - 1 do
    if not seen[square] and stands_open(square) then
      local part = reach(state, width, square, stands_open)
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
    local lost = (known.hp or left) - left
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
      if ("," .. brought .. ","):find("," .. class.owner(one).id .. ",", 1, true) then
        return one, class.owner(one)
      end
      first = first or one
    end
    id = id + 1
  end
end

-- Begins: start is the square on which a player enters, or -1; brought are ids of mods that are asked first, joined by
-- commas. Gives an empty text, or why it is not possible.
function M.begin(start, mode, strict, brought)
  local made, mod = player_class(brought)
  if not made then
    return "no player"
  end
  local world = worlds.from_map(library.api_of(mod), mod)
  local state = worlds.state_of(world, "simulate")
  local ground, squares = state.grid_state, nil
  if start >= 0 and is_ground(ground)(start) then
    squares = reach(ground, world.width, start, is_ground(ground))
  else
    squares = largest_part(ground, world.width, world.height)
    start = squares[1]
  end
  if not start then
    return "no room"
  end
  world.zone, world.floor, world.rarity, world.strict = "z1", "f1", "common", strict
  running = {
    world = world, state = state, mode = mode, mod = mod, stream = random.stream(mod.id, "simulate"), events = {}, moves = 0,
    hurt = {}, dead = {}, walked = {}, visited = {}, known = setmetatable({}, { __mode = "k" }),
  }
  -- A generator may have put somebody there already.
  local is_empty = #world:getEntities(Layers.real) == 0
  running.player = world:create(made, new_vec(start % world.width + 1, start // world.width + 1))
  if is_empty then
    place_all(world, squares, start, running.stream)
  end
  state.listener = listen
  state.on_error = function(who, message)
    running.events[#running.events + 1] = who .. " errs: " .. message
  end
  for _, entity in ipairs(world:getEntities(Layers.real)) do
    note(entity)
  end
  return ""
end

-- Whether somebody is worth going for.
local function is_prey(entity)
  return entity ~= nil and entity ~= running.player and not entity.dead and entity.decorators.Attackable ~= nil
    and entity.decorators.Acting ~= nil
end

-- The first step of a way to the nearest enemy, else to the nearest thing that lies about, else to new places.
local function hunt()
  local state = running.state.grid_state
  local player, width = running.player, running.world.width
  local from = grids.square_at(state, player.pos.x, player.pos.y)
  -- What was left behind there was left on purpose.
  running.visited[from] = true
  local stands_open = is_ground(state)
  local order, before = reach(state, width, from, function(square)
    return stands_open(square) and (state.real[square] == nil or is_prey(state.real[square]))
  end)
  local goal, lying = nil, state.store:layer(grids.keys[Layers.dropped])
  for _, square in ipairs(order) do
    if square ~= from and is_prey(state.real[square]) then
      goal = square
      break
    end
  end
  for _, square in ipairs(goal and {} or order) do
    if square ~= from and lying[square] and not running.visited[square] then
      goal = square
      break
    end
  end
  if not goal then
    -- Nobody is left to look for: on to where nobody has been yet.
    goal = running.destination
    if not goal or running.visited[goal] or not before[goal] then
      goal = order[#order]
      for i = #order, 1, -1 do
        if not running.visited[order[i]] then
          goal = order[i]
          break
        end
      end
      running.destination = goal
    end
  end
  if goal == from then
    return nil
  end
  while goal and before[goal] ~= from do
    goal = before[goal]
  end
  if goal then
    return new_vec(goal % width + 1 - player.pos.x, goal // width + 1 - player.pos.y)
  end
end

local function any_direction()
  local way = directions[random.between(running.stream, 1, #directions)]
  return new_vec(way[1], way[2])
end

-- Where the player goes. A class of players may have a script of its own: script(player, world) → a Vec.
local function decide()
  local player = running.player
  if running.mode == "idle" then
    return new_vec(0, 0)
  elseif running.mode == "random" then
    return any_direction()
  elseif type(player.script) == "function" then
    return vec.check(player:script(running.world), "the script of " .. class.type_name(player))
  end
  return hunt() or any_direction()
end

-- Plays a turn: whether the player lives, and what happened, as a line.
function M.turn()
  local world, player = running.world, running.player
  running.events, running.moves = {}, 0
  player.nextAction = nil
  world:setPlayerActions(decide(), 1)
  world:gameLoop()
  local hp = hit_points(player)
  local line = ("turn %d: %s at (%d, %d)%s, %d moved"):format(world.turn, name_of(player), player.pos.x, player.pos.y,
    hp and (" with " .. hp) or "", running.moves)
  if running.events[1] then
    line = line .. "; " .. concat(running.events, ", ")
  end
  return not player.dead, line
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

-- What happened in all: damage taken, deaths and distances, by kind.
function M.summary()
  return values.flatten {
    turns = running.world.turn,
    alive = not running.player.dead,
    damage = sorted(running.hurt),
    deaths = sorted(running.dead),
    distance = sorted(running.walked),
    left = #running.world:getEntities(Layers.real),
  }
end

return M
