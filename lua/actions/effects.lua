-- Effects: what an action does to a target, as a table of numbers and words. `modifier` lists fields and defaults.

local import = ...
local class = import "actions/class"
local blame = import "host/blame"
local order = import "host/order"
local vec = import "actions/vec"

local raise = blame.raise
local floor, new_vec = math.floor, vec.new
local ipairs, type = ipairs, type

local MOST_DISTANCE = 10000

local Effect = class.define "Effect"
Effect.modifier = {}

-- `values` may be Stats, a table, another effect, or nothing.
function Effect:__construct(values)
  if values ~= nil and type(values) ~= "table" then
    raise("Effect: " .. order.type(values) .. " was given: must be a table")
  end
  local from = values and (type(values.stats) == "table" and values.stats or values) or {}
  for _, field in ipairs(self.modifier) do
    self[field[1]] = from[field[1]] or field[2]
  end
end

function Effect:clone()
  local copy = class.of(self)(self)
  return copy
end

class.close(Effect)

local function define(name, modifier)
  local made = class.define(name, Effect)
  made.modifier = modifier
  return made
end

local Attack = define("AttackEffect", { { "damage", 0 }, { "pierce", 0 }, { "source", "normal" }, { "power", 1 } })
class.close(Attack)

local Dig = define("DigEffect", { { "damage", 1 }, { "power", 0 } })
class.close(Dig)

local Move = define("Move", { { "ignore", 0 }, { "distance", 1 } })

-- Where the move takes somebody: a jump when it ignores what is between, else as far as nothing stands in the way.
function Move:toPos(grid, actor)
  local direction = vec.check(self.direction, "Move.toPos: the direction")
  local distance = self.distance
  if type(distance) ~= "number" or distance ~= distance or distance > MOST_DISTANCE then
    raise("Move.toPos: the distance is " .. order.type(distance) .. ": must be a number up to " .. MOST_DISTANCE)
  end
  local pos = actor.pos
  local x, y, dx, dy = pos.x, pos.y, direction.x, direction.y
  if self.ignore > 0 then
    local to = new_vec(x + dx * distance, y + dy * distance)
    return grid:checkBound(to) and to or new_vec(x, y)
  end
  for _ = 1, floor(distance) do
    if grid:isBlocked(x + dx, y + dy) then
      break
    end
    x, y = x + dx, y + dy
  end
  return new_vec(x, y)
end

class.close(Move)

local Push = define("Push", { { "distance", 1 }, { "power", 0 }, { "source", "normal" } })

function Push:toMove(direction)
  local move = Move { distance = self.distance }
  move.direction = direction
  return move
end

class.close(Push)

return { Effect = Effect, Attack = Attack, Dig = Dig, Move = Move, Push = Push }
