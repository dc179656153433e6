---@meta @action.actions.attack
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.AttackAction
local module

return module
