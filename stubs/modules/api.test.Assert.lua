---@meta api.test.Assert
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

return Assert
