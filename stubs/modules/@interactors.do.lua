---@meta @interactors.do
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.interactors
local module

return module
