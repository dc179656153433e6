---@meta @decorators.diggable
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Diggable
local module

return module
