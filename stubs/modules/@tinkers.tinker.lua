---@meta @tinkers.tinker
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Tinker
local module

return module
