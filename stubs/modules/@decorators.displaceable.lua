---@meta @decorators.displaceable
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Displaceable
local module

return module
