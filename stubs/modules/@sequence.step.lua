---@meta @sequence.step
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Step
local module

return module
