-- The module Chara: charas on maps, the player and the party.

local import = ...
local creation = import "areas/object/creation"
local errors = import "core/errors"
local iterators = import "areas/iterator/creation"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local party = import "areas/object/party"
local player = import "areas/travel/player"
local queries = import "areas/object/queries"
local session = import "areas/session"
local text = import "core/sandbox/text"

local raise = errors.raise

local Chara = {}

function Chara.create(id, x, y, params, where)
  return creation.create("base.chara", "Chara.create", id, x, y, params, where)
end

function Chara.player()
  return session.game.player
end

function Chara.set_player(object)
  if objects.is(object) then
    objects.of(object, "Chara.set_player")
  end
  if not player.is(object) then
    raise("Chara.set_player: its argument is " .. text.shown(object)
      .. ": must be a chara, or an entity that lives on a map")
  elseif session.game.map and not rawequal(player.position(object), session.game.map) then
    raise("Chara.set_player: the chara is not on the current map: must be there")
  end
  if objects.is(object) then
    party.remove(object)
  end
  local previous = session.game.player
  session.game.player = object
  if objects.is(object) then
    if not previous then
      objects.emit(object, "base.on_initialize_player")
      objects.emit(object, "base.on_finalize_player")
    end
    objects.emit(object, "base.on_set_player", { previous_player = previous })
  end
end

function Chara.is_player(object)
  return object ~= nil and rawequal(object, session.game.player)
end

function Chara.is_alive(object, map)
  return objects.is(object, "base.chara") and party.is_alive(object)
    and (map == nil or rawequal(objects.states[object].map, map))
end

function Chara.at(x, y, map)
  local list = queries.at("base.chara", x, y, maps.given_or_current(map, "Chara.at"), party.is_alive)
  return list[#list]
end

-- Functions that iterate over charas of a map: name -> which charas.
for name, accepts in next, {
  iter = party.is_alive,
  iter_all = function()
    return true
  end,
  iter_others = function(chara)
    return party.is_alive(chara) and not party.contains(chara)
  end,
  iter_allies = function(chara)
    return party.is_alive(chara) and party.contains(chara) and not rawequal(chara, session.game.player)
  end,
} do
  Chara[name] = function(map)
    return iterators.of_list(queries.list_of(maps.given_or_current(map, "Chara." .. name), "base.chara", accepts))
  end
end

function Chara.iter_party()
  local allies = session.game.party
  return iterators.of_list(table.move(allies, 1, #allies, session.game.player and 2 or 1, { session.game.player }))
end

function Chara.find(id, whom, map)
  local is_ally = whom == "allies"
  local charas = queries.list_of(maps.given_or_current(map, "Chara.find"), "base.chara", function(chara)
    return party.is_alive(chara) and (whom == nil or whom == "all" or party.contains(chara) == is_ally)
  end)
  return queries.find(charas, id)
end

return Chara
