-- Points and steps on a plane, whatever a dialect calls them: any table with the numbers x and y. Each dialect has a
-- class of its own for them, with its own words; what they have in common is here.

local sqrt, type = math.sqrt, type

local M = {}

-- x and y of a value; nothing when it has none.
function M.parts(value)
  if type(value) == "table" then
    local x, y = value.x, value.y
    if type(x) == "number" and type(y) == "number" then
      return x, y
    end
  end
end

function M.length(x, y)
  return sqrt(x * x + y * y)
end

return M
