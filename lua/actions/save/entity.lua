-- The record of an entity: all state that its class does not give it. In one file: a part that writes records, and a
-- part that reads them. Chains, decorators and handlers come from the class.

local import = ...
local chains = import "actions/chain/chain"
local class = import "actions/class"
local content = import "core/game/content"
local decorate = import "actions/decorators/decorate"
local fields = import "core/save/fields"
local ground = import "actions/world/ground"
local grids = import "actions/world/grid"
local history = import "actions/entity/history"
local members = import "core/save/members"
local names = import "actions/save/names"
local notes = import "actions/entity/notes"
local objects = import "core/game/objects"
local references = import "core/save/references"
local registry = import "actions/mod/registry"
local sequences = import "actions/sequence/sequence"
local stat_types = import "actions/stats/stat_types"
local stats = import "actions/stats/stats"
local tinkers = import "actions/tinkers/tinker"
local worlds = import "actions/world/worlds"

local damaged, record = fields.damaged, fields.record

-- entity → the parts of its record that are of missing mods, as a record LEFT; they are saved as they were.
local left = setmetatable({}, { __mode = "k" })

-- The part of `left` with that name.
local function left_part(entity, name)
  left[entity] = left[entity] or {}
  left[entity][name] = left[entity][name] or {}
  return left[entity][name]
end

-- Raises that a part of an entity cannot be saved.
local function refuse(entity, path, reason)
  error(string.format("%s %s → %s: %s", registry.name_of(class.of(entity)), entity.id, path, reason), 0)
end

-- Fields --------------------------------------------------------------------------------------------------------------

-- Fields that are not saved as fields.
local APART = { chains = true, decorators = true, world = true, id = true, tinkerData = true, sequence = true }

-- The list of the items in a DroppedItem; their numbers depend on the mods that are loaded, so a save has their names.
local function convert_items(items, convert)
  local converted = {}
  for i, item in ipairs(items) do
    converted[i] = convert(item) or item
  end
  return converted
end

local function name_item(item)
  return math.type(item) and registry.item_name(item)
end

local function number_item(name)
  return content.item_numbers[name]
end

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
    saved.state = convert_items(type(entity.state) == "table" and entity.state or {}, name_item)
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
  return type(value) == "table" and math.type(value.x) ~= nil and math.type(value.y) ~= nil
end

-- Makes an entity of its fields, as a new one of its class, but without its `init`.
local function set_fields(entity, values)
  replace_fields(entity, values)
  if not is_vec(entity.pos) or not is_vec(entity.orientation) then
    damaged("→ the entity %s has no position or orientation", entity.id)
  end
  entity.history, entity.tinkerData = history.new(), {}
  decorate.assemble(entity)
  replace_fields(entity, values)
  if class.type_name(entity.history) ~= "History" then
    entity.history = history.new()
  end
  if class.of(entity) == worlds.DroppedItem then
    fields.check(entity.state, "table", "state")
    entity.state = convert_items(entity.state, number_item)
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
        or class.of(value) ~= nil and references.refer(value) == false
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

-- Positions of the handlers that a chain has lost; nil when it has all. Raises when it has handlers that loading would
-- not add again; `counts` says how often each function was added by tinkers.
local function list_removed(entity, chain, counts, path)
  local added, removed = chains.differences(chain)
  for _, fn in ipairs(added) do
    local count = counts and counts[fn] or 0
    if count == 0 then
      refuse(entity, path, "a handler that was added to this entity alone")
    end
    counts[fn] = count - 1
  end
  return removed[1] and removed or nil
end

local function removed_of(source)
  local removed = {}
  for name, chain in next, source.entity.chains or {} do
    removed[name] = list_removed(source.entity, chain, source.added[name], "chains." .. name)
  end
  return removed
end

local function remove_handlers(entity, removed)
  for name, positions in next, removed do
    local chain = entity.chains and entity.chains[name]
    local initial = chain and select(3, chains.differences(chain)) or {}
    for _, position in ipairs(positions) do
      if initial[position] then
        chain:removeHandler(initial[position])
      end
    end
  end
end

-- Whether two tables have different fields. Empties the second one.
local function differ(values, others)
  for name, value in next, values do
    if others[name] ~= value then
      return true
    end
    others[name] = nil
  end
  return next(others) ~= nil
end

-- The values of a stat without what tinkers added, a list of attribute → amount or nil: loading tinks again.
local function without_tinks(values, added)
  local rest = {}
  for name, value in next, values do
    rest[name] = value
  end
  for _, amounts in ipairs(added or {}) do
    for name, amount in next, amounts do
      if type(rest[name]) == "number" then
        rest[name] = rest[name] - amount
      end
    end
  end
  return rest
end

-- The stats that differ from the stats of the class: name → values.
local function stats_of(source)
  local entity, changed = source.entity, {}
  local dynamic = entity.decorators.DynamicStats or { statsList = {}, statsChains = {} }
  local modifiers = class.raw(entity.baseModifiers)
  for index, current in next, dynamic.statsList do
    local definition = stat_types.definitions[index]
    local base = stats.from_table(modifiers[definition.key] or modifiers[definition.fallback]).stats
    local values = without_tinks(current.stats, source.amounts[index])
    if differ(values, base) then
      changed[definition.name] = values
    end
  end
  for index, chain in next, dynamic.statsChains do
    list_removed(entity, chain, source.added[index], "getStat(" .. stat_types.definitions[index].name .. ")")
  end
  return changed
end

local function set_stats(entity, saved)
  local dynamic = entity.decorators.DynamicStats
  for name, values in next, saved do
    local index = stat_types.types[name]
    if dynamic and index then
      dynamic:getStatRaw(index)
      for key, value in next, values do
        if type(key) ~= "string" or type(value) ~= "number" and type(value) ~= "string" then
          damaged("→ stats.%s of the entity %s holds a value that is not a stat", name, entity.id)
        end
      end
      dynamic.statsList[index] = stats.new(values)
    end
  end
end

-- Tinkers and items ---------------------------------------------------------------------------------------------------

local function set_stores(entity, stores)
  for name, store in next, stores do
    local tinker = type(name) == "string" and names.find_tinker(name)
    if tinker then
      entity.tinkerData[tinker.id] = { tinks = {}, store = store }
    else
      left_part(entity, "stores")[name] = store
    end
  end
end

local function set_tinks(entity, tinks)
  for _, name in ipairs(tinks) do
    local tinker = names.find_tinker(name)
    if tinker then
      tinker:tink(entity)
    else
      local missing = left_part(entity, "tinks")
      missing[#missing + 1] = name
    end
  end
end

-- Moves items of missing mods from the inventory to `left`, and items that are not missing any more back. `aside` has
-- pairs of a slot and an item.
local function sort_inventory(entity, aside)
  local is_inventory = class.type_name(entity.inventory) == "InventoryOfEntity"
  local containers = is_inventory and entity.inventory.containers
  containers = type(containers) == "table" and containers or {}
  local pairs_of_all = {}
  for slot, buffer in next, containers do
    if type(buffer) == "table" and type(buffer.items) == "table" then
      for _, item in ipairs(buffer.items) do
        pairs_of_all[#pairs_of_all + 1] = { slot, item }
      end
      buffer.items, buffer.length = {}, 0
    end
  end
  for _, pair in ipairs(table.move(aside, 1, #aside, #pairs_of_all + 1, pairs_of_all)) do
    local buffer = containers[pair[1]]
    if buffer and buffer.items and not references.is_placeholder(pair[2]) then
      buffer.items[#buffer.items + 1] = pair[2]
      buffer.length = #buffer.items
    else
      local missing = left_part(entity, "items")
      missing[#missing + 1] = pair
    end
  end
end

-- The record ----------------------------------------------------------------------------------------------------------

local LEFT = record {
  { "items", fields.optional "table of table" },
  { "stores", "table?" },
  { "tinks", fields.optional "table of string" },
}

local LAYERS = {}
for _, name in next, grids.keys do
  LAYERS[name] = true
end

local M = {}

-- A state is what `open` returns when an entity is written, and the entity itself when it is read.
M.ENTITY = record {
  title = function(saved) return string.format("%s %d → ", saved.class:sub(2):gsub("%z", "."), saved.uid) end,
  { "uid", "uid", set = false, get = function(source) return objects.uid(source.entity) end },
  { "class", "string", set = false },
  -- The layer of the entity, if it is in the world; its square, from 0; its position on the square, from below.
  { "layer", fields.optional(fields.key_of(LAYERS)), set = false },
  { "square", "integer?", set = false },
  { "above", "integer?", set = false, get = function(source) return members.above(source.entity) end },
  { "fields", "table", get = fields_of, set = set_fields },
  { "decorators", fields.optional "table of table", empty = true, get = decorators_of, set = set_decorators },
  { "stats", fields.optional "table of table", empty = true, get = stats_of, set = set_stats },
  { "sequence", fields.optional(record { { "step", "integer" }, { "repeated", "integer" } }), get = function(source)
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
  { "tinks", fields.optional "table of string", empty = true, set = set_tinks },
  { "left", fields.optional(LEFT), empty = true, get = function(source)
    return left[source.entity] or {}
  end, set = function(entity, missing)
    sort_inventory(entity, missing.items or {})
    set_stores(entity, missing.stores or {})
    set_tinks(entity, missing.tinks or {})
  end },
  { "removed", fields.optional "table of table of integer", empty = true, get = removed_of, set = remove_handlers },
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

-- An entity to be written: with its tinkers by name in the order of tinking, their stores by name, and the functions
-- they added: chain or number of a stat → function → how often; and number of a stat → list of the amounts they added.
function M.open(entity)
  local square, layer, _, store = objects.place(entity)
  local source = {
    entity = entity, class = names.of_class(class.of(entity)), square = square, layer = store and layer,
    tinks = {}, stores = {}, added = {}, amounts = {},
  }
  if not source.class then
    refuse(entity, "class", "it is not the only one of that name: register it")
  end
  local tinks = {}
  for id, data in next, entity.tinkerData or {} do
    if data.tinks[1] or data.store ~= nil then
      local tinker = tinkers.with_id(id)
      local name = tinker and names.of_tinker(tinker)
      if not name then
        refuse(entity, string.format("tinkerData[%s]", id), "a tinker that was made during play")
      end
      source.stores[name] = data.store
      for _, tink in ipairs(data.tinks) do
        tinks[#tinks + 1] = { name = name, order = tink.order }
        for _, handler in ipairs(tink) do
          local chain, fn, amounts = handler[1], handler[2], handler[3]
          local list = fn and source.added or source.amounts
          list[chain] = list[chain] or {}
          if fn then
            list[chain][fn] = (list[chain][fn] or 0) + 1
          elseif type(amounts) == "table" then
            list[chain][#list[chain] + 1] = amounts
          end
        end
      end
    end
  end
  table.sort(tinks, function(a, b) return a.order < b.order end)
  for i, tink in ipairs(tinks) do
    source.tinks[i] = tink.name
  end
  return source
end

-- Makes the table that stands for an entity, of its class, the entity of a record.
function M.read(entity, saved, state)
  entity.id, entity.world, left[entity] = tostring(saved.uid), state.world, nil
  M.ENTITY:read(saved, entity)
end

return M
