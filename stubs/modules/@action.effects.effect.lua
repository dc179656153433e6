---@meta @action.effects.effect
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Effect
local module

return module
