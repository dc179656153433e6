---@meta @status.overlay
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.overlay
local module

return module
