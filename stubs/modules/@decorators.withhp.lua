---@meta @decorators.withhp
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.WithHP
local module

return module
