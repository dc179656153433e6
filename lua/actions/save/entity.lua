-- The record of an entity: what its class does not give it. Its chains, decorators and handlers come from its class.

local import = ...
local chains = import "actions/chain/chain"
local class = import "actions/class"
local codecs = import "core/save/codecs"
local decorate = import "actions/decorators/decorate"
local fields = import "core/save/fields"
local graph = import "core/save/graph"
local ground = import "actions/world/ground"
local history = import "actions/entity/history"
local members = import "core/save/members"
local missing_mods = import "core/save/missing_mods"
local names = import "actions/save/names"
local notes = import "actions/entity/notes"
local objects = import "core/game/objects"
local registry = import "actions/mod/registry"
local sequences = import "actions/sequence/sequence"
local stat_types = import "actions/stats/stat_types"
local stats = import "actions/stats/stats"
local tinkers = import "actions/tinkers/tinker"
local worlds = import "actions/world/worlds"

local damaged, record = fields.damaged, fields.record
local format, sort = string.format, table.sort
local getmetatable = debug.getmetatable
local error, ipairs, math_type, next, rawset, select, setmetatable, tostring, type =
  error, ipairs, math.type, next, rawset, select, setmetatable, tostring, type

local M = {}

-- Fields that are not saved as fields.
local APART = { chains = true, decorators = true, world = true, id = true, tinkerData = true, sequence = true }

-- entity → the parts of its record that are of missing mods, as a record LEFT; they are saved as they were.
local left = setmetatable({}, { __mode = "k" })

local function keep_left(entity, name, value)
  left[entity] = left[entity] or {}
  left[entity][name] = value
end

-- Raises that a part of an entity cannot be saved.
function M.refuse(entity, path, reason)
  local title = format("%s %s", registry.name_of(class.of(entity)), entity.id)
  error(graph.refusal(title, { path = path, reason = reason }), 0)
end
local refuse = M.refuse

-- Fields --------------------------------------------------------------------------------------------------------------

local function fields_of(source)
  local entity, saved = source.entity, {}
  for key, value in next, entity do
    if not APART[key] then
      saved[key] = value
    end
  end
  if class.type_name(entity.history) == "History" and type(entity.history.events) == "table"
    and next(entity.history.events) == nil then
    -- Between turns nearly every history is empty.
    saved.history = nil
  end
  if class.of(entity) == worlds.DroppedItem then
    -- Numbers of items depend on the mods that are loaded.
    saved.state = {}
    for i, number in ipairs(type(entity.state) == "table" and entity.state or {}) do
      saved.state[i] = type(number) == "string" and number or registry.item_name(number) or number
    end
  end
  return saved
end

local function replace_fields(entity, values)
  for key in next, entity do
    if not APART[key] and values[key] == nil then
      rawset(entity, key, nil)
    end
  end
  for key, value in next, values do
    if not APART[key] then
      rawset(entity, key, value)
    end
  end
end

local function is_vec(value)
  return type(value) == "table" and math_type(value.x) ~= nil and math_type(value.y) ~= nil
end

-- Makes an entity of its fields, as a new one of its class, but without its `init`.
local function set_fields(entity, values, where)
  replace_fields(entity, values)
  if not is_vec(entity.pos) or not is_vec(entity.orientation) then
    damaged(where, "has no position or orientation")
  end
  entity.history, entity.tinkerData = history.new(), {}
  decorate.assemble(entity)
  replace_fields(entity, values)
  if class.type_name(entity.history) ~= "History" then
    entity.history = history.new()
  end
  if class.of(entity) == worlds.DroppedItem then
    local items = entity.state
    if type(items) ~= "table" or getmetatable(items) ~= nil then
      damaged(where, "→ state is not a list")
    end
    for i, name in ipairs(items) do
      local _, number = registry.find_item(name)
      items[i] = number or name
    end
  end
end

-- Decorators and stats ------------------------------------------------------------------------------------------------

local OF_STATS = { statsList = true, statsChains = true }

-- The values of decorators that do not come from the class: decorator → key → value.
local function decorators_of(source)
  local saved = {}
  for name, decorator in next, source.entity.decorators do
    local values = {}
    for key, value in next, type(decorator) == "table" and decorator or {} do
      local comes_from_class = type(value) == "function" or name == "DynamicStats" and OF_STATS[key]
        or class.of(value) ~= nil and codecs.refer(value) == false
      if not comes_from_class then
        values[key] = value
      end
    end
    saved[name] = next(values) ~= nil and values or nil
  end
  return saved
end

local function set_decorators(entity, saved)
  for name, values in next, saved do
    local decorator = entity.decorators[name]
    for key, value in next, decorator and values or {} do
      if not (name == "DynamicStats" and OF_STATS[key]) then
        rawset(decorator, key, value)
      end
    end
  end
end

-- Positions of the handlers that a chain has lost. Raises when it has handlers that loading would not add again;
-- `counts` says how often each function was added by tinkers.
local function removed_from(entity, chain, counts, path)
  local added, removed = chains.differences(chain)
  for _, fn in ipairs(added) do
    local count = counts and counts[fn] or 0
    if count == 0 then
      refuse(entity, path, "a handler that was added to this entity alone")
    end
    counts[fn] = count - 1
  end
  return removed[1] and removed
end

local function has_same(a, b)
  for name, value in next, a do
    if b[name] ~= value then
      return false
    end
  end
  return true
end

-- The stats that differ from those of the class: name → values.
local function stats_of(source)
  local entity, changed = source.entity, {}
  local dynamic = entity.decorators.DynamicStats
  if not dynamic then
    return changed
  end
  local modifiers = class.raw(entity.baseModifiers)
  for index, own in next, dynamic.statsList do
    local definition = stat_types.definitions[index]
    local base = modifiers[definition.key]
    if base == nil and definition.fallback then
      base = modifiers[definition.fallback]
    end
    base = stats.from_table(base).stats
    if not has_same(base, own.stats) or not has_same(own.stats, base) then
      changed[definition.name] = own.stats
    end
  end
  for index, chain in next, dynamic.statsChains do
    removed_from(entity, chain, source.added[index], "getStat(" .. stat_types.definitions[index].name .. ")")
  end
  return changed
end

local function set_stats(entity, saved, where)
  local dynamic = entity.decorators.DynamicStats
  for name, values in next, saved do
    local index = stat_types.types[name]
    if dynamic and index then
      dynamic:getStatRaw(index)
      for key, value in next, values do
        if type(key) ~= "string" or type(value) ~= "number" and type(value) ~= "string" then
          damaged(where, "→ stats.%s holds a value that is not a stat", name)
        end
      end
      dynamic.statsList[index] = stats.new(values)
    end
  end
end

-- Tinkers -------------------------------------------------------------------------------------------------------------

-- An entity with its tinkers: names in the order of tinking, stores by name, and the functions they added: chain or
-- number of a stat → function → how often.
local function open_tinkers(entity)
  local source, list = { entity = entity, tinks = {}, stores = {}, added = {} }, {}
  for id, data in next, entity.tinkerData or {} do
    if data.tinks[1] or data.store ~= nil then
      local tinker = tinkers.with_id(id)
      local name = tinker and names.of_tinker(tinker)
      if not name then
        refuse(entity, format("tinkerData[%s]", id), "a tinker that was made during play")
      end
      source.stores[name] = data.store
      for _, tink in ipairs(data.tinks) do
        list[#list + 1] = { name = name, order = tink.order }
        for _, handler in ipairs(tink) do
          local chain, fn = handler[1], handler[2]
          source.added[chain] = source.added[chain] or {}
          source.added[chain][fn] = (source.added[chain][fn] or 0) + 1
        end
      end
    end
  end
  sort(list, function(a, b) return a.order < b.order end)
  for i, tink in ipairs(list) do
    source.tinks[i] = tink.name
  end
  return source
end

local function set_stores(entity, stores)
  for name, store in next, stores do
    local tinker = type(name) == "string" and names.find_tinker(name)
    if tinker then
      entity.tinkerData[tinker.id] = { tinks = {}, store = store }
    else
      keep_left(entity, "stores", left[entity] and left[entity].stores or {})
      left[entity].stores[name] = store
    end
  end
end

local function set_tinks(entity, tinks)
  local missing = {}
  for _, name in ipairs(tinks) do
    local tinker = names.find_tinker(name)
    if tinker then
      tinker:tink(entity)
    else
      missing[#missing + 1] = name
    end
  end
  if missing[1] then
    keep_left(entity, "tinks", missing)
  end
end

-- Puts aside the items of missing mods, and back those that are not missing any more.
local function sort_inventory(entity, aside)
  local inventory, still = entity.inventory, {}
  if class.type_name(inventory) == "InventoryOfEntity" and type(inventory.containers) == "table" then
    for slot, buffer in next, inventory.containers do
      local items = {}
      for _, item in ipairs(type(buffer) == "table" and type(buffer.items) == "table" and buffer.items or {}) do
        local list = missing_mods.is_placeholder(item) and aside or items
        list[#list + 1] = list == aside and { slot, item } or item
      end
      buffer.items = items
    end
    for _, pair in ipairs(aside) do
      local buffer = inventory.containers[pair[1]]
      if buffer and not missing_mods.is_placeholder(pair[2]) then
        buffer.items[#buffer.items + 1] = pair[2]
      else
        still[#still + 1] = pair
      end
    end
    aside = still
  end
  if aside[1] then
    keep_left(entity, "items", aside)
  end
end

local function remove_handlers(entity, removed)
  for name, positions in next, removed do
    local chain = entity.chains and entity.chains[name]
    local born = chain and select(3, chains.differences(chain)) or {}
    for _, position in ipairs(positions) do
      if born[position] then
        chain:removeHandler(born[position])
      end
    end
  end
end

-- The record ----------------------------------------------------------------------------------------------------------

local LEFT = record {
  { "items", "list of table?" },
  { "stores", "table?" },
  { "tinks", "list of string?" },
}

-- A state is what `open_tinkers` gives when an entity is written, and the entity itself when it is read.
M.ENTITY = record {
  { "uid", "integer", set = false, get = function(source) return objects.uid(source.entity) end },
  -- Where it stands: its layer, if it is in the world; its square, from 0; its position there from below.
  { "layer", "string?", set = false },
  { "square", "integer?", set = false },
  { "above", "integer?", set = false, get = function(source) return members.above(source.entity) end },
  { "fields", "table", get = fields_of, set = set_fields },
  { "decorators", "table of table?", empty = true, get = decorators_of, set = set_decorators },
  { "stats", "table of table?", empty = true, get = stats_of, set = set_stats },
  { "sequence", record { { "step", "integer" }, { "repeated", "integer" } }, optional = true, get = function(source)
    local entity = source.entity
    local position = entity.sequence and entity.decorators.Sequential and sequences.position(entity.sequence)
    if entity.sequence ~= nil and not position then
      refuse(entity, "sequence", "a " .. class.type_name(entity.sequence))
    end
    return position and (position.step ~= 1 or position.repeated ~= 0) and position or nil
  end, set = function(entity, position)
    if position and entity.decorators.Sequential then
      sequences.go_on(entity.sequence, position.step, position.repeated)
    end
  end },
  { "stores", "table?", empty = true, set = set_stores },
  { "tinks", "list of string?", empty = true, set = set_tinks },
  { "left", LEFT, optional = true, empty = true, get = function(source)
    return left[source.entity] or {}
  end, set = function(entity, missing)
    sort_inventory(entity, missing.items or {})
    set_stores(entity, missing.stores or {})
    set_tinks(entity, missing.tinks or {})
  end },
  { "removed", "table of list of integer?", empty = true, get = function(source)
    local removed = {}
    for name, chain in next, source.entity.chains or {} do
      removed[name] = removed_from(source.entity, chain, source.added[name], "chains." .. name) or nil
    end
    return removed
  end, set = remove_handlers },
  { "notes", "table?", get = function(source)
    return notes.find(source.entity)
  end, set = notes.set },
  { "backed", "boolean?", get = function(source)
    return ground.is_backed(source.entity) or nil
  end, set = function(entity, is_backed)
    if is_backed then
      ground.set_backed(entity)
    end
  end },
}

function M.write(entity)
  local source, square, layer, _, store = open_tinkers(entity), objects.place(entity)
  source.square, source.layer = square, store and layer
  return M.ENTITY:write(source)
end

-- Makes the table that stands for an entity, of its class, the entity of a record that was checked.
function M.read(entity, world, saved, where)
  entity.id, entity.world, left[entity] = tostring(saved.uid), world, nil
  M.ENTITY:read(saved, entity, where)
end

return M
