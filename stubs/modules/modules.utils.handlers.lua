---@meta modules.utils.handlers
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.modules.utils.handlers
local module

return module
