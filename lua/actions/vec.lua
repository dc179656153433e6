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

local function check_number(value, name)
  if type(value) ~= "number" then
    raise("Vec: " .. name .. " is " .. stable_order.type(value) .. ": must be a number")
  end
  return value
end

local function check_vec(value, title)
  if not parts(value) then
    raise(title .. " is " .. class.type_name(value) .. ": must be a Vec")
  end
  return value
end

function Vec:__construct(x, y)
  self.x, self.y = check_number(x, "x"), check_number(y, "y")
end

-- The components of an operand; a number counts for both.
local function operand(value, operator)
  if type(value) == "number" then
    return value, value
  end
  local x, y = parts(value)
  if x then
    return x, y
  end
  raise("Vec: the operand of " .. operator .. " is " .. class.type_name(value) .. ": must be a Vec or a number")
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
    raise("Vec: the divisor is " .. class.type_name(b) .. ": must be a number")
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
  check_vec(other, "Vec.dot: the argument")
  return self.x * other.x + self.y * other.y
end

function Vec:magSq()
  return self.x * self.x + self.y * self.y
end

function Vec:mag()
  return length(self.x, self.y)
end

function Vec:norm()
  local magnitude = length(self.x, self.y)
  if magnitude == 0 then
    return new(0, 0)
  end
  return new(self.x / magnitude, self.y / magnitude)
end

local function rounded_sign(number)
  number = floor(number + 0.5)
  return number > 0 and 1 or number < 0 and -1 or 0
end

-- The sign of each component, after rounding: -1, 0 or 1.
function Vec:normComps()
  return new(rounded_sign(self.x), rounded_sign(self.y))
end

-- Corrects rounding errors, so that quarter turns of whole vectors are whole.
local function snap(number)
  local whole = floor(number + 0.5)
  return abs(number - whole) < 1e-12 and whole or number
end

-- Rotates by an angle, anticlockwise on the screen: a quarter turn takes (1, 0) to (0, -1).
function Vec:rotate(angle)
  local c, s = cos(check_number(angle, "the angle")), sin(angle)
  return new(snap(self.x * c + self.y * s), snap(self.y * c - self.x * s))
end

-- The vector with these components in the basis i, j.
function Vec:matmul(i, j)
  check_vec(i, "Vec.matmul: the first argument")
  check_vec(j, "Vec.matmul: the second argument")
  return new(self.x * i.x + self.y * j.x, self.x * i.y + self.y * j.y)
end

function Vec:det(other)
  check_vec(other, "Vec.det: the argument")
  return self.x * other.y - self.y * other.x
end

-- The angle by which `rotate` turns `a` into the direction of `b`.
function Vec.angleBetween(a, b)
  check_vec(a, "Vec.angleBetween: the first argument")
  check_vec(b, "Vec.angleBetween: the second argument")
  return atan(a.y * b.x - a.x * b.y, a.x * b.x + a.y * b.y)
end

function Vec:copy()
  return new(self.x, self.y)
end

function Vec:comps()
  return self.x, self.y
end

-- The greater of the absolute values of the components.
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

return { class = Vec, new = new, check = check_vec }
