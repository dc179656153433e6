---@meta @action.effects.dig
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.DigEffect
local module

return module
