---@meta @algos.general
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---Runs the action of an event in the first of the directions from the sequence in which it succeeds. Who stands in the way and has not acted yet acts first. `Retouchers.Algos.general` adds it to a class.
---@param event actions.Event
local function general(event) end

return general
