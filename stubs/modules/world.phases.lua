---@meta world.phases
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.phases
local module

return module
