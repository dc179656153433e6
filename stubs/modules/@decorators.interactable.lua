---@meta @decorators.interactable
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Interactable
local module

return module
