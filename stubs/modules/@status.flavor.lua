---@meta @status.flavor
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.FlavorStatus
local module

return module
