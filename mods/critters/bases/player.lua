-- Players do what they are told, carry things, and pick up what lies where they go.

local Being = require ".bases.being"

local Player = class("Player", Being)
Player.layer = Layers.player
copyChains(Being, Player)
for _, name in ipairs { "PlayerControl", "Inventory", "Interacting", "Digging" } do
  decorate(Player, Decorators[name])
end
Retouchers.Algos.simple(Player)
Retouchers.Skip.emptyDig(Player)
Retouchers.Equip.onDisplace(Player)

return Player
