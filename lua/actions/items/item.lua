-- Item: what an entity can pick up and wear. Its tinker affects the entity while the item is worn.

local import = ...
local class = import "actions/class"
local constants = import "actions/constants"
local errors = import "core/errors"
local text = import "core/sandbox/text"

local Item = class.define "Item"
Item.slot = constants.InventorySlots.trinket

-- `tinker` may be nil.
function Item:__construct(tinker)
  if tinker ~= nil and (type(tinker) ~= "table" or type(tinker.tink) ~= "function") then
    errors.raise(class.type_name(self) .. ": tinker is " .. text.shown(tinker) .. ": must be a tinker")
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

function Item:beDestroyed(entity)
  if self.tinker then
    self.tinker:untink(entity)
  end
end

-- Drops the item where the entity stands.
function Item:beUnequipped(entity)
  if self.tinker then
    self.tinker:untink(entity)
  end
  if self.id then
    entity.world:createDroppedItem(self.id, entity.pos)
  end
end

class.close(Item)

return { Item = Item }
