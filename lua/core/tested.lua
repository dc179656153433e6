-- The mod whose test file is open. Tests written for OpenNefia call it @test@.

local M = { ID = "@test@" }

-- The mod, and its file as MOD/PATH; nil outside of tests.
M.mod, M.file = nil, nil

-- The id of the mod that an id stands for.
function M.real_id(id)
  return id == M.ID and M.mod and M.mod.id or id
end

return M
