-- State of the running game that lives in Lua.

local import = ...
local tasks = import "kts/tasks"
local variables = import "kts/variables"

-- respawn_function: the argument of kts.SetRespawnFunction.
local M = {}

-- Drops the state of the game before.
function M.begin()
  tasks.reset()
  variables.set_error(nil)
  M.respawn_function = nil
end

return M
