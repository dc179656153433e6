-- Effects: what an action does to a target, as a table of numbers and words. `modifier` lists fields and defaults.

local import = ...
local class = import "actions/class"
local classes = import "core/class"
local errors = import "core/errors"
local stable_order = import "core/sandbox/stable_order"
local signatures = import "core/border/signatures"
local vec = import "actions/vec"

local raise = errors.raise
local shown = import("core/sandbox/text").shown
local floor, math_type, new_vec = math.floor, math.type, vec.new
local ipairs, load, setmetatable, type = ipairs, load, setmetatable, type
local concat, format, getmetatable = table.concat, string.format, debug.getmetatable

local MOST_DISTANCE, MOST_FIELDS = 10000, 100

local Effect = class.define "Effect"
Effect.modifier = {}

local function fill(self, from)
  local modifier = self.modifier
  for i = 1, #modifier do
    local field = modifier[i]
    self[field[1]] = from[field[1]] or field[2]
  end
  return self
end

-- `values` may be Stats, a table, another effect, or nothing.
function Effect:__construct(values)
  if values ~= nil and type(values) ~= "table" then
    raise(class.type_name(self) .. ": values is " .. shown(values) .. ": must be Stats or a table")
  end
  fill(self, values and (type(values.stats) == "table" and values.stats or values) or {})
end

-- Effects are made for each blow and each step, so their classes get functions that fill a table at one stroke: as if
-- somebody had written `{ damage = values.damage or 0, … }`. Class -> function(values).
local makers = setmetatable({}, { __mode = "k" })

local function maker(effect_class)
  local fields, defaults, modifier = {}, {}, effect_class.modifier
  if type(modifier) ~= "table" or #modifier > MOST_FIELDS then
    raise("the modifier of " .. class.name(effect_class) .. " must be a list of at most " .. MOST_FIELDS .. " fields")
  end
  for i, field in ipairs(modifier) do
    if type(field) ~= "table" or type(field[1]) ~= "string" then
      raise("modifier[" .. i .. "] of " .. class.name(effect_class) .. " must be the name of a field and its default")
    end
    local default = field[2]
    local written = (math_type(default) == "integer" or type(default) == "string") and format("%q", default)
      or "defaults[" .. i .. "]"
    fields[i], defaults[i] = format("[%q] = values[%q] or %s", field[1], field[1], written), default
  end
  local source = "local setmetatable, meta, defaults = ... return function(values) return setmetatable({ "
    .. concat(fields, ", ") .. " }, meta) end"
  return load(source, "=[host]/actions/action/effects.lua", "t", {})(setmetatable, getmetatable(classes.bare(effect_class)), defaults)
end

-- What makes effects of a class of values: by the constructor, when the class has one of its own.
local function maker_of(effect_class)
  local made = makers[effect_class]
  if not made then
    made = effect_class.__construct == Effect.__construct and maker(effect_class) or effect_class
    makers[effect_class] = made
  end
  return made
end

function Effect:clone()
  return maker_of(class.of(self))(self)
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

local Move = define("MoveEffect", { { "ignore", 0 }, { "distance", 1 } })

-- Where the move takes somebody: a jump when it ignores what is between, else as far as nothing stands in the way.
function Move:toPos(grid, actor)
  if type(grid) ~= "table" or type(actor) ~= "table" then
    signatures.refuse("actions", "MoveEffect:toPos", self, grid, actor)
  end
  local direction = vec.check(self.direction, "Move.toPos: the direction")
  local distance = self.distance
  if type(distance) ~= "number" or distance ~= distance or distance > MOST_DISTANCE then
    raise("Move.toPos: the distance is " .. stable_order.type(distance) .. ": must be a number up to " .. MOST_DISTANCE)
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

local Push = define("PushEffect", { { "distance", 1 }, { "power", 0 }, { "source", "normal" } })

function Push:toMove(direction)
  local move = Move { distance = self.distance }
  move.direction = direction
  return move
end

class.close(Push)

return { maker_of = maker_of, Effect = Effect, Attack = Attack, Dig = Dig, Move = Move, Push = Push }
