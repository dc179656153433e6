-- The lists of a world in which entities wait for their turn, as uids in a save and back.

local import = ...
local fields = import "core/save/fields"
local objects = import "core/game/objects"
local references = import "actions/save/references"
local worlds = import "actions/world/worlds"

local ipairs = ipairs

local M = {}

function M.uids_of(list)
  local uids = {}
  for i, entity in ipairs(list) do
    uids[i] = objects.uid(entity)
  end
  return uids
end

-- A list with more elements, each of which comes before the first one that follows it in the list of uids `order`.
function M.merge(list, more, order, uid_of)
  local rank, by_uid, waiting = {}, {}, {}
  for _, element in ipairs(more) do
    by_uid[uid_of(element)] = element
  end
  for i, uid in ipairs(order) do
    rank[uid] = i
    waiting[#waiting + 1] = by_uid[uid]
  end
  local merged, at = {}, 1
  for _, element in ipairs(list) do
    local own_rank = rank[uid_of(element)]
    while own_rank and waiting[at] and rank[uid_of(waiting[at])] < own_rank do
      merged[#merged + 1], at = waiting[at], at + 1
    end
    merged[#merged + 1] = element
  end
  return table.move(waiting, at, #waiting, #merged + 1, merged)
end

-- name → list of entities: those that wait for their turn, and the players.
function M.of(state)
  local lists = { players = state.players }
  for _, name in ipairs(worlds.group_names) do
    lists[name] = state.lists[name]
  end
  return lists
end

function M.set(state, name, list)
  if name == "players" then
    state.players, state.grid_state.players = list, list
  else
    state.lists[name] = list
  end
end

-- The entities of a list of uids, without missing ones.
function M.find(uids, where)
  local found, seen = {}, {}
  for _, uid in ipairs(uids) do
    local entity = references.entities[uid]
    if entity == nil or seen[uid] then
      fields.damaged(where, "names the entity %d, which does not exist or was named before", uid)
    end
    seen[uid] = true
    if not references.placeholders[entity] then
      found[#found + 1] = entity
    end
  end
  return found
end

return M
