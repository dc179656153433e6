-- Vec(x, y): positions and directions; x grows to the right, y downwards.

local import = ...
local class = import "actions/class"
local errors = import "core/errors"
local signatures = import "core/border/signatures"
local vectors = import "core/game/vectors"

local raise = errors.raise
local length, parts, sign = vectors.length, vectors.parts, vectors.sign
local setmetatable, type = setmetatable, type
local abs, atan, cos, floor, max, sin = math.abs, math.atan, math.cos, math.floor, math.max, math.sin

local Vec = class.define "Vec"

local meta

local function new(x, y)
  return setmetatable({ x = x, y = y }, meta)
end

local function check_vec(value, title)
  if not parts(value) then
    raise(title .. " is " .. class.type_name(value) .. ": must be a Vec")
  end
  return value
end

function Vec:__construct(x, y)
  if type(x) ~= "number" or type(y) ~= "number" then
    signatures.refuse("actions", "Vec", x, y)
  end
  self.x, self.y = x, y
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

-- The sign of each component, after rounding: -1, 0 or 1.
function Vec:normComps()
  return new(sign(floor(self.x + 0.5)), sign(floor(self.y + 0.5)))
end

-- Corrects rounding errors, so that quarter turns of whole vectors are whole.
local function snap(number)
  local whole = floor(number + 0.5)
  return abs(number - whole) < 1e-12 and whole or number
end

-- Rotates by an angle, anticlockwise on the screen: a quarter turn takes (1, 0) to (0, -1).
function Vec:rotate(angle)
  local c, s = cos(angle), sin(angle)
  return new(snap(self.x * c + self.y * s), snap(self.y * c - self.x * s))
end

-- The vector with these components in the basis i, j.
function Vec:matmul(i, j)
  return new(self.x * i.x + self.y * j.x, self.x * i.y + self.y * j.y)
end

function Vec:det(other)
  return self.x * other.y - self.y * other.x
end

-- The angle by which `rotate` turns `a` into the direction of `b`.
function Vec.angleBetween(a, b)
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
