---@meta @decorators.decorator
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Decorator
local module

return module
