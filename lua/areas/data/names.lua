-- The names of the types of data and of entries, for checks of mods that do not run.

local import = ...
local registry = import "areas/data/registry"
import "areas/data/host_entries"

local M = {}

-- The names of all types, joined by NUL.
function M.list_types()
  return table.concat(registry.type_names, "\0")
end

-- The ids of all events, the former ids of renamed ones included, joined by NUL.
function M.list_events()
  local ids = registry.ids_of "base.event"
  for former in next, registry.renamed_events do
    ids[#ids + 1] = former
  end
  return table.concat(ids, "\0")
end

return M
