-- What stands in a save for what it does not keep as a table: entities, worlds, items, tinkers, statuses, classes.

local import = ...
local chains = import "actions/chain/chain"
local class = import "actions/class"
local templates = import "actions/chain/template"
local GameObject = import "actions/entity/game_object"
local grids = import "actions/world/grid"
local identity = import "actions/identity"
local items = import "actions/items/item"
local codecs = import "core/save/codecs"
local objects = import "core/game/objects"
local registry = import "actions/mod/registry"
local restoring = import "actions/restoring"
local sequences = import "actions/sequence/sequence"
local statuses = import "actions/status/status"
local tinkers = import "actions/tinkers/tinker"
local worlds = import "actions/world/worlds"

local ipairs, next = ipairs, next
local is, inherits = class.is, class.inherits

local M = {}

-- Of the save that is being written: entities that stand nowhere and are only pointed to, by world; and those of them to
-- which chunks point that are not written each time.
local loose, lasting = {}, {}
-- world -> its key, as long as a save is written.
local keys = {}
-- Whose instances hold what a save cannot see.
local HIDDEN = {}
for _, one in ipairs {
  chains.sorted, chains.plain, templates.sorted, templates.plain, grids.class, grids.Cell,
  sequences.Sequence, sequences.Step, import("actions/generator/generator").class,
} do
  HIDDEN[#HIDDEN + 1] = one
end

-- The key of its chunk: "m5" on the map 5, "g2" on one of another dialect; nothing when its map is gone.
local function key_of(world)
  local key = keys[world]
  if key == nil then
    local kind, uid = codecs.place_of(worlds.state_of(world, "save").number)
    key = kind and (kind == "map" and "m" or "g") .. uid or false
    keys[world] = key
  end
  return key or nil
end

M.key_of = key_of

local function of_entity(entity)
  local world = restoring.shells[entity] or entity.world
  if not is(world, worlds.class) then
    return false, "an entity that stands in no world"
  elseif not key_of(world) then
    return false, "an entity of a map that is gone"
  end
  local _, _, uid, store = objects.place(entity)
  if not store and not restoring.shells[entity] then
    loose[world] = loose[world] or {}
    loose[world][entity] = true
  end
  return "n" .. uid
end

-- What a save names instead of keeping it: class, the letter of its cells, what names an instance, and what is said of
-- one without a name.
local NAMED = {
  { worlds.class, "w", key_of, "a world whose map is gone" },
  { items.Item, "i", registry.item_name, "an item that is not registered" },
  { tinkers.Tinker, "t", identity.of_tinker, "a tinker that was made during play" },
  { statuses.Status, "s", identity.of_status, "a status that is not registered" },
}

local function of_instance(value, made)
  if inherits(made, GameObject) then
    return of_entity(value)
  end
  for _, one in ipairs(NAMED) do
    if inherits(made, one[1]) then
      local name = one[3](value)
      if name then
        return one[2] .. name
      end
      return false, one[4]
    end
  end
  for _, one in ipairs(HIDDEN) do
    if inherits(made, one) then
      return false, "a " .. class.name(made)
    end
  end
  local name = identity.of_class(made)
  if name then
    return nil, restoring.OWNER, name
  end
  return false, "an instance of " .. class.name(made) .. ", which is not the only class of that name"
end

function M.special(value)
  if restoring.shells[value] then
    return of_entity(value)
  end
  local made = class.of(value)
  if made then
    if class.owner(made) or class.named(nil, class.name(made)) == made then
      return of_instance(value, made)
    end
    return nil
  end
  made = class.class_of_mod(value)
  if made and (class.owner(made) or class.named(nil, class.name(made)) == made) then
    local name = identity.of_class(made)
    if not name then
      return false, "the class " .. class.name(made) .. ", which is not the only one of that name"
    end
    return "k" .. name
  end
end

function M.count_loose()
  local n = 0
  for _, some in next, loose do
    for _ in next, some do
      n = n + 1
    end
  end
  return n
end

local function copied(sets)
  local copy = {}
  for world, some in next, sets do
    copy[world] = {}
    for entity in next, some do
      copy[world][entity] = true
    end
  end
  return copy
end

function M.begin()
  loose, keys = copied(lasting), {}
end

-- What has been pointed to so far is so by chunks that are not written each time.
function M.settle()
  lasting = copied(loose)
end

-- The entities of a world that stand nowhere and are pointed to: a set.
function M.loose_of(world)
  return loose[world] or {}
end

function M.new_game()
  loose, lasting, keys = {}, {}, {}
end

return M
