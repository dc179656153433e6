---@meta @sequence.movs.straight
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---Where the entity looks.
---@param actor actions.Entity
---@return actions.Vec[]
local function straight(actor) end

return straight
