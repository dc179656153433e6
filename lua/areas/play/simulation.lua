-- A world that is played by itself, for `dungeon-host simulate`: its player is an entity of actions, which goes from
-- map to
-- map. At each change of map the game is saved and read again.

local import = ...
local actions = import "actions/simulation/simulation"
local areas = import "areas/area/instances"
local being = import "areas/travel/player"
local keeping = import "areas/keeping"
local kinship = import "areas/area/hierarchy"
local layers = import "core/game/objects"
local listing = import "areas/object/queries"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local play = import "areas/play/keys"
local stairways = import "areas/area/stairs"
local state = import "areas/session"
local text = import "core/sandbox/text"
local world = import "areas/modules/world"

local format = string.format
local ipairs, next = ipairs, next

local M = {}

-- Lets the player remember what it knows of the map where it is: that is saved with the map, under an id that no mod has.
local function remember()
  local own = maps.known[state.game.map]
  own.memory = own.memory or {}
  own.mod_data.host = own.mod_data.host or { been = {}, tried = {} }
  state.lend(own)
  actions.follow(state.game.player, own.memory, own.mod_data.host)
end

-- Begins what a mod begins with, or goes on with the game there is. Gives an empty text, or why it is not possible.
function M.begin(id, mode, strict, goes_on)
  local wrong = not goes_on and play.begin(id)
  if wrong then
    return wrong
  end
  local player = state.game.player
  if not player or objects.known[player] or not layers.can(player, "act") then
    return "its player is a chara, and nothing acts around it: simulate needs an entity of the actions dialect, given to Chara.set_player"
  end
  actions.attend(player, mode, strict)
  remember()
  return ""
end

local function is_conquered(area)
  return areas.known[area].fields.is_conquered == true
end

-- The areas whose entrance lies on a map, as a list.
local function areas_below(map)
  local area, floor = kinship.of_map(map)
  local list = {}
  for uid, position in next, area and areas.known[area].children or {} do
    if position and position.floor == floor and state.game.areas[uid] then
      list[#list + 1] = uid
    end
  end
  table.sort(list)
  for i, uid in ipairs(list) do
    list[i] = state.game.areas[uid]
  end
  return list
end

-- What was conquered when all is over: the player is back where the entrances of dungeons lie, and each of them is. Nothing
-- before.
local function conquered()
  local names = {}
  for i, area in ipairs(areas_below(state.game.map)) do
    if not is_conquered(area) then
      return nil
    end
    names[i] = text.tostring(area.name or area._id)
  end
  return names[1] and table.concat(names, ", ")
end

-- Where to go when there is nothing left to do on a map: up out of what is conquered, down into what is not.
local function way_on()
  local map = state.game.map
  local area = kinship.of_map(map)
  local way = area and is_conquered(area) and "up" or "down"
  local goals = {}
  for _, feat in ipairs(listing.list_of(map, "base.feat")) do
    local direction = stairways.direction(feat)
    local leads = direction
    if not direction then
      local inner = state.game.areas[feat.params.area_uid or 0]
      leads = inner and not is_conquered(inner) and "down" or nil
    end
    if leads == way then
      goals[feat.y * map:width() + feat.x] = true
    end
  end
  local step = actions.towards(goals)
  if step and step.x == 0 and step.y == 0 then
    return way
  end
  return step
end

-- Up or down, where stairs lead; saves and reads the game. Answers a line.
local function climb(way)
  local game = state.game
  local player, before = game.player, game.map
  play.press(way, true)
  if state.game.map == before then
    return format("turn %d: %s finds no way %s", state.game.turns, being.name(player), way)
  end
  if keeping.is_attached() then
    keeping.save "simulate"
    keeping.restore()
  else
    keeping.cycle()
  end
  player = state.game.player
  remember()
  local area, floor = kinship.of_map(state.game.map)
  local title = play.status()
  title = title == "" and text.tostring(area and area._id or "another map") or title
  return format("turn %d: %s goes %s to %s, floor %s", state.game.turns, being.name(player), way, title, text.tostring(floor))
end

-- Plays a turn: whether the game goes on, what happened, as a line, and whether that only tells that all is over.
function M.turn()
  local names = conquered()
  if names then
    return false, format("turn %d: %s: conquered", state.game.turns, names), true
  end
  actions.begin_turn()
  local way = actions.decide(way_on)
  local line
  if way == "up" or way == "down" then
    line = climb(way)
  else
    local player = state.game.player
    layers.ask(player, "act", way.x, way.y)
    if being.is_alive(player) then
      world.pass_turn()
    end
    line = actions.line(state.game.turns)
  end
  return being.is_alive(state.game.player), line
end

return M
