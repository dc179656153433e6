---@meta @action.actions.player
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.PlayerAction
local module

return module
