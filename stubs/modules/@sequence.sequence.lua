---@meta @sequence.sequence
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Sequence
local module

return module
