---@meta @items.weapons.chains.hitall
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.PlainChain
local module

return module
