local StatTinker = require "@tinkers.stattinker"

local Ring = class("Ring", Item)
Ring.slot = InventorySlots.ring
Ring.glyph, Ring.colour = "°", "bright_yellow"

return Ring(StatTinker { { StatTypes.Attack, "damage", 1 } })
