local StatTinker = require "@tinkers.stattinker"

local Pickaxe = class("Pickaxe", Item)
Pickaxe.slot = InventorySlots.shovel
Pickaxe.glyph, Pickaxe.colour = "T", "cyan"

return Pickaxe(StatTinker { { StatTypes.Dig, "power", 1 } })
