---@meta @decorators.digging
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Digging
local module

return module
