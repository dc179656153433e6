---@meta @items.weapons.weapon
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Weapon
local module

return module
