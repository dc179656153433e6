---@meta @decorators.acting
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Acting
local module

return module
