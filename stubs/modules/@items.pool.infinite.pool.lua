---@meta @items.pool.infinite.pool
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type pools.InfPool
local module

return module
