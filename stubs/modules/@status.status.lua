---@meta @status.status
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Status
local module

return module
