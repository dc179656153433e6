-- Weaker than the knight, and shoots when somebody comes into line.

local Player = require ".bases.player"

local Ranger = class("Ranger", Player)
copyChains(Player, Ranger)
Ranger.glyph, Ranger.colour = "@", "bright_blue"
Ranger.baseModifiers = {
  hp = { amount = 20 },
  attack = { damage = 1, pierce = 1 },
  move = { distance = 1 },
}

return Ranger
