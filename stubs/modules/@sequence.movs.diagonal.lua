---@meta @sequence.movs.diagonal
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---The diagonals that lead closer to the nearest player.
---@param actor actions.Entity
---@return actions.Vec[]
local function diagonal(actor) end

return diagonal
