---@meta @decorators.attacking
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Attacking
local module

return module
