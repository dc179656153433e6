---@meta @decorators.inventory
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Inventory
local module

return module
