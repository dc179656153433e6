---@meta @algos.simple
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---Runs the action of an event in the direction that it has. `Retouchers.Algos.simple` adds it to a class.
---@param event actions.Event
local function simple(event) end

return simple
