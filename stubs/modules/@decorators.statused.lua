---@meta @decorators.statused
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Statused
local module

return module
