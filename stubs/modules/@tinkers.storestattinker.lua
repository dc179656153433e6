---@meta @tinkers.storestattinker
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.StoreStatTinker
local module

return module
