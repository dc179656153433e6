---@meta @decorators.pushable
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Pushable
local module

return module
