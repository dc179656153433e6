---@meta @sequence.movs.basic
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---The directions along the axes that lead closer to the nearest player: first where the entity looks.
---@param actor actions.Entity
---@return actions.Vec[]
local function basic(actor) end

return basic
