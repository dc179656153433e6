-- InventoryOfEntity: the items of an entity, in slots of limited size.

local import = ...
local class = import "actions/class"
local constants = import "actions/constants"
local CyclicBuffer = import "actions/items/cyclic_buffer"
local errors = import "core/errors"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"

local ipairs, type = ipairs, type

local Inventory = class.define "InventoryOfEntity"

function Inventory:__construct(entity)
  -- Slot -> CyclicBuffer of items.
  self.actor, self.containers = entity, {}
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

class.close(Inventory)

return Inventory
