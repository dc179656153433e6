---@meta @decorators.attackable
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Attackable
local module

return module
