---@meta @action.actions.attackdigmove
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.AttackDigMove
local module

return module
