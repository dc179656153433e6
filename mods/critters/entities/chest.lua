-- Holds an item from a pool, drawn when the chest is made, and gives it to whoever opens it.

local Options = require "@items.insides.options"
local setup = require "@items.insides.setup"
local realizers = require "@items.insides.realizers"

local Chest = class("Chest", Entity)
Chest.layer = Layers.real
Chest.glyph, Chest.colour = "=", "bright_yellow"
Chest.insides = { id = Options.ITEM_FROM_POOL, poolId = "i.common" }

Decorators.Start(Chest)
decorate(Chest, Decorators.Interactable)
decorate(Chest, Decorators.Killable)

function Chest:init(pos, world)
  Entity.init(self, pos, world)
  self.insides = setup[self.insides.id](self.insides, self)
end

Chest.chainTemplate:addHandler("die", function(event)
  local insides = event.actor.insides
  realizers[insides.id](insides, event.actor)
end)

return Chest
