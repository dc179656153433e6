---@meta lib.chains.schain
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

return Chain
