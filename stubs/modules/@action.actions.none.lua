---@meta @action.actions.none
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.NoneAction
local module

return module
