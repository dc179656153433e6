---@meta @tinkers.reftinker
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.RefTinker
local module

return module
