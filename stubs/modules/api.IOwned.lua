---@meta api.IOwned
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

return IOwned
