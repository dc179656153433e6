-- Points and steps on a plane: any table with the numbers x and y. Each dialect has its own class of vectors; what they
-- share is here.

local M = {}

-- Returns x and y of a value; nothing if it has none.
function M.parts(value)
  if type(value) == "table" then
    local x, y = value.x, value.y
    if type(x) == "number" and type(y) == "number" then
      return x, y
    end
  end
end

-- Returns -1, 0 or 1.
function M.sign(number)
  return number > 0 and 1 or number < 0 and -1 or 0
end

function M.length(x, y)
  return math.sqrt(x * x + y * y)
end

return M
