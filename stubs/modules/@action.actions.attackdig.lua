---@meta @action.actions.attackdig
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.AttackDig
local module

return module
