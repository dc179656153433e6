---@meta @items.insides.realizers
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type table<integer, fun(insides: table, actor: actions.Entity)>
local module

return module
