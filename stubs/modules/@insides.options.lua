---@meta @insides.options
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Options
local module

return module
