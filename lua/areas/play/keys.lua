-- A game that is played by keys, for `dungeon-host travel`: each key does something, most let a turn pass, and errors
-- do not end it unless it is `--strict`.

local import, py = ...
-- First: no mod may have used this dialect.
import("areas/init").load()
local action = import "areas/modules/action"
local areas = import "areas/area/area_states"
local carried = import "core/game/carried"
local conquest = import "areas/play/conquest"
local errors = import "core/errors"
local feats = import "areas/object/feat"
local floor_generation = import "areas/area/floor_generation"
local floors = import "areas/area/floors"
local hierarchy = import "areas/area/hierarchy"
local saving = import "areas/save/saving"
local layers = import "core/game/objects"
local loader = import "core/loader"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local offers = import "areas/play/offers"
local party = import "areas/object/party"
local player = import "areas/travel/player"
local player_view = import "core/game/player_view"
local protect = import "core/sandbox/protect"
local queries = import "areas/object/queries"
local session = import "areas/session"
local stable_order = import "core/sandbox/stable_order"
local steps = import "core/game/steps"
local text = import "core/sandbox/text"
local travel = import "areas/travel/travel"
local typos = import "core/typos"
local values = import "core/border/values"
local world = import "areas/modules/world"

local raise = errors.raise
local format = string.format

local M = {}

-- Records what happens around a player that is an entity. Not loaded for others, whose mods may not use its dialect.
local function recorder()
  return import "actions/simulation/simulation"
end

local HOUR, DAY = 3600, 86400

-- Lets the player meet a chara beside it: whether a mod did something. An enemy is struck, whoever else is talked to.
local function meet(object, chara)
  if party.is_enemy(chara) then
    return objects.emit(object, offers.STRIKE[1], { target = chara }, false) == true
  end
  return objects.emit(chara, offers.TALK[1], { chara = object }, false) == true
end

-- Moves the player by a square: whether a turn passes. An entity acts with the others of its dialect.
local function step(object, dx, dy)
  if not objects.is(object) then
    layers.ask(object, "act", dx, dy)
    return true
  end
  local map = session.game.map
  local x, y = object.x + dx, object.y + dy
  local chara = offers.chara_at(object, { dx, dy })
  if chara then
    if not meet(object, chara) then
      py.print(chara.name .. " is in the way.")
    end
  elseif not action.move(object, x, y) then
    return false
  -- A handler of the mod may have taken the player elsewhere.
  elseif rawequal(session.game.map, map) and rawequal(objects.states[object].map, map) then
    for _, kind in ipairs { "base.feat", "base.item" } do
      for _, other in ipairs(queries.at(kind, object.x, object.y, map)) do
        py.print("Here is: " .. offers.name_of(other) .. ".")
      end
    end
  end
  return true
end

-- Uses these stairs.
local function climb(object, is_up)
  local feat = offers.stairs_below(object, is_up)
  if feat then
    local ok, why = feats.activate(feat, object)
    if not ok then
      py.print(text.tostring(why or "It leads nowhere."))
    end
    return ok
  end
  py.print(is_up and "There are no stairs up here." or "There are no stairs down and no entrance here.")
  return false
end

-- What other keys do: key -> function(player), which returns whether a turn passes.
local keys = {}

function keys.up(object)
  return climb(object, true)
end

function keys.down(object)
  return climb(object, false)
end

function keys.leave()
  local ok, why = travel.leave_by_edge()
  if not ok then
    py.print(text.tostring(why or "The edge of the map leads nowhere."))
  end
  return ok
end

function keys.wait(object)
  if not objects.is(object) then
    layers.ask(object, "act", 0, 0)
  end
  return true
end

function keys.talk(object)
  local chara = objects.is(object) and offers.listener(object)
  if not chara then
    return false
  elseif not meet(object, chara) then
    py.print(offers.name_of(chara) .. " says nothing.")
  end
  return true
end

-- Lets time pass until the player is hurt or dead.
local function rest(object, seconds)
  local health, is_hurt = player.health(object), false
  world.rest(seconds, function()
    keys.wait(object)
    local now = player.health(object)
    is_hurt = type(now) == "number" and type(health) == "number" and now < health
    health = now
    return player.is_alive(object) and not is_hurt
  end)
  if is_hurt and player.is_alive(object) then
    py.print "You are hurt, and your rest is over."
  end
  return false
end

function keys.rest(object)
  return rest(object, HOUR)
end

function keys.day(object)
  return rest(object, DAY)
end

function keys.get(object)
  if not objects.is(object) then
    py.print "You take what lies on your way without a key."
    return false
  end
  for _, item in ipairs(queries.at("base.item", object.x, object.y, session.game.map)) do
    if action.get(object, item) then
      py.print("You take: " .. text.tostring(item.name or item._id) .. ".")
      return true
    end
  end
  py.print "There is nothing to take."
  return false
end

-- The names of what the player carries.
local function names_carried(object)
  if not objects.is(object) then
    return carried.names(layers.ask(object, "carried"))
  end
  local names = {}
  for i, item in ipairs(objects.states[object].carried or {}) do
    names[i] = offers.name_of(item)
  end
  return names
end

function keys.inventory(object)
  local names = names_carried(object)
  py.print(names[1] and "You carry: " .. table.concat(names, ", ") .. "." or "You carry nothing.")
  return false
end

function keys.save()
  if not saving.is_attached() then
    raise(saving.NO_FILE)
  end
  saving.save "save"
  py.print "Saved."
  return false
end

function keys.load()
  saving.need_save()
  return false
end

-- Starts a game of a mod. Returns the problem, or nothing.
function M.begin(mod_id)
  local result = loader.mods[mod_id].result
  if not loader.begins_world(mod_id) then
    local returned = result == nil and "nothing" or stable_order.type(result) ~= "table" and text.shown(result)
      or result.begin == nil and "a table without begin" or "a table in which begin is " .. text.shown(result.begin)
    local hint = returned == "a table without begin" and typos.find_misspelled("begin", result)
    return format("it returns %s: travel needs a table with a function begin, which starts a game%s", returned,
      hint and "; " .. hint or "")
  end
  result.begin()
  if not session.game.map then
    return "begin has set no map: must call Map.set_map"
  elseif not session.game.player then
    return "begin has set no player: must call Chara.set_player"
  end
end

-- Makes the first floor of a unique area the map of the game. Returns the problem, or nothing.
function M.visit(area_id)
  local state = areas.states[(hierarchy.get_unique(area_id, nil, area_id))]
  local first = floors.first_floor(state)
  local ok, map = floor_generation.load_or_generate(state, first, nil, area_id)
  if not ok then
    return floor_generation.no_generator(state, first)
  end
  py.map_select(maps.states[map].number)
end

-- What happened to entities while the last key was pressed: rows as of actions/simulation/simulation.
function M.reports()
  if offers.is_entity() then
    return recorder().reports()
  end
  return values.flatten {}
end

-- Does what a key does.
function M.perform(key)
  local object = session.game.player
  local passes_turn
  if key == "save" or key == "load" then
    passes_turn = keys[key]()
  elseif not object then
    py.print "There is no player: the mod has not called Chara.set_player."
  elseif not player.is_alive(object) then
    py.print "You are dead."
  elseif not player.position(object) then
    py.print "You are on no map."
  elseif steps[key] then
    passes_turn = step(object, steps[key][1], steps[key][2])
  else
    passes_turn = keys[key](object)
  end
  if passes_turn then
    world.World.pass_turn()
  end
end

-- Does what a key does. An error is printed and the game continues; with `strict` it is raised.
function M.press(key, strict)
  local object = session.game.player
  local is_watched = offers.is_entity() and player.is_alive(object)
  local ok, message = true, nil
  if is_watched then
    recorder().watch(object)
  end
  if strict then
    M.perform(key)
  else
    ok, message = protect.pcall(M.perform, key)
  end
  if is_watched then
    recorder().stop()
  end
  if not ok then
    py.print("error: " .. text.tostring(message))
  elseif key == "load" then
    -- Outside of the pcall, because a failed load leaves no game to continue.
    saving.restore()
    py.print "Loaded."
  end
end

-- The square of the player on the map of the game, as x and y from 0; nothing for a player who is not there.
function M.player_square()
  local object = session.game.player
  if object then
    local map, x, y = player.position(object)
    if map == session.game.map then
      return x, y
    end
  end
end

-- The player as core/game/player_view describes it.
function M.view()
  local object = session.game.player
  local x, y = M.player_square()
  return player_view(x, y, function()
    if not objects.is(object) then
      return player.health(object), layers.ask(object, "most_health"), layers.ask(object, "carried") or {}
    end
    local fields = objects.states[object].fields
    return fields.hp, fields.max_hp, layers.ask(object, "carried") or {}
  end)
end

-- "lost" for a player who is dead, "won" where all areas that it could enter are conquered; nil while the game goes on.
function M.outcome()
  local object = session.game.player
  local is_lost = object and not player.is_alive(object)
  return is_lost and "lost" or session.game.map and conquest.names() and "won" or nil
end

-- Two lines about the game: the name of the map; area, floor and date. Who shows them shows the health, too.
function M.status()
  local map = session.game.map
  if not map then
    return "", ""
  end
  local area, floor = hierarchy.of_map(map)
  local title = text.tostring(map.name)
  if title == "" and area then
    title = text.tostring(area.name or "")
  end
  local prefix = area and area.name and area.name ~= title and text.tostring(area.name) .. ", " or ""
  local floor_text = floor and floors.has_several(areas.states[area]) and format("floor %s · ", text.tostring(floor))
    or ""
  local date = world.World.date()
  return title, format("%s%sday %d of month %d, %02d:%02d", prefix, floor_text, date.day + 1, date.month + 1,
    date.hour, date.minute)
end

return M
