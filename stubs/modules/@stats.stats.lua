---@meta @stats.stats
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Stats
local module

return module
