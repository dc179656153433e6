-- What all that live have in common: they can be hit, pushed, moved, put under a status, and die.

local Being = class("Being", Entity)
Being.layer = Layers.real

Decorators.Start(Being)
for _, name in ipairs {
  "Acting", "Ticking", "Attackable", "Attacking", "Pushable", "Displaceable", "Moving", "DynamicStats", "WithHP",
  "Killable", "Statused",
} do
  decorate(Being, Decorators[name])
end

Retouchers.Skip.emptyAttack(Being)
Retouchers.Skip.blockedMove(Being)
Retouchers.Reorient.onActionSuccess(Being)

return Being
