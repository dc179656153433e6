---@meta @decorators.killable
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Killable
local module

return module
