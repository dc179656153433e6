---@meta @items.weapons.chains.general
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.PlainChain
local module

return module
