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
local missing_mods = import "core/save/missing_mods"
local names = import "actions/save/names"
local objects = import "core/game/objects"
local registry = import "actions/mod/registry"
local sequences = import "actions/sequence/sequence"
local statuses = import "actions/status/status"
local templates = import "actions/chain/template"
local tinkers = import "actions/tinkers/tinker"
local worlds = import "actions/world/worlds"

local ipairs, next, setmetatable, tointeger = ipairs, next, setmetatable, math.tointeger
local inherits, is = class.inherits, class.is

local M = {}

-- The mod of classes of this dialect, in a save; no mod can have this id.
local OWNER = "@actions"

-- Placeholders of entities whose class is missing: placeholder → world.
M.placeholders = setmetatable({}, { __mode = "k" })
-- Plain tables that were instances of missing classes: table → name of the class.
local missing_instances = setmetatable({}, { __mode = "k" })

-- While a save is read: uid → entity; key → world.
M.entities, M.worlds = {}, {}

-- The key of a world, which is that of its map; nil when the map is deleted. `keys` are cached while a save is
-- written.
local keys = {}

function M.key_of(world)
  if keys[world] == nil then
    keys[world] = codecs.map_key(worlds.state_of(world, "save").number) or false
  end
  return keys[world] or nil
end
local key_of = M.key_of

function M.reset_keys()
  keys = {}
end

local function entity_name(entity)
  local world = M.placeholders[entity] or entity.world
  if not is(world, worlds.class) then
    return nil, "an entity that stands in no world"
  elseif not key_of(world) then
    return nil, "an entity of a map that is gone"
  end
  local _, _, uid, store = objects.place(entity)
  if not store and not M.placeholders[entity] then
    codecs.add_loose(world, entity)
  end
  return uid
end

codecs.add_reference {
  letter = "n",
  match = function(value) return M.placeholders[value] or inherits(class.of(value), GameObject) end,
  name = entity_name,
  find = function(uid) return M.entities[tointeger(uid)] end,
}

-- letter, class of the instances, name, find, and the reason when there is no name.
for _, row in ipairs {
  { "w", worlds.class, key_of, function(key)
    return M.worlds[key]
  end, "a world whose map is gone" },
  { "i", items.Item, registry.item_name, names.find_item, "an item that is not registered" },
  { "t", tinkers.Tinker, names.of_tinker, names.find_tinker, "a tinker that was made during play" },
  { "s", statuses.Status, names.of_status, names.find_status, "a status that is not registered" },
} do
  codecs.add_reference {
    letter = row[1],
    match = function(value) return inherits(class.of(value), row[2]) end,
    name = function(value) return row[3](value) or nil, row[5] end,
    find = row[4],
  }
end

-- Whether a class is one of this dialect.
local function is_ours(value)
  return value ~= nil and (class.owner(value) ~= nil or class.named(nil, class.name(value)) == value)
end

codecs.add_reference {
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

-- Classes whose instances have a state that a save cannot hold.
local OPAQUE = {
  chains.sorted, chains.plain, templates.sorted, templates.plain, grids.class, grids.Cell,
  sequences.Sequence, sequences.Step, class.declared "Generator",
}

local function is_opaque(instance_class)
  for _, opaque in ipairs(OPAQUE) do
    if inherits(instance_class, opaque) then
      return true
    end
  end
  return false
end

-- Makes a table an instance of a class; false when the class is missing, or when its instances are more than their
-- fields.
local function adopt(name, object)
  local instance_class = names.find_class(name)
  local is_plain = instance_class and not inherits(instance_class, GameObject) and instance_class ~= worlds.class
    and not is_opaque(instance_class)
  return is_plain and classes.bare(instance_class, object)
end

codecs.add_class_names {
  name = function(value)
    local instance_class = class.of(value)
    if not is_ours(instance_class) then
      return nil
    elseif is_opaque(instance_class) then
      return false, "a " .. class.name(instance_class)
    end
    local name = names.of_class(instance_class)
    if not name then
      return false, "an instance of " .. class.name(instance_class) .. ", which is not the only class of that name"
    end
    return OWNER, name
  end,
  adopt = function(owner, name, object)
    if owner ~= OWNER then
      return false
    elseif not adopt(name, object) then
      missing_instances[object], missing_mods.classes[object] = name, { owner, name }
    end
    return true
  end,
}

-- Makes instances of classes that are not missing any more.
function M.adopt_missing()
  for object, name in next, missing_instances do
    if adopt(name, object) then
      missing_instances[object], missing_mods.classes[object] = nil, nil
    end
  end
end

return M
