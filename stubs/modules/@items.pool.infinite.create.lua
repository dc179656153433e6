---@meta @items.pool.infinite.create
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---A pool of `{ id, mass }` each.
---@param tuples table[]
---@param subpools? pools.PoolNode[]
---@return pools.InfPool
local function createInfPool(tuples, subpools) end

return createInfPool
