---@meta @items.pool.record
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---A record for a Pool.
---@param id any a whole number, the id of something registered, or the thing itself
---@param mass number from 0 on
---@param q integer how many there are
---@return table
local function Record(id, mass, q) end

return Record
