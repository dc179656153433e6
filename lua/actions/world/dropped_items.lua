-- The items of this dialect that lie on maps, as a source of items (see core/game/item_sources). The `state` of a
-- DroppedItem is a list of ids, and all equal ids of a list are a stack. Mods may write anything into `state`: what is
-- no item there is in no stack.

local import = ...
local class = import "actions/class"
local constants = import "actions/constants"
local content = import "core/game/content"
local creation = import "actions/world/creation"
local grids = import "actions/world/grid"
local item_sources = import "core/game/item_sources"
local loose_items = import "actions/world/loose_items"
local objects = import "core/game/objects"
local registry = import "actions/mod/registry"
local vec = import "actions/vec"
local world_state = import "actions/world/state"
local worlds = import "actions/world/worlds"

local DROPPED = grids.keys[constants.Layers.dropped]

-- The key of a stack is the uid of its entity and the id of its items, in so many bits.
local ID_BITS = 20
-- The largest number of items of a stack that other dialects set: the list has an element for each.
local MOST = 10000

local M = {}

-- Whether an entity holds items of this dialect.
local function holds_items(entity)
  local entity_class = class.of(entity)
  return entity_class ~= nil and class.inherits(entity_class, creation.DroppedItem) and not entity.dead
    and not loose_items.is_loose(entity)
end

-- The list of ids of an entity; empty for a state that is no table.
local function ids_of(entity)
  local ids = rawget(entity, "state")
  return type(ids) == "table" and ids or {}
end

local function count_items(entity, id)
  local ids, count = ids_of(entity), 0
  for i = 1, rawlen(ids) do
    if rawget(ids, i) == id then
      count = count + 1
    end
  end
  return count
end

-- The topmost entity with items on a square, or nil.
local function find_dropped(store, square)
  local list = store:at(DROPPED, square)
  for i = #list, 1, -1 do
    if holds_items(list[i]) then
      return list[i]
    end
  end
end

-- The store of a map that has a world, or nil.
local function store_of(number)
  local world = worlds.all()[number]
  return world and world_state.states[world].store
end

local function key_of(entity, id)
  return objects.uid(entity) << ID_BITS | id
end

-- The entity of a stack, while it is on the map.
local function entity_of(number, key)
  local store = store_of(number)
  local entity = store and store.members[key >> ID_BITS]
  return entity and holds_items(entity) and entity or nil
end

local source = { most = MOST }

function source.describe(id)
  local name, title, glyph, colour = registry.item_look(id)
  return name, type(title) == "string" and title or nil, type(glyph) == "string" and glyph or nil,
    type(colour) == "string" and colour or nil, true
end

function source.find(name)
  return content.item_numbers[name]
end

function source.read(number, visit)
  local store = store_of(number)
  if not store or next(store:layer(DROPPED)) == nil then
    return
  end
  for _, entity in ipairs(store:all(DROPPED)) do
    local square = objects.place(entity)
    if square and holds_items(entity) then
      local ids, counts, order = ids_of(entity), {}, {}
      for i = 1, rawlen(ids) do
        local id = rawget(ids, i)
        if counts[id] then
          counts[id] = counts[id] + 1
        elseif math.type(id) == "integer" and registry.item_look(id) then
          counts[id], order[#order + 1] = 1, id
        end
      end
      for _, id in ipairs(order) do
        visit(key_of(entity, id), square, id, counts[id])
      end
    end
  end
end

function source.locate(number, key, id)
  local entity = entity_of(number, key)
  local square, count = entity and objects.place(entity), entity and count_items(entity, id)
  if square and count > 0 then
    return square, count
  end
end

function source.key_at(number, square, id)
  local store = store_of(number)
  local entity = store and find_dropped(store, square)
  return entity and key_of(entity, id)
end

function source.total(number, square, id, count)
  local store = store_of(number)
  local entity = store and find_dropped(store, square)
  local total = count + (entity and count_items(entity, id) or 0)
  return total <= MOST and total or 0
end

-- Creates an entity without items; a map without a world gets one.
function source.open(number, square, id)
  local world = worlds.of_number(registry.item_mod(id), number)
  local entity = world:create(creation.DroppedItem, vec.new(square % world.width + 1, square // world.width + 1))
  rawset(entity, "state", {})
  return key_of(entity, id)
end

-- Drops the latest items first, and lays others on top.
function source.set(number, key, id, count)
  local entity = entity_of(number, key)
  if not entity then
    return false
  end
  -- A new list: the list of a mod may be a table that the host must not write.
  local ids, list, present = ids_of(entity), {}, 0
  for i = 1, rawlen(ids) do
    local other = rawget(ids, i)
    if other ~= id then
      list[#list + 1] = other
    elseif present < count then
      list[#list + 1], present = id, present + 1
    end
  end
  for _ = present + 1, count do
    list[#list + 1] = id
  end
  rawset(entity, "state", list)
  if list[1] == nil then
    worlds.class.removeDead(worlds.all()[number], entity)
  end
end

function M.define()
  item_sources.actions = source
end

return M
