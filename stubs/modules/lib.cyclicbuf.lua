---@meta lib.cyclicbuf
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---@type actions.CyclicBuffer
local module

return module
