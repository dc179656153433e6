local Thing = require ".bases.thing"

local Crate = class("Crate", Thing)
copyChains(Thing, Crate)
Crate.glyph, Crate.colour = "0", "yellow"
Crate.baseModifiers = { hp = { amount = 2 }, resistance = { normal = 1, explosion = 0 } }

return Crate
