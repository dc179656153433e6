-- Inventory: an entity that carries items.

local import = ...
local decorator = import "actions/decorators/decorator"
local InventoryOfEntity = import "actions/items/inventory"

return decorator.define("Inventory", nil, {
  __construct = function(_, entity)
    entity.inventory = InventoryOfEntity(entity)
  end,
})
