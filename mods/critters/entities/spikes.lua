-- A trap: stings whoever stands on it, once until they step off.

local AttackAction = require "@action.actions.attack"

local Spikes = class("Spikes", Entity)
Spikes.layer = Layers.trap
Spikes.glyph, Spikes.colour = "^", "magenta"
Spikes.baseModifiers = { attack = { damage = 1, pierce = 1 } }
Spikes.state = 0

Decorators.Start(Spikes)
for _, name in ipairs { "Acting", "Attacking", "DynamicStats" } do
  decorate(Spikes, Decorators[name])
end

function Spikes:executeAction()
  local real = self.world.grid:getRealAt(self.pos)
  if real and self.state == 0 then
    local sting = AttackAction()
    sting.direction = Vec(0, 0)
    self:executeAttack(sting, { real })
  end
  self.state = real and 1 or 0
  self.didAction = true
end

return Spikes
