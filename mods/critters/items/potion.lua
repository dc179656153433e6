-- Is drunk at once.

local Potion = class("Potion", Item)
Potion.slot = InventorySlots.consumable
Potion.glyph, Potion.colour = "!", "bright_magenta"

function Potion:beEquipped(entity)
  entity.hp:heal(5)
  entity:removeItem(self)
end

return Potion()
