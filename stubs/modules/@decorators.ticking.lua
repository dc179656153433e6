---@meta @decorators.ticking
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Ticking
local module

return module
