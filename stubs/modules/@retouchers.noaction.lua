---@meta @retouchers.noaction
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

return Retouchers.NoAction
