---@meta @decorators.playercontrol
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.PlayerControl
local module

return module
