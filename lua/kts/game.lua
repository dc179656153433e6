-- What Lua keeps of the running game, and forgets when a new one begins.

local import = ...
local tasks = import "kts/tasks"
local variables = import "kts/variables"

-- respawn_function: what kts.SetRespawnFunction was given.
local M = {}

function M.begin()
  tasks.forget_all()
  variables.set_error(nil)
  M.respawn_function = nil
end

return M
