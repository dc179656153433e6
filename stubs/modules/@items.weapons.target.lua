---@meta @items.weapons.target
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Target
local module

return module
