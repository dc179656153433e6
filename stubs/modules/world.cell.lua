---@meta world.cell
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Cell
local module

return module
