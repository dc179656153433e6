-- Webs do not hold who wears them.

local StatTinker = require "@tinkers.stattinker"

local Boots = class("Boots", Item)
Boots.slot = InventorySlots.boots
Boots.glyph, Boots.colour = "[", "cyan"

return Boots(StatTinker { { StatTypes.StatusRes, "web", 5 } })
