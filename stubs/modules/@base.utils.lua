---@meta @base.utils
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.handlers.utils
local module

return module
