-- Things do nothing, but they can be broken and pushed about.

local Thing = class("Thing", Entity)
Thing.layer = Layers.real

Decorators.Start(Thing)
for _, name in ipairs { "Attackable", "Pushable", "Displaceable", "DynamicStats", "WithHP", "Killable" } do
  decorate(Thing, Decorators[name])
end

return Thing
