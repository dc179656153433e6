---@meta @items.weapons.chains.check
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---Whether the walk of the chain of a weapon ends: nothing is left, or a handler has set `propagate` to false.
---@param event actions.Event
---@return boolean
local function check(event) end

return check
