-- Items, and the inventory of an entity.

local import = ...
local errors = import "core/errors"
local class = import "actions/class"
local CyclicBuffer = import "actions/items/cyclic_buffer"
local cycle = import "actions/decorators/decorator"
local layers = import "actions/constants"
local signatures = import "core/border/signatures"

local raise = errors.raise
local shown = import("core/sandbox/text").shown
local ipairs, type = ipairs, type
local slots, sizes = layers.InventorySlots, layers.slot_sizes

local M = {}

local Item = class.define "Item"
Item.slot = slots.trinket

-- tinker: what the item does while it is worn; nil for nothing.
function Item:__construct(tinker)
  if tinker ~= nil and (type(tinker) ~= "table" or type(tinker.tink) ~= "function") then
    raise(class.type_name(self) .. ": tinker is " .. shown(tinker) .. ": must be a tinker")
  end
  self.tinker = tinker
end

function Item:getItemId()
  return self.id
end

function Item:beEquipped(entity)
  if self.tinker then
    self.tinker:tink(entity)
  end
end

function Item:beUnequipped(entity)
  if self.tinker then
    self.tinker:untink(entity)
  end
  if self.id then
    entity.world:createDroppedItem(self.id, entity.pos)
  end
end

function Item:beDestroyed(entity)
  if self.tinker then
    self.tinker:untink(entity)
  end
end

class.close(Item)
M.Item = Item

local Inventory = class.define "InventoryOfEntity"

function Inventory:__construct(entity)
  self.actor, self.containers = entity, {}
  for slot, size in ipairs(sizes) do
    self.containers[slot] = CyclicBuffer(size)
  end
end

local function container(self, slot, what)
  local found = self.containers[slot]
  if not found then
    raise(what .. ": there is no slot " .. import("core/sandbox/text").tostring(slot) .. ": must be one of InventorySlots")
  end
  return found
end

function Inventory:equip(item)
  container(self, item.slot, "Inventory:equip"):addItem(item)
  item:beEquipped(self.actor)
end

-- Takes an item off: it is dropped.
function Inventory:unequip(item)
  if container(self, item.slot, "Inventory:unequip"):removeItem(item) then
    item:beUnequipped(self.actor)
  end
end

-- Takes an item away for good.
function Inventory:remove(item)
  if container(self, item.slot, "Inventory:remove"):removeItem(item) then
    item:beDestroyed(self.actor)
  end
end

-- The item at a place of a slot, or nil.
function Inventory:get(slot, index)
  if index ~= nil and type(index) ~= "number" then
    signatures.refuse("actions", "InventoryOfEntity:get", self, slot, index)
  end
  return container(self, slot, "Inventory:get"):get(index or 1)
end

-- All that is worn, slot by slot.
function Inventory:toList()
  local list = {}
  for _, buffer in ipairs(self.containers) do
    for _, item in ipairs(buffer.items) do
      list[#list + 1] = item
    end
  end
  return list
end

-- Drops what the slots had no room for, until there is nothing left to drop.
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

class.close(Inventory, "InventoryOfEntity")

local Decorator = cycle.decorator "Inventory"

function Decorator:__construct(entity)
  entity.inventory = Inventory(entity)
end

class.close(Decorator)
M.Inventory = Decorator

return M
