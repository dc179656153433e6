-- How an entity gets back what it had. It is made of its class, as a new one is, but without its `init`.

local import = ...
local missing_mods = import "core/save/missing_mods"
local chains = import "actions/chain/chain"
local class = import "actions/class"
local decorate = import "actions/decorators/decorate"
local ground = import "actions/world/ground"
local history = import "actions/entity/history"
local identity = import "actions/identity"
local notes = import "actions/entity/notes"
local registry = import "actions/mod/registry"
local checks = import "core/save/checks"
local sequences = import "actions/sequence/sequence"
local stat_types = import "actions/stats/stat_types"
local stats = import "actions/stats/stats"
local worlds = import "actions/world/worlds"

local damaged, field, list_in = checks.damaged, checks.field, checks.list
local getmetatable = debug.getmetatable
local ipairs, math_type, next, rawset, setmetatable, tostring, type =
  ipairs, math.type, next, rawset, setmetatable, tostring, type

local M = {}

-- entity -> what of its state could not be given back, to be saved as it was.
local left = setmetatable({}, { __mode = "k" })

function M.left_of(entity)
  return left[entity]
end

local KEPT = { chains = true, decorators = true, world = true, id = true, tinkerData = true, sequence = true }

local function set_fields(entity, fields)
  for key in next, entity do
    if not KEPT[key] and fields[key] == nil then
      rawset(entity, key, nil)
    end
  end
  for key, value in next, fields do
    if not KEPT[key] then
      rawset(entity, key, value)
    end
  end
end

local function keep(entity, name, value)
  left[entity] = left[entity] or {}
  left[entity][name] = value
end

-- Items whose mods are not there are set aside.
local function check_inventory(entity, before)
  local inventory = entity.inventory
  local aside = type(before) == "table" and before.items or {}
  if class.type_name(inventory) == "InventoryOfEntity" and type(inventory.containers) == "table" then
    for slot, buffer in next, inventory.containers do
      local kept = {}
      for _, item in ipairs(type(buffer) == "table" and type(buffer.items) == "table" and buffer.items or {}) do
        if missing_mods.is_token(item) then
          aside[#aside + 1] = { slot, item }
        else
          kept[#kept + 1] = item
        end
      end
      buffer.items = kept
    end
    local still = {}
    for _, one in ipairs(aside) do
      local buffer = type(one) == "table" and inventory.containers[one[1]]
      if buffer and not missing_mods.is_token(one[2]) then
        buffer.items[#buffer.items + 1] = one[2]
      else
        still[#still + 1] = one
      end
    end
    aside = still
  end
  if aside[1] then
    keep(entity, "items", aside)
  end
end

local function tink(entity, one, where)
  local tinked, lost = {}, nil
  for name, store in next, field(one, "stores", "table", where, true) or {} do
    local tinker = type(name) == "string" and identity.find_tinker(name)
    if tinker then
      entity.tinkerData[tinker.id] = { tinks = {}, store = store }
    else
      keep(entity, "stores", left[entity] and left[entity].stores or {})
      left[entity].stores[name] = store
    end
  end
  for _, name in ipairs(list_in(one, "tinks", "string", where)) do
    local tinker = identity.find_tinker(name)
    if tinker then
      tinker:tink(entity)
    else
      tinked[#tinked + 1], lost = name, true
    end
  end
  if lost then
    keep(entity, "tinks", tinked)
  end
end

local function set_stats(entity, one, where)
  local dynamic = entity.decorators.DynamicStats
  for name, values in next, field(one, "stats", "table", where, true) or {} do
    local index = stat_types.types[name]
    field({ [name] = values }, name, "table", where .. " → stats")
    if dynamic and index then
      dynamic:getStatRaw(index)
      for key, value in next, values do
        if type(key) ~= "string" or type(value) ~= "number" and type(value) ~= "string" then
          damaged(where, "→ stats.%s holds what is no stat", name)
        end
      end
      dynamic.statsList[index] = stats.new(values)
    end
  end
end

local function set_decorators(entity, one, where)
  for name, values in next, field(one, "decorators", "table", where, true) or {} do
    local decorator = entity.decorators[name]
    field({ [name] = values }, name, "table", where .. " → decorators")
    if decorator then
      for key, value in next, values do
        if not (name == "DynamicStats" and (key == "statsList" or key == "statsChains")) then
          rawset(decorator, key, value)
        end
      end
    end
  end
end

local function remove_handlers(entity, one, where)
  for name in next, field(one, "removed", "table", where, true) or {} do
    local chain = entity.chains and entity.chains[name]
    local _, _, born = {}, {}, {}
    if chain then
      _, _, born = chains.differences(chain)
    end
    for _, position in ipairs(list_in(one.removed, name, "integer", where .. " → removed")) do
      if born[position] then
        chain:removeHandler(born[position])
      end
    end
  end
end

-- Numbers of dropped items for their names.
local function numbered(names, where)
  for i, name in ipairs(type(names) == "table" and getmetatable(names) == nil and names or damaged(where, "→ state is no list")) do
    local _, number = registry.find_item(name)
    names[i] = number or name
  end
end

local function is_vec(value)
  return type(value) == "table" and math_type(value.x) ~= nil and math_type(value.y) ~= nil
end

-- Lets the table that stands for an entity be one, of its class.
function M.fill(entity, world, one, where)
  local fields = field(one, "fields", "table", where)
  entity.id, entity.world = tostring(one.uid), world
  set_fields(entity, fields)
  if not is_vec(entity.pos) or not is_vec(entity.orientation) then
    damaged(where, "has no position or orientation")
  end
  entity.history, entity.tinkerData = history.new(), {}
  decorate.assemble(entity)
  set_fields(entity, fields)
  if class.type_name(entity.history) ~= "History" then
    entity.history = history.new()
  end
  if class.of(entity) == worlds.DroppedItem then
    numbered(entity.state, where)
  end
  set_decorators(entity, one, where)
  set_stats(entity, one, where)
  local position = field(one, "sequence", "table", where, true)
  if position and entity.decorators.Sequential then
    sequences.go_on(entity.sequence, field(position, "step", "integer", where), field(position, "repeated", "integer", where))
  end
  check_inventory(entity, one.left)
  tink(entity, one, where)
  if type(one.left) == "table" then
    tink(entity, one.left, where .. " → left")
  end
  remove_handlers(entity, one, where)
  notes.set(entity, field(one, "notes", "table", where, true))
  if one.backed then
    ground.set_backed(entity)
  end
end

return M
