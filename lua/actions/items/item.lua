-- Item: what an entity can pick up and wear. Its tinker affects the entity while the item is worn.

local import = ...
local class = import "actions/class"
local constants = import "actions/constants"
local tinkers = import "actions/tinkers/tinker"

local Item = class.define "Item"
Item.slot = constants.InventorySlots.trinket

Item.__construct, Item.beEquipped, Item.beDestroyed = tinkers.construct, tinkers.affect, tinkers.release

function Item:getItemId()
  return self.id
end

-- Drops the item where the entity stands.
function Item:beUnequipped(entity)
  tinkers.release(self, entity)
  if self.id then
    entity.world:createDroppedItem(self.id, entity.pos)
  end
end

class.close(Item)

return { Item = Item }
