---@meta @items.pool.infinite.record
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---A record for an InfPool.
---@param id any
---@param mass number
---@return table
local function InfRecord(id, mass) end

return InfRecord
