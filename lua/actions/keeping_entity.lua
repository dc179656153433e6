-- What a save keeps of an entity: what its class does not give it again.

local import = ...
local chains = import "actions/chain/chain"
local class = import "actions/class"
local graph = import "core/save/graph"
local ground = import "actions/world/ground"
local identity = import "actions/identity"
local naming = import "actions/naming"
local notes = import "actions/entity/notes"
local objects = import "core/game/objects"
local refilling = import "actions/refilling"
local registry = import "actions/mod/registry"
local sequences = import "actions/sequence/sequence"
local stat_types = import "actions/stats/stat_types"
local stats = import "actions/stats/stats"
local tinkers = import "actions/tinkers/tinker"
local worlds = import "actions/world/worlds"

local format, sort = string.format, table.sort
local error, ipairs, next, rawequal, type = error, ipairs, next, rawequal, type

local M = {}

-- What comes from its class, or is written in another form.
local OMITTED = {
  chains = true, decorators = true, world = true, tinkerData = true, sequence = true, id = true,
}

local function refuse(entity, path, what)
  error(graph.refusal(format("%s %s", registry.name_of(class.of(entity)), entity.id), { path = path, reason = what }), 0)
end

M.refuse = refuse

-- The tinkers of an entity: names in the order in which it was tinked, and what is stored for them; and which functions
-- they have added: chain or number of a stat -> function -> how often.
local function tinks_of(entity)
  local list, stores, added = {}, nil, {}
  for id, data in next, entity.tinkerData or {} do
    if data.tinks[1] or data.store ~= nil then
      local tinker = tinkers.with_id(id)
      local name = tinker and identity.of_tinker(tinker)
      if not name then
        refuse(entity, format("tinkerData[%s]", id), "a tinker that was made during play")
      end
      if data.store ~= nil then
        stores = stores or {}
        stores[name] = data.store
      end
      for _, tink in ipairs(data.tinks) do
        list[#list + 1] = { name = name, order = tink.order }
        for _, one in ipairs(tink) do
          local counts = added[one[1]] or {}
          added[one[1]] = counts
          counts[one[2]] = (counts[one[2]] or 0) + 1
        end
      end
    end
  end
  sort(list, function(a, b)
    return a.order < b.order
  end)
  for i, one in ipairs(list) do
    list[i] = one.name
  end
  return list[1] and list, stores, added
end

-- The positions of handlers that a chain has lost; raises when it has some that nobody would add again.
local function removed_from(entity, chain, counts, path)
  local added, removed = chains.differences(chain)
  for _, fn in ipairs(added) do
    local left = counts and counts[fn] or 0
    if left == 0 then
      refuse(entity, path, "a handler that was added to this entity alone")
    end
    counts[fn] = left - 1
  end
  return removed[1] and removed
end

local function removed_of(entity, added)
  local removed
  for name, chain in next, entity.chains or {} do
    local positions = removed_from(entity, chain, added[name], "chains." .. name)
    if positions then
      removed = removed or {}
      removed[name] = positions
    end
  end
  return removed
end

local function same(a, b)
  for name, value in next, a do
    if b[name] ~= value then
      return false
    end
  end
  return true
end

-- Stats that are not those of the class any more: name -> values.
local function stats_of(entity, added)
  local dynamic = entity.decorators.DynamicStats
  if not dynamic then
    return nil
  end
  local modifiers, changed = class.raw(entity.baseModifiers), nil
  for index, own in next, dynamic.statsList do
    local found = stat_types.definitions[index]
    local given = modifiers[found.key]
    if given == nil and found.fallback then
      given = modifiers[found.fallback]
    end
    local base = stats.from_table(given).stats
    if not same(base, own.stats) or not same(own.stats, base) then
      changed = changed or {}
      changed[found.name] = own.stats
    end
  end
  for index, chain in next, dynamic.statsChains do
    removed_from(entity, chain, added[index], "getStat(" .. stat_types.definitions[index].name .. ")")
  end
  return changed
end

local OF_STATS = { statsList = true, statsChains = true }

-- What decorators of an entity keep; functions come from their classes again.
local function decorators_of(entity)
  local kept
  for name, decorator in next, entity.decorators do
    local values
    for key, value in next, type(decorator) == "table" and decorator or {} do
      local comes_again = type(value) == "function" or type(value) == "table" and naming.special(value) == false
        or name == "DynamicStats" and OF_STATS[key]
      if not comes_again then
        values = values or {}
        values[key] = value
      end
    end
    if values then
      kept = kept or {}
      kept[name] = values
    end
  end
  return kept
end

local function fields_of(entity)
  local fields = {}
  for key, value in next, entity do
    if not OMITTED[key] then
      fields[key] = value
    end
  end
  local history = entity.history
  if class.type_name(history) == "History" and type(history.events) == "table" and next(history.events) == nil then
    -- Every entity has one, and between turns it is nearly always empty.
    fields.history = nil
  end
  if class.of(entity) == worlds.DroppedItem then
    local names = {}
    for i, number in ipairs(type(fields.state) == "table" and fields.state or {}) do
      names[i] = type(number) == "string" and number or registry.item_name(number) or number
    end
    fields.state = names
  end
  return fields
end

local function sequence_of(entity)
  local sequence = entity.sequence
  if sequence == nil then
    return nil
  end
  local position = entity.decorators.Sequential and sequences.position(sequence)
  if not position then
    refuse(entity, "sequence", "a " .. class.type_name(sequence))
  end
  return (position.step ~= 1 or position.repeated ~= 0) and position or nil
end

function M.state_of(entity)
  local square, layer, uid, store = objects.place(entity)
  local above
  if square then
    for i, other in ipairs(store:at(layer, square)) do
      if i > 1 and rawequal(other, entity) then
        above = i
      end
    end
  end
  local tinks, stores, added = tinks_of(entity)
  local kept = refilling.left_of(entity)
  return {
    uid = uid, square = square, above = above, layer = store and layer or nil, backed = ground.is_backed(entity) or nil,
    fields = fields_of(entity), decorators = decorators_of(entity), removed = removed_of(entity, added),
    stats = stats_of(entity, added), tinks = tinks, stores = stores, sequence = sequence_of(entity),
    notes = notes.known(entity), left = kept,
  }
end

return M
