---@meta @action.effects.push
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.PushEffect
local module

return module
