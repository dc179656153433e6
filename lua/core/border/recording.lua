-- Whether calls of mods are recorded: in a game that is made again, to explain why it failed.

local M = { is_on = false }

function M.record_calls(is_on)
  M.is_on = is_on
end

return M
