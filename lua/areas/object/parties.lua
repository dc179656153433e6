-- The parties of charas: of the player, and of charas that lead others. Mods call them save.base.parties.

local import = ...
local errors = import "core/errors"
local objects = import "areas/object/object_states"
local party = import "areas/object/party"
local proxies = import "core/sandbox/proxies"
local session = import "areas/session"
local signatures = import "core/border/signatures"

local fail = errors.fail

local M = {}

-- The id of the party of the player among the parties of the game.
local PLAYER_PARTY = 1
local MAX_PARTIES = 10000

-- parties -> its lists, id -> list of uids, the leader first; false for the parties of the game.
local lists_of = session.weak()

local methods = {}

-- The lists of parties, and whether they belong to the game.
local function open(self, method)
  local lists = lists_of[self]
  if lists == nil then
    fail("%s: it is called on another value: must be called with a colon", method)
  end
  return lists or session.game.parties, not lists
end

-- The uids of the charas of a party.
local function members_of(self, id, method)
  local lists, is_game = open(self, method)
  if is_game and id == PLAYER_PARTY then
    local uids, player = {}, session.game.player
    for _, chara in ipairs { objects.is(player) and player or nil, table.unpack(session.game.party) } do
      uids[#uids + 1] = objects.states[chara].uid
    end
    return uids, true
  end
  return lists[id] or fail("%s: unknown party %d", method, id)
end

local function index_of(uids, uid)
  for i, other in ipairs(uids) do
    if other == uid then
      return i
    end
  end
end

function methods.add_party(self)
  local lists, is_game = open(self, "add_party")
  if is_game then
    -- The party of the player has an empty list here.
    lists[PLAYER_PARTY] = lists[PLAYER_PARTY] or {}
  end
  local id = #lists + 1
  if id > MAX_PARTIES then
    fail("add_party: there are %d parties: that is the most", MAX_PARTIES)
  end
  lists[id] = {}
  return id
end

function methods.get_party_id_of_chara(self, chara)
  local lists, is_game = open(self, "get_party_id_of_chara")
  local uid = objects.states[chara].uid
  if is_game and party.contains(chara) then
    return PLAYER_PARTY
  end
  for id, uids in ipairs(lists) do
    if index_of(uids, uid) then
      return id
    end
  end
  return nil
end

function methods.has_member(self, id, chara)
  return index_of(members_of(self, id, "has_member"), objects.states[chara].uid) ~= nil
end

function methods.add_member(self, id, chara)
  local uids, is_player_party = members_of(self, id, "add_member")
  local uid, present = objects.states[chara].uid, self:get_party_id_of_chara(chara)
  if present then
    fail("add_member: chara %d is already in party %d", uid, present)
  elseif is_player_party then
    party.add(chara)
  elseif #uids >= party.MAX_MEMBERS then
    fail("add_member: party %d has %d members: that is the most", id, party.MAX_MEMBERS)
  else
    uids[#uids + 1] = uid
  end
end

-- The index of a chara in its party; raises an error when it is in another party or in none, or when it is the player.
local function need_member(self, id, chara, method)
  local uids, is_player_party = members_of(self, id, method)
  local uid = objects.states[chara].uid
  local index = index_of(uids, uid)
  if not index then
    fail("%s: chara %d is not in party %d (%s)", method, uid, id, tostring(self:get_party_id_of_chara(chara)))
  elseif is_player_party and rawequal(session.game.player, chara) then
    fail("%s: chara %d is the player, who leads party %d", method, uid, id)
  end
  return index, uids, is_player_party
end

function methods.remove_member(self, id, chara)
  local index, uids, is_player_party = need_member(self, id, chara, "remove_member")
  if is_player_party then
    party.remove(chara)
  else
    table.remove(uids, index)
  end
end

function methods.set_leader(self, id, chara)
  local index, uids, is_player_party = need_member(self, id, chara, "set_leader")
  if is_player_party then
    fail("set_leader: the player leads party %d", id)
  end
  table.insert(uids, 1, table.remove(uids, index))
end

function methods.get_leader(self, id)
  return members_of(self, id, "get_leader")[1]
end

local function new()
  local parties = proxies.new("parties", { __name = "parties", __index = methods })
  lists_of[parties] = {}
  return parties
end

methods.new = new
signatures.apply("areas", "parties", methods)

-- The parties of the game.
M.of_game = new()
lists_of[M.of_game] = false

-- Lets a chara join the party of the player. Returns whether it did.
function M.join_player(chara)
  local id = M.of_game:get_party_id_of_chara(chara)
  if id and id ~= PLAYER_PARTY then
    M.of_game:remove_member(id, chara)
  end
  return party.add(chara)
end

-- Lets a chara join the party of another one, which leads a new party if it is in none. Returns whether it did.
function M.join(leader, chara)
  local parties = M.of_game
  if rawequal(leader, chara) or parties:get_party_id_of_chara(chara) then
    return false
  end
  local id = parties:get_party_id_of_chara(leader)
  if id == PLAYER_PARTY then
    return not party.is_full() and party.add(chara)
  elseif not id then
    id = parties:add_party()
    parties:add_member(id, leader)
  elseif #session.game.parties[id] >= party.MAX_MEMBERS then
    return false
  end
  parties:add_member(id, chara)
  return true
end

return M
