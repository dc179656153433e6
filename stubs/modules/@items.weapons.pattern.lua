---@meta @items.weapons.pattern
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Pattern
local module

return module
