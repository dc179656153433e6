-- State of the running game that lives in Lua.

local import, py = ...
local table_cache = import "core/border/table_cache"
local tasks = import "kts/tasks"
local variables = import "kts/variables"

-- respawn_function: the argument of kts.SetRespawnFunction; respawn_mod: the id of the mod that set it; team_count: the
-- number of teams.
local M = {}

-- Gives each player the colour of a house; players of one colour are a team. Without colours of a mod, each player
-- has another colour.
local function form_teams()
  local colours = variables.get "KNIGHT_HOUSE_COLOURS_MENU"
  M.team_count = py.kts_form_teams(table_cache.is_table(colours) and table_cache.length(colours) or 0)
end

-- Drops the state of the game before.
function M.begin()
  tasks.reset()
  variables.set_error(nil)
  M.respawn_function, M.respawn_mod = nil, nil
  form_teams()
end

return M
