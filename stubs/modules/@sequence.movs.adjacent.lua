---@meta @sequence.movs.adjacent
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---The diagonal towards the nearest player, then along the axes.
---@param actor actions.Entity
---@return actions.Vec[]
local function adjacent(actor) end

return adjacent
