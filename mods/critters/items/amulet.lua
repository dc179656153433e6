local StatTinker = require "@tinkers.stattinker"

local Amulet = class("Amulet", Item)
Amulet.slot = InventorySlots.trinket
Amulet.glyph, Amulet.colour = '"', "bright_yellow"

return Amulet(StatTinker { { StatTypes.AttackRes, "armor", 1 } })
