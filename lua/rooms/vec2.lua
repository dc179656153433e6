-- vec2(x, y): a point or a step on a plane.

local import = ...
local errors = import "core/errors"
local class = import "core/class"
local text = import "core/sandbox/text"
local vectors = import "core/game/vectors"

local raise = errors.raise
local math_type, type = math.type, type

local function number(value, what)
  if not math_type(value) then
    raise("vec2: " .. what .. " is " .. text.shown(value) .. ": must be a number")
  end
  return value
end

-- The two numbers of a vec2, or of any table that has them.
local function parts(value, what)
  if type(value) ~= "table" then
    raise(what .. " is " .. text.shown(value) .. ": must be a vec2")
  end
  local x, y = vectors.parts(value)
  if not x then
    raise(what .. " has x " .. text.shown(value.x) .. " and y " .. text.shown(value.y)
      .. ": must be a vec2, with numbers for both")
  end
  return x, y
end

return {
  parts = parts,
  -- A class vec2 of a mod's own.
  make = function()
    local vec2 = class.new { name = "vec2", constructor = "init", numbered = false }

    function vec2:init(x, y)
      self.x, self.y = number(x == nil and 0 or x, "x"), number(y == nil and 0 or y, "y")
    end

    function vec2.__add(a, b)
      local x, y = parts(a, "what is added to")
      local dx, dy = parts(b, "what is added")
      return vec2(x + dx, y + dy)
    end

    function vec2.__sub(a, b)
      local x, y = parts(a, "what is taken from")
      local dx, dy = parts(b, "what is taken away")
      return vec2(x - dx, y - dy)
    end

    function vec2.__mul(a, b)
      if math_type(a) then
        a, b = b, a
      end
      local x, y = parts(a, "what is multiplied")
      local factor = number(b, "the factor")
      return vec2(x * factor, y * factor)
    end

    function vec2.__div(a, b)
      local x, y = parts(a, "what is divided")
      local divisor = number(b, "the divisor")
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
      local x, y = parts(self, "vec2:dist: what is called")
      local ox, oy = parts(other, "vec2:dist: its argument")
      return vectors.length(x - ox, y - oy)
    end

    function vec2:len()
      local x, y = parts(self, "vec2:len: what is called")
      return vectors.length(x, y)
    end

    return vec2
  end,
}
