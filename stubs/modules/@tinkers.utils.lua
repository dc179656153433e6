---@meta @tinkers.utils
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.tinkers.utils
local module

return module
