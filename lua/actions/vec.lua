-- Vec(x, y): positions and directions; x grows to the right, y downwards.

local import = ...
local class = import "actions/class"
local errors = import "core/errors"
local stable_order = import "core/sandbox/stable_order"
local vectors = import "core/game/vectors"

local raise = errors.raise
local length, parts = vectors.length, vectors.parts
local setmetatable, type = setmetatable, type
local abs, atan, cos, floor, max, sin = math.abs, math.atan, math.cos, math.floor, math.max, math.sin

local Vec = class.define "Vec"

local meta

local function new(x, y)
  return setmetatable({ x = x, y = y }, meta)
end

local function component(value, name)
  if type(value) ~= "number" then
    raise("Vec: " .. name .. " is " .. stable_order.type(value) .. ": must be a number")
  end
  return value
end

function Vec:__construct(x, y)
  self.x, self.y = component(x, "x"), component(y, "y")
end

local function operand(value, name)
  if type(value) == "number" then
    return value, value
  end
  local x, y = parts(value)
  if x then
    return x, y
  end
  raise("Vec: " .. name .. " of a Vec and " .. class.type_name(value) .. " is not possible: must be a Vec or a number")
end

local function vec(value, name)
  if not parts(value) then
    raise(name .. ": " .. class.type_name(value) .. " was given: must be a Vec")
  end
  return value
end

function Vec.__add(a, b)
  local ax, ay = operand(a, "+")
  local bx, by = operand(b, "+")
  return new(ax + bx, ay + by)
end

function Vec.__sub(a, b)
  local ax, ay = operand(a, "-")
  local bx, by = operand(b, "-")
  return new(ax - bx, ay - by)
end

function Vec.__mul(a, b)
  local ax, ay = operand(a, "*")
  local bx, by = operand(b, "*")
  return new(ax * bx, ay * by)
end

function Vec.__div(a, b)
  if type(b) ~= "number" then
    raise("Vec: / of a Vec and " .. class.type_name(b) .. " is not possible: must be divided by a number")
  end
  return new(a.x / b, a.y / b)
end

function Vec.__unm(a)
  return new(-a.x, -a.y)
end

function Vec:__tostring()
  return "Vec(" .. self.x .. ", " .. self.y .. ")"
end

function Vec:dot(other)
  vec(other, "Vec.dot")
  return self.x * other.x + self.y * other.y
end

function Vec:magSq()
  return self.x * self.x + self.y * self.y
end

function Vec:mag()
  return length(self.x, self.y)
end

function Vec:norm()
  local whole = length(self.x, self.y)
  if whole == 0 then
    return new(0, 0)
  end
  return new(self.x / whole, self.y / whole)
end

local function sign(number)
  number = floor(number + 0.5)
  return number > 0 and 1 or number < 0 and -1 or 0
end

-- Each component rounded, and then its sign: -1, 0 or 1.
function Vec:normComps()
  return new(sign(self.x), sign(self.y))
end

-- What is a whole number but for the last digits becomes one, so that quarter turns of whole vectors are whole.
local function snapped(number)
  local whole = floor(number + 0.5)
  return abs(number - whole) < 1e-12 and whole or number
end

-- Turned by an angle, anticlockwise as one sees it: a quarter turn takes (1, 0) to (0, -1).
function Vec:rotate(angle)
  local c, s = cos(component(angle, "the angle")), sin(angle)
  return new(snapped(self.x * c + self.y * s), snapped(self.y * c - self.x * s))
end

-- The vector whose coordinates in the basis i, j are those of this one.
function Vec:matmul(i, j)
  vec(i, "Vec.matmul")
  vec(j, "Vec.matmul")
  return new(self.x * i.x + self.y * j.x, self.x * i.y + self.y * j.y)
end

function Vec:det(other)
  vec(other, "Vec.det")
  return self.x * other.y - self.y * other.x
end

-- The angle by which `rotate` turns `a` into the direction of `b`.
function Vec.angleBetween(a, b)
  vec(a, "Vec.angleBetween")
  vec(b, "Vec.angleBetween")
  return atan(a.y * b.x - a.x * b.y, a.x * b.x + a.y * b.y)
end

function Vec:copy()
  return new(self.x, self.y)
end

function Vec:comps()
  return self.x, self.y
end

-- The greater of the two components, without its sign.
function Vec:longest()
  return max(abs(self.x), abs(self.y))
end

function Vec:abs()
  return new(abs(self.x), abs(self.y))
end

function Vec:equals(other)
  return type(other) == "table" and self.x == other.x and self.y == other.y
end

meta = class.close(Vec)

return { class = Vec, new = new, check = vec }
