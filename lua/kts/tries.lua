-- Callbacks that are called once each, for `dungeon-host check`.

local import, py = ...
local functions = import "core/border/functions"
local handles = import "core/border/handles"
local values = import "core/border/values"

local M = {}

-- Of names of callbacks, joined by NUL, those that a prototype has.
function M.callbacks(kind, index, names)
  local fields, present = handles.fields(handles.get(kind, index)) or {}, {}
  for name in names:gmatch "[^%z]+" do
    if values.is_callable(fields[name]) then
      present[#present + 1] = name
    end
  end
  return table.concat(present, "\0")
end

-- Calls what Python has queued.
function M.run()
  functions.do_pending(py.kts_pending())
end

return M
