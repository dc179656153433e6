-- How a save refers to values of this dialect that are not copied: entities, worlds, items, tinkers, statuses and
-- classes.

local import = ...
local chains = import "actions/chain/chain"
local class = import "actions/class"
local classes = import "core/class"
local codecs = import "core/save/codecs"
local GameObject = import "actions/entity/game_object"
local grids = import "actions/world/grid"
local items = import "actions/items/item"
local loose_items = import "actions/world/loose_items"
local names = import "actions/save/names"
local objects = import "core/game/objects"
local references = import "core/save/references"
local registry = import "actions/mod/registry"
local sequences = import "actions/sequence/sequence"
local statuses = import "actions/status/status"
local templates = import "actions/chain/template"
local tinkers = import "actions/tinkers/tinker"
local worlds = import "actions/world/worlds"

local inherits, is = class.inherits, class.is

local M = {}

-- The mod of classes of this dialect, in a save; no mod can have this id.
local OWNER = "@actions"

-- World → its key in a save, which is the key of its map, or false when the map is deleted; for the present save.
local keys = {}

-- Before a save is written, and after a save was written or read.
function M.reset()
  keys = {}
  names.reset()
end

local function key_of(world)
  if keys[world] == nil then
    keys[world] = codecs.map_key(worlds.state_of(world, "save").number) or false
  end
  return keys[world]
end

-- key → world, without those whose map is deleted.
function M.worlds_by_key()
  local by_key = {}
  for _, world in next, worlds.all() do
    by_key[key_of(world) or false] = world
  end
  by_key[false] = nil
  return by_key
end

local function entity_name(entity)
  if not is(entity.world, worlds.class) then
    return nil, "an entity that stands in no world"
  elseif not key_of(entity.world) then
    return nil, "an entity of a map that is gone"
  elseif loose_items.is_stand_in(entity) then
    return nil, loose_items.is_loose(entity) and "items of kts that lie on a square" or "items of kts that are gone"
  end
  local _, _, uid, store = objects.place(entity)
  if not store then
    codecs.add_loose(entity.world, entity)
  end
  return uid
end

-- The entities on the map of a world.
function M.entities_on(state)
  local entities = {}
  for _, object in ipairs(state.store:all()) do
    if inherits(class.of(object), GameObject) then
      entities[#entities + 1] = object
    end
  end
  return entities
end

local function entities_by_uid()
  local by_uid = {}
  for _, world in next, worlds.all() do
    for _, entity in ipairs(M.entities_on(worlds.state_of(world, "save"))) do
      by_uid[objects.uid(entity)] = entity
    end
  end
  return by_uid
end

-- letter, class of the instances, function that names one, and why it may have no name; `find` or `all`.
for _, row in ipairs {
  { "n", GameObject, entity_name, all = entities_by_uid },
  { "w", worlds.class, key_of, "a world whose map is gone", all = M.worlds_by_key },
  { "i", items.Item, registry.item_name, "an item that is not registered", find = names.find_item },
  { "t", tinkers.Tinker, names.of_tinker, "a tinker that was made during play", find = names.find_tinker },
  { "s", statuses.Status, names.of_status, "a status that is not registered", find = names.find_status },
} do
  local name_of, default_reason = row[3], row[4]
  references.add {
    letter = row[1],
    match = function(value) return inherits(class.of(value), row[2]) end,
    name = function(value)
      local name, reason = name_of(value)
      return name, reason or default_reason
    end,
    find = row.find,
    all = row.all,
  }
end

-- Whether a class is one of this dialect.
local function is_ours(value)
  return value ~= nil and (class.owner(value) ~= nil or class.named(nil, class.name(value)) == value)
end

references.add {
  letter = "k",
  match = function(value)
    local named_class = class.of(value) == nil and class.class_of_mod(value)
    return named_class and is_ours(named_class) and named_class
  end,
  name = function(_, named_class)
    local reason = "the class " .. class.name(named_class) .. ", which is not the only one of that name"
    return names.of_class(named_class), reason
  end,
  find = function(name)
    local named_class = names.find_class(name)
    return named_class and class.seen(named_class)
  end,
}

-- The kind of classes whose instances have a state that a save cannot hold.
local OPAQUE = {}
for _, opaque in ipairs {
  chains.sorted, chains.plain, templates.sorted, templates.plain, grids.class, grids.Cell,
  sequences.Sequence, sequences.Step, class.declared "Generator",
} do
  classes.add_kind(OPAQUE, opaque)
end

references.add_class_names {
  name = function(value)
    local instance_class = class.of(value)
    if not is_ours(instance_class) then
      return nil
    elseif inherits(instance_class, OPAQUE) then
      return false, "a " .. class.name(instance_class)
    end
    local name = names.of_class(instance_class)
    if not name then
      return false, "an instance of " .. class.name(instance_class) .. ", which is not the only class of that name"
    end
    return OWNER, name
  end,
  adopt = function(owner, name, object)
    local instance_class = owner == OWNER and names.find_class(name)
    -- Entities and worlds are more than their fields.
    local is_plain = instance_class and not inherits(instance_class, GameObject) and instance_class ~= worlds.class
      and not inherits(instance_class, OPAQUE)
    return is_plain and classes.bare(instance_class, object)
  end,
}

return M
