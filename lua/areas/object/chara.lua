-- Charas: their methods, the party of the player, and the module Chara.

local import = ...
local errors = import "core/errors"
local creating = import "areas/object/creation"
local iterators = import "areas/iterator/instances"
local listing = import "areas/object/queries"
local objects = import "areas/object/instances"
local state = import "areas/session"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local ipairs, rawequal = ipairs, rawequal
local remove = table.remove
local METHODS, emit, known, of = objects.METHODS, objects.emit, objects.known, objects.of
local create, map_of = creating.create, creating.map_of
local at, find_on, list_of = listing.at, listing.find_on, listing.list_of

local M = {}

local chara = METHODS["base.chara"]

function chara.is_player(self)
  of(self, "is_player")
  return rawequal(state.game.player, self)
end

local function in_party(object)
  if rawequal(state.game.player, object) then
    return true
  end
  for _, one in ipairs(state.game.party) do
    if rawequal(one, object) then
      return true
    end
  end
  return false
end
M.in_party = in_party

function chara.is_in_player_party(self)
  of(self, "is_in_player_party")
  return in_party(self)
end

function chara.is_ally(self)
  return chara.is_in_player_party(self) and not chara.is_player(self)
end

function chara.recruit_as_ally(self)
  of(self, "recruit_as_ally")
  if in_party(self) then
    return false
  elseif #state.game.party >= 100 then
    raise("recruit_as_ally: the party has 100 members: that is the most")
  end
  state.game.party[#state.game.party + 1] = self
  return true
end

function chara.leave_party(self)
  of(self, "leave_party")
  for i, one in ipairs(state.game.party) do
    if rawequal(one, self) then
      remove(state.game.party, i)
      return true
    end
  end
  return false
end

local function is_alive(object)
  return known[object].fields.state ~= "Dead"
end
M.is_alive = is_alive

function chara.is_alive(self)
  of(self, "is_alive")
  return is_alive(self)
end

function chara.kill(self)
  local own = of(self, "kill")
  if not is_alive(self) then
    return false
  end
  own.fields.state, own.fields.hp = "Dead", 0
  own.fields.respawn_date = state.game.seconds // 3600 + 48
  emit(self, own, "base.on_chara_killed")
  return true
end

function chara.revive(self)
  local own = of(self, "revive")
  own.fields.state, own.fields.respawn_date = "Alive", nil
  chara.heal_to_max(self)
end

function chara.heal_to_max(self)
  local own = of(self, "heal_to_max")
  own.fields.hp = own.fields.max_hp
end

M.Chara = {
  create = function(id, x, y, params, where)
    return create("base.chara", "Chara.create", id, x, y, params, where)
  end,
  player = function()
    return state.game.player
  end,
  set_player = function(object)
    local being = import "areas/travel/player"
    if known[object] then
      of(object, "Chara.set_player")
    end
    if not being.is(object) then
      raise("Chara.set_player: its argument is " .. shown(object) .. ": must be a chara, or an entity that lives on a map")
    elseif state.game.map and not rawequal(being.place(object), state.game.map) then
      raise("Chara.set_player: the chara is not on the current map: must be there")
    end
    if known[object] then
      chara.leave_party(object)
    end
    state.game.player = object
  end,
  is_player = function(object)
    return rawequal(object, state.game.player) and object ~= nil
  end,
  is_alive = function(object, map)
    return known[object] ~= nil and known[object].kind == "base.chara" and is_alive(object)
      and (map == nil or rawequal(known[object].map, map))
  end,
  at = function(x, y, map)
    local list = at("base.chara", x, y, map, "Chara.at", is_alive)
    return list[#list]
  end,
  iter = function(map)
    return iterators.of_list(list_of(map_of(map, "Chara.iter"), "base.chara", is_alive))
  end,
  iter_all = function(map)
    return iterators.of_list(list_of(map_of(map, "Chara.iter_all"), "base.chara"))
  end,
  iter_others = function(map)
    return iterators.of_list(list_of(map_of(map, "Chara.iter_others"), "base.chara", function(object)
      return is_alive(object) and not in_party(object)
    end))
  end,
  iter_allies = function(map)
    return iterators.of_list(list_of(map_of(map, "Chara.iter_allies"), "base.chara", function(object)
      return is_alive(object) and in_party(object) and not rawequal(object, state.game.player)
    end))
  end,
  iter_party = function()
    local list = { state.game.player }
    for _, object in ipairs(state.game.party) do
      list[#list + 1] = object
    end
    return iterators.of_list(list)
  end,
  find = function(id, whom, map)
    map = map_of(map, "Chara.find")
    whom = whom == nil and "all" or whom
    return find_on("base.chara", id, list_of(map, "base.chara", function(object)
      return is_alive(object) and (whom == "all" or in_party(object) == (whom == "allies"))
    end))
  end,
}

return M
