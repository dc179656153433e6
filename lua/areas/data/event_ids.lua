-- Ids of events that were renamed.

local import, py = ...
local errors = import "core/errors"

local M = {}

-- former id -> present id.
M.renamed = { ["base.on_map_enter"] = "base.on_map_entered" }

-- The present id of an event. A former id gives a warning at a source location, by default that of the running mod.
function M.current(id, file, line)
  local current = M.renamed[id]
  if not current then
    return id
  elseif not file then
    file, line = errors.where()
  end
  py.note_deprecated('the event "' .. id .. '" is called "' .. current .. '" now', file, line)
  return current
end

return M
