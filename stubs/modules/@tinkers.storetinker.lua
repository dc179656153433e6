---@meta @tinkers.storetinker
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.StoreTinker
local module

return module
