---@meta @items.pool.pool
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type pools.Pool
local module

return module
