-- Objects of entries, to which things happen on a small map: for `dungeon-host check`.

local import = ...
-- First: no mod may have used this dialect.
import("areas/init").load()
local action = import "areas/modules/action"
local creation = import "areas/object/creation"
local events = import "core/game/events"
local free_squares = import "areas/map/free_squares"
local instanced_map = import "areas/map/instanced_map"
local keys = import "areas/play/keys"
local objects = import "areas/object/object_states"
local registry = import "areas/data/registry"
local session = import "areas/session"
local test_util = import "areas/library/test_util"
local world = import "areas/modules/world"

local M = {}

local SIZE, TURNS = 9, 3
local TITLE = "check"

-- Creates an object beside a chara: an item on its square, or in the chara if `is_carried`.
local function create(kind, id, chara, is_carried)
  if is_carried then
    return creation.create(kind, TITLE, id, nil, nil, {}, chara)
  end
  local map, x, y = session.game.map, chara.x, chara.y
  if kind ~= "base.item" then
    x, y = free_squares.find(map, x, y)
  end
  return creation.create(kind, TITLE, id, x, y, {}, map)
end

-- A chara on the current map: the player, or one beside a player of another dialect.
local function find_chara()
  local player = session.game.player
  if objects.is(player) and rawequal(objects.states[player].map, session.game.map) then
    return player
  end
  return creation.create("base.chara", TITLE, "base.player", 0, 0, {}, session.game.map)
end

-- Lets a chara walk onto the square of an object, or into it.
local function walk(object, chara, is_solid)
  object.is_solid = is_solid
  chara:set_pos(object.x > 0 and object.x - 1 or object.x + 1, object.y)
  action.move(chara, object.x, object.y)
end

-- What happens to an object, by kind: name; the callbacks and events of an entry for which it happens, or none for what
-- happens to all; and a function of the object and of a chara beside it, which carries it if `is_carried`.
local LIVE = { "is created", {}, function()
  for _ = 1, TURNS do
    world.World.pass_turn()
  end
end }
local REFRESH = { "is refreshed", { "base.on_refresh", "base.on_item_refresh", "base.on_refresh_weight" },
  function(object)
    object:refresh()
  end }
local REMOVED = { "is removed", { "base.on_object_removed" }, function(object)
  object:remove_ownership()
end }
local ACTS = {
  ["base.chara"] = {
    LIVE, REFRESH, REMOVED,
    { "moves", { "base.before_chara_moved", "base.on_chara_moved" }, function(object)
      local x, y = free_squares.find(session.game.map, object.x, object.y)
      if x then
        action.move(object, x, y)
      end
    end },
    { "dies", { "base.on_chara_killed" }, function(object)
      object:kill()
    end },
    { "is revived", { "base.on_chara_revived" }, function(object)
      object:kill()
      object:revive()
    end },
    { "is healed", { "base.on_heal_chara_hp" }, function(object)
      object.hp = 0
      object:heal_to_max()
    end },
    { "becomes an ally", { "base.on_recruited_as_ally" }, function(object)
      object:recruit_as_ally()
    end },
  },
  ["base.item"] = {
    LIVE, REFRESH, REMOVED,
    { "is taken", { "base.on_get_item" }, function(object, chara)
      action.get(chara, object)
    end },
    { "is dropped", { "base.on_drop_item" }, function(object, chara)
      action.drop(chara, object)
    end, is_carried = true },
    { "is eaten", { "base.on_item_eaten" }, function(object, chara)
      action.eat(chara, object)
    end, is_carried = true },
  },
  ["base.feat"] = {
    LIVE, REFRESH, REMOVED,
    { "is used", { "on_activate", "base.on_feat_activated" }, function(object, chara)
      action.activate(chara, object)
    end },
    { "is stepped on", { "on_stepped_on" }, function(object, chara)
      walk(object, chara, false)
    end },
    { "is bumped into", { "on_bumped_into" }, function(object, chara)
      walk(object, chara, true)
    end },
  },
  ["base.mef"] = {
    LIVE, REFRESH, REMOVED,
    { "is stepped on", { "on_stepped_on" }, function(object, chara)
      walk(object, chara, false)
    end },
  },
}

-- The names of what happens to objects of an entry, joined by NUL; none where only the mod knows their params.
function M.acts(kind, id)
  local record = registry.find(kind, id)
  if not creation.needs_no_params(record) then
    return ""
  end
  local heard = {}
  for _, list in ipairs { record.entry.events or {}, record.entry._events or {} } do
    for _, handler in ipairs(list) do
      heard[registry.current_event(handler.id == nil and handler._id or handler.id)] = true
    end
  end
  local names = {}
  for _, act in ipairs(ACTS[kind]) do
    local is_needed = not act[2][1]
    for _, name in ipairs(act[2]) do
      is_needed = is_needed or heard[name] or record.entry[name] ~= nil
    end
    names[#names + 1] = is_needed and act[1] or nil
  end
  return table.concat(names, "\0")
end

-- Begins the game of a mod, or makes a small map with a player. Returns whether there is a map.
function M.begin(mod_id, is_small)
  if not is_small then
    return keys.begin(mod_id) == nil
  end
  test_util.register_map(instanced_map.new(SIZE, SIZE))
  test_util.set_player(session.game.map, SIZE // 2, SIZE // 2)
  return true
end

-- Whether a chara is on the current map, and an object is there, too, or the chara carries it.
local function are_there(object, chara, is_carried)
  local state, map = objects.states[object], session.game.map
  local is_near = rawequal(state.map, map)
  if is_carried then
    is_near = rawequal(state.inside, chara)
  end
  return is_near and rawequal(objects.states[chara].map, map)
end

-- Lets what has a name in ACTS happen to a new object of an entry; the first `most_ignored` errors of handlers are
-- dropped.
function M.play(kind, id, name, most_ignored)
  events.set_strict(true, most_ignored)
  local chara = find_chara()
  for _, act in ipairs(ACTS[kind]) do
    local object = act[1] == name and chara and create(kind, id, chara, act.is_carried)
    -- A handler of the mod may have taken them elsewhere.
    if object and (act == LIVE or are_there(object, chara, act.is_carried)) then
      act[3](object, chara)
    end
  end
end

return M
