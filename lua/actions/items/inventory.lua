-- InventoryOfEntity: the items of an entity, in slots of limited size.

local import, py = ...
local class = import "actions/class"
local constants = import "actions/constants"
local CyclicBuffer = import "actions/items/cyclic_buffer"
local errors = import "core/errors"
local handles = import "core/border/handles"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"
local world_state = import "actions/world/state"

local Inventory = class.define "InventoryOfEntity"

function Inventory:__construct(entity)
  -- Slot -> CyclicBuffer of items.
  self.actor, self.containers = entity, {}
  -- Id of an item type of kts -> how many of them the entity carries; no slot holds them.
  self.itemCounts = {}
  for slot, size in ipairs(constants.slot_sizes) do
    self.containers[slot] = CyclicBuffer(size)
  end
end

local function container(self, slot, method)
  local buffer = self.containers[slot]
  if not buffer then
    errors.raise("Inventory:" .. method .. ": there is no slot " .. text.tostring(slot)
      .. ": must be one of InventorySlots")
  end
  return buffer
end

function Inventory:equip(item)
  container(self, item.slot, "equip"):addItem(item)
  item:beEquipped(self.actor)
end

-- Takes an item off and drops it.
function Inventory:unequip(item)
  if container(self, item.slot, "unequip"):removeItem(item) then
    item:beUnequipped(self.actor)
  end
end

-- Destroys an item.
function Inventory:remove(item)
  if container(self, item.slot, "remove"):removeItem(item) then
    item:beDestroyed(self.actor)
  end
end

-- The item of a slot with that index, or nil.
function Inventory:get(slot, index)
  if index ~= nil and type(index) ~= "number" then
    signatures.refuse("actions", "InventoryOfEntity:get", self, slot, index)
  end
  return container(self, slot, "get"):get(index or 1)
end

-- All items, slot by slot.
function Inventory:toList()
  local list = {}
  for _, buffer in ipairs(self.containers) do
    table.move(buffer.items, 1, #buffer.items, #list + 1, list)
  end
  return list
end

-- Drops the items for which the slots have no room. A dropped item may change the inventory, so it repeats.
function Inventory:dropExcess()
  local again
  repeat
    again = false
    for _, buffer in ipairs(self.containers) do
      for _, item in ipairs(buffer:takeExcess()) do
        again = true
        item:beUnequipped(self.actor)
      end
    end
  until not again
end

-- Item types of kts.

-- The largest number of items of a type that an entity carries.
local MOST_ITEMS = 2 ^ 31 - 1 | 0

-- The id and the index of an item type, and the state of the world in which the entity lives.
local function open_item(self, item, method)
  if handles.open(item) ~= "item" then
    errors.raise("InventoryOfEntity:" .. method .. ": the item type is " .. text.shown(item)
      .. ": must be an ItemType of kts")
  end
  local state = world_state.state_of(self.actor.world, method)
  local index = handles.index("item", item)
  return (py.item_type(index)), index, state
end

-- How many items of a type the entity carries.
function Inventory:countItems(item)
  return self.itemCounts[(open_item(self, item, "countItems"))] or 0
end

-- Adds items of a type; one without a count.
function Inventory:addItems(item, count)
  local id = open_item(self, item, "addItems")
  count = count == nil and 1 or count
  local total = (self.itemCounts[id] or 0) + count
  if total > MOST_ITEMS then
    errors.raise(("InventoryOfEntity:addItems: the entity would carry %.14g of %s: it may carry %d"):format(
      total, id, MOST_ITEMS))
  end
  self.itemCounts[id] = math.tointeger(total)
end

-- Drops items of a type where the entity stands, or near it where stacks have no room; all of them without a count.
-- Returns how many found room; the others stay.
function Inventory:dropItems(item, count)
  local id, index, state = open_item(self, item, "dropItems")
  local held = self.itemCounts[id] or 0
  count = math.min(count or held, held)
  if count == 0 then
    return 0
  end
  local pos = self.actor.pos
  local square = (pos.y - 1) * self.actor.world.width + pos.x - 1
  local dropped = py.actions_lay_items(state.caller, state.number, square, index, count)
  self.itemCounts[id] = held > dropped and held - dropped or nil
  return dropped
end

class.close(Inventory)

return Inventory
