---@meta @action.effects.move
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.MoveEffect
local module

return module
