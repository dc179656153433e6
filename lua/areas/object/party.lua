-- Which charas are alive, and which belong to the party of the player.

local import = ...
local errors = import "core/errors"
local objects = import "areas/object/object_states"
local session = import "areas/session"

local M = {}

-- Allies of the player, and members of other parties.
M.MAX_MEMBERS = 100

function M.is_alive(chara)
  return objects.states[chara].fields.state ~= "Dead"
end

local function index_of(chara)
  for i, member in ipairs(session.game.party) do
    if rawequal(member, chara) then
      return i
    end
  end
end

-- Whether a chara is the player or an ally.
function M.contains(chara)
  return rawequal(session.game.player, chara) or index_of(chara) ~= nil
end

-- Whether a chara is an enemy of the player's side; a member of the party without a relation is an ally.
function M.is_enemy(chara)
  local relation = objects.states[chara].fields.relation
  return (type(relation) == "number" and relation or M.contains(chara) and 10 or 0) <= -3
end

-- Whether no further ally can join.
function M.is_full()
  return #session.game.party >= M.MAX_MEMBERS
end

-- Adds an ally; false for a member of the party.
function M.add(chara)
  local party = session.game.party
  if M.contains(chara) then
    return false
  elseif M.is_full() then
    errors.raise("recruit_as_ally: a party may have at most " .. M.MAX_MEMBERS .. " members")
  end
  party[#party + 1] = chara
  return true
end

-- Removes an ally; false for any other chara.
function M.remove(chara)
  local index = index_of(chara)
  return index ~= nil and table.remove(session.game.party, index) ~= nil
end

return M
