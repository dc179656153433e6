---@meta render.changes
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Changes
local module

return module
