---@meta @items.pool.create
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---A pool of `{ id, mass, q }` each.
---@param tuples table[]
---@param subpools? pools.PoolNode[]
---@return pools.Pool
local function createPool(tuples, subpools) end

return createPool
