---@meta @tinkers.stattinker
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.StatTinker
local module

return module
