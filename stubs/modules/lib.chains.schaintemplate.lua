---@meta lib.chains.schaintemplate
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.ChainTemplate
local module

return module
