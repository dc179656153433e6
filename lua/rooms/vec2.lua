-- vec2(x, y): a point or a vector in the plane.

local import = ...
local errors = import "core/errors"
local class = import "core/class"
local text = import "core/sandbox/text"
local vectors = import "core/game/vectors"

local raise = errors.raise

local function check_factor(value, subject)
  if not math.type(value) then
    raise(subject .. " is " .. text.shown(value) .. ": must be a number")
  end
  return value
end

-- The coordinates of a vec2, or of any table with x and y.
local function parts(value, subject)
  if type(value) ~= "table" then
    raise(subject .. " is " .. text.shown(value) .. ": must be a vec2")
  end
  local x, y = vectors.parts(value)
  if not x then
    raise(subject .. " has x " .. text.shown(value.x) .. " and y " .. text.shown(value.y)
      .. ": must be a vec2, with numbers for both")
  end
  return x, y
end

return {
  parts = parts,
  -- Makes the class vec2 of a mod.
  make = function()
    local vec2 = class.new { name = "vec2", constructor = "init", numbered = false }

    function vec2:init(x, y)
      self.x, self.y = x or 0, y or 0
    end

    function vec2.__add(a, b)
      local x, y = parts(a, "vec2 +: the left operand")
      local dx, dy = parts(b, "vec2 +: the right operand")
      return vec2(x + dx, y + dy)
    end

    function vec2.__sub(a, b)
      local x, y = parts(a, "vec2 -: the left operand")
      local dx, dy = parts(b, "vec2 -: the right operand")
      return vec2(x - dx, y - dy)
    end

    function vec2.__mul(a, b)
      if math.type(a) then
        a, b = b, a
      end
      local x, y = parts(a, "vec2 *: the vector")
      local factor = check_factor(b, "vec2 *: the factor")
      return vec2(x * factor, y * factor)
    end

    function vec2.__div(a, b)
      local x, y = parts(a, "vec2 /: the left operand")
      local divisor = check_factor(b, "vec2 /: the divisor")
      return vec2(x / divisor, y / divisor)
    end

    function vec2.__unm(a)
      return vec2(-a.x, -a.y)
    end

    function vec2.__eq(a, b)
      return a.x == b.x and a.y == b.y
    end

    function vec2:__tostring()
      return "(" .. text.tostring(self.x) .. ", " .. text.tostring(self.y) .. ")"
    end

    function vec2:dist(other)
      local x, y = parts(self, "vec2:dist: its object")
      local ox, oy = parts(other, "vec2:dist: its argument")
      return vectors.length(x - ox, y - oy)
    end

    function vec2:len()
      local x, y = parts(self, "vec2:len: its object")
      return vectors.length(x, y)
    end

    return vec2
  end,
}
