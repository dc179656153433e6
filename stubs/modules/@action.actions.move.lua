---@meta @action.actions.move
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.MoveAction
local module

return module
