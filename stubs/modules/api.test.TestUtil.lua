---@meta api.test.TestUtil
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type areas.TestUtil
local module

return module
