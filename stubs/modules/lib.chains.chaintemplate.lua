---@meta lib.chains.chaintemplate
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.PlainChainTemplate
local module

return module
