---@meta @status.flavors.flavor
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Flavor
local module

return module
