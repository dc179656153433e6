-- One square ahead, harder than bare hands.

local Weapon = require "@items.weapons.weapon"
local StatTinker = require "@tinkers.stattinker"

local Sword = class("Sword", Weapon)
Sword.glyph, Sword.colour = "/", "bright_white"

return Sword(StatTinker { { StatTypes.Attack, "damage", 1 } })
