---@meta @decorators.sequential
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Sequential
local module

return module
