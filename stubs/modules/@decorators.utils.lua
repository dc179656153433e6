---@meta @decorators.utils
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.decorators.utils
local module

return module
