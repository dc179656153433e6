-- Inventory: an entity that carries items.

local import = ...
local class = import "actions/class"
local decorator = import "actions/decorators/decorator"
local InventoryOfEntity = import "actions/items/inventory"

local Inventory = decorator.define "Inventory"

function Inventory:__construct(entity)
  entity.inventory = InventoryOfEntity(entity)
end

class.close(Inventory)

return Inventory
