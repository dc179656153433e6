---@meta @items.insides.setup
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type table<integer, fun(insides: table, actor: actions.Entity): table>
local module

return module
