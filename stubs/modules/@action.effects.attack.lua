---@meta @action.effects.attack
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.AttackEffect
local module

return module
