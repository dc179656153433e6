---@meta @decorators.interacting
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Interacting
local module

return module
