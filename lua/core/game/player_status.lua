-- The status of a player, which pages show beside the map: its health, and the names of what it carries.

local import = ...
local protect = import "core/sandbox/protect"
local text = import "core/sandbox/text"

-- Names that are returned.
local MOST_NAMES = 200

-- Returns the health of a player, or nil, and names joined by NUL. `read()` returns the health and a list of names;
-- an error of a mod in it leaves out both.
return function(read)
  local ok, health, names = protect.pcall(read)
  if not ok then
    return nil, ""
  end
  local shown = {}
  for i = 1, math.min(#names, MOST_NAMES) do
    shown[i] = text.tostring(names[i])
  end
  return type(health) == "number" and health - health == 0 and health + 0.0 or nil, table.concat(shown, "\0")
end
