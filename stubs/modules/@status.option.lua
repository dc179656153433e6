---@meta @status.option
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.OptionStatus
local module

return module
