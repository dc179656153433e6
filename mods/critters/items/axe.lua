-- Hits all three squares ahead at once.

local Weapon = require "@items.weapons.weapon"
local Pattern = require "@items.weapons.pattern"

local pattern = Pattern()
pattern:add(Vec(1, 0), Vec(1, 0), false)
pattern:add(Vec(1, 1), Vec(1, 0), false)
pattern:add(Vec(1, -1), Vec(1, 0), false)

local Axe = class("Axe", Weapon)
Axe.pattern = pattern
Axe.chain = require "@items.weapons.chains.hitall"
Axe.glyph, Axe.colour = "P", "bright_white"

return Axe()
