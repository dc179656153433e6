---@meta @action.actions.dig
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.DigAction
local module

return module
