---@meta @history.history
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.History
local module

return module
