---@meta @action.handlers.basic
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.handlers.basic
local module

return module
