local Player = require ".bases.player"

local Knight = class("Knight", Player)
copyChains(Player, Knight)
Knight.glyph, Knight.colour = "@", "bright_green"
Knight.baseModifiers = {
  hp = { amount = 30 },
  attack = { damage = 2, pierce = 1 },
  resistance = { armor = 0 },
  dig = { power = 0 },
}

return Knight
