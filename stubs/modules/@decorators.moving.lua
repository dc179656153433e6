---@meta @decorators.moving
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Moving
local module

return module
