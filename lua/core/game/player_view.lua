-- Describes a player for Python: its square, its health, and what it carries.

local import = ...
local protect = import "core/sandbox/protect"
local text = import "core/sandbox/text"
local values = import "core/border/values"

-- Things that are returned.
local MOST = 200

local function number(value)
  return type(value) == "number" and value - value == 0 and value or nil
end

-- Returns { x, y, health, max_health, things = { { id, name, number }… } } in its flat form; nil without a square.
-- `read()` returns the health, the most health and a list of core/game/carried; an error of a mod in it leaves out all.
return function(x, y, read)
  if not x then
    return values.flatten(nil)
  end
  local things = {}
  local ok, health, most, carried = protect.pcall(read)
  for i = 1, ok and math.min(#carried, MOST) or 0 do
    local thing = carried[i]
    things[i] = {
      id = text.tostring(thing.id), name = text.tostring(thing.name or thing.id), number = number(thing.number) or 1,
    }
  end
  return values.flatten {
    x = x, y = y, health = ok and number(health) or nil, max_health = ok and number(most) or nil, things = things,
  }
end
