---@meta @tinkers.refstattinker
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.RefStatTinker
local module

return module
