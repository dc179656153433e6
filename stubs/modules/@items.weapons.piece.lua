---@meta @items.weapons.piece
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.Piece
local module

return module
