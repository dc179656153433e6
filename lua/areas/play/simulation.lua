-- A world that plays itself, for `dungeon-host simulate`: its player is an entity of the actions dialect, which goes
-- from map to map. At each change of the map the game is saved and loaded.

local import, py = ...
-- First: no mod may have used this dialect.
import("areas/init").load()
local actions = import "actions/simulation/simulation"
local conquest = import "areas/play/conquest"
local hierarchy = import "areas/area/hierarchy"
local saving = import "areas/save/saving"
local keys = import "areas/play/keys"
local layers = import "core/game/objects"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local player = import "areas/travel/player"
local protect = import "core/sandbox/protect"
local queries = import "areas/object/queries"
local session = import "areas/session"
local stairs = import "areas/area/stairs"
local text = import "core/sandbox/text"
local world = import "areas/modules/world"

local format = string.format

local M = {}

-- Gives the simulation what the player remembers of the current map. It is saved with the map, under an id that no mod
-- has.
local function follow_player()
  local state = maps.states[session.game.map]
  state.memory = state.memory or {}
  state.mod_data.host = state.mod_data.host or { been = {}, tried = {} }
  session.before_access(state)
  actions.follow(session.game.player, state.memory, state.mod_data.host)
end

-- Starts a game of a mod, or continues the present one. Returns an empty text, or why that is not possible.
function M.begin(mod_id, strict, continues)
  local problem = not continues and keys.begin(mod_id)
  if problem then
    return problem
  end
  local object = session.game.player
  if not object or objects.is(object) or not layers.can(object, "act") then
    return "its player is a chara, around which nothing acts: the player must be an entity of the actions dialect"
  end
  actions.start(object, strict)
  follow_player()
  return ""
end

-- Where stairs or an entrance lead: "up", "down", or nil for an area that is conquered.
local function direction_of(feat)
  local direction = stairs.direction(feat)
  if not direction then
    local area = session.game.areas[feat.params.area_uid or 0]
    return area and not conquest.is_conquered(area) and "down" or nil
  end
  return direction
end

-- The next step of a player who has nothing left to do on a map: up out of a conquered area, else down.
local function find_way_out()
  local map = session.game.map
  local area = hierarchy.of_map(map)
  local way, goals = area and conquest.is_conquered(area) and "up" or "down", {}
  for _, feat in ipairs(queries.list_of(map, "base.feat")) do
    if direction_of(feat) == way then
      goals[feat.y * map:width() + feat.x] = true
    end
  end
  local step = actions.towards(goals)
  if step and step.x == 0 and step.y == 0 then
    return way
  end
  return step
end

-- Uses stairs; then saves and loads the game. Returns a line of the log.
local function climb(way)
  local game = session.game
  local name, previous = player.name(game.player), game.map
  keys.perform(way)
  if session.game.map == previous then
    return format("turn %d: %s finds no way %s", session.game.turns, name, way)
  end
  if saving.is_attached() then
    saving.save "simulate"
    saving.restore()
  else
    saving.cycle()
  end
  follow_player()
  local area, floor = hierarchy.of_map(session.game.map)
  local title = keys.status()
  title = title == "" and text.tostring(area and area._id or "another map") or title
  return format("turn %d: %s goes %s to %s, floor %s", session.game.turns, player.name(session.game.player), way, title,
    text.tostring(floor))
end

-- Plays a turn; `move` is as in `decide` of the simulation of a map. Returns whether the game continues, a line of the
-- log, whether the line reports the end of the game, and whether nothing happened but moves.
local function play_turn(move)
  actions.begin_turn()
  local names = conquest.names()
  if names then
    return false, format("turn %d: %s: conquered", session.game.turns, names), true
  end
  local way = actions.decide(move, find_way_out)
  local line, is_quiet
  if way == "up" or way == "down" then
    line = climb(way)
  else
    local object = session.game.player
    -- A word for what knights of kts do is a turn of waiting here: entities take what lies where they go.
    layers.ask(object, "act", way.x or 0, way.y or 0)
    if player.is_alive(object) then
      world.World.pass_turn()
    end
    line, is_quiet = actions.line(session.game.turns), not actions.has_events()
  end
  return player.is_alive(session.game.player), line, false, is_quiet
end

-- Does what `play_turn` does; without the last result.
function M.turn(move)
  local goes_on, line, is_over = play_turn(move)
  return goes_on, line, is_over
end

local function play_by_script(strict)
  local object = session.game.player
  if not object or objects.is(object) then
    py.print "Only an entity acts by itself, and the player is none."
  elseif not player.is_alive(object) then
    py.print "You are dead."
  else
    actions.start(object, strict)
    follow_player()
    local _, line, _, is_quiet = play_turn "script"
    actions.stop()
    return not is_quiet and line or nil
  end
end

-- Plays a turn in a game that is played by keys: the player does what it does in a simulation. An error is printed and
-- the game continues; with `strict` it is raised. Returns the line of the log, if something happened but moves.
function M.press_script(strict)
  if strict then
    return play_by_script(true)
  end
  local ok, message = protect.pcall(play_by_script, false)
  if not ok then
    py.print("error: " .. text.tostring(message))
  end
  return ok and message or nil
end

return M
