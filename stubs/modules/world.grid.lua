---@meta world.grid
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Grid
local module

return module
