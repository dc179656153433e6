---@meta @hp.hp
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.HP
local module

return module
