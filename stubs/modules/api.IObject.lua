---@meta api.IObject
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

return IObject
