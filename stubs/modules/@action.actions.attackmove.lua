---@meta @action.actions.attackmove
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.AttackMove
local module

return module
