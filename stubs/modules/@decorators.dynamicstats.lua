---@meta @decorators.dynamicstats
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.DynamicStats
local module

return module
