-- Effect and its subclasses, such as MoveEffect: what an action does to a target: a table of numbers and strings. The
-- field `modifier` of a class is a list of { field, default }.

local import = ...
local class = import "actions/class"
local classes = import "core/class"
local errors = import "core/errors"
local need_table = import "actions/need_table"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local typos = import "core/typos"
local vec = import "actions/vec"

local raise = errors.raise
local floor, new_vec = math.floor, vec.new
local ipairs, type = ipairs, type
local format = string.format

local MOST_DISTANCE, MOST_FIELDS = 10000, 100

local Effect = class.define "Effect"
Effect.modifier = {}

-- class -> its name in declarations, where that is another one.
local declared_names = {}

-- The list of the fields of a class of effects: { name, default } …. A mod may change it at any time.
local function fields_of(effect_class)
  local modifier = effect_class.modifier
  if type(modifier) ~= "table" or #modifier > MOST_FIELDS then
    raise("the modifier of " .. class.name(effect_class) .. " must be a list of at most " .. MOST_FIELDS .. " fields")
  end
  for i = 1, #modifier do
    local field = modifier[i]
    if type(field) ~= "table" or type(field[1]) ~= "string" then
      raise("modifier[" .. i .. "] of " .. class.name(effect_class) .. " must be the name of a field and its default")
    end
  end
  return modifier
end

-- Warns of misspelled fields. Most effects have none, and are created often.
local function check_names(values, modifier, title)
  local unknown = 0
  for _ in next, values do
    unknown = unknown + 1
  end
  for i = 1, #modifier do
    if rawget(values, modifier[i][1]) ~= nil then
      unknown = unknown - 1
    end
  end
  if unknown > 0 then
    local names = {}
    for i = 1, #modifier do
      names[i] = modifier[i][1]
    end
    typos.check(values, typos.names(table.concat(names, " ")), title)
  end
end

-- `values` may be Stats, a table, another effect, or nil.
function Effect:__construct(values)
  local effect_class = class.of(self)
  if values ~= nil and type(values) ~= "table" then
    local title = declared_names[effect_class] or class.type_name(self)
    raise(title .. ": values is " .. text.shown(values) .. ": must be Stats or a table")
  end
  local is_plain = values ~= nil and values.stats == nil and class.of(values) == nil
  values = values and (type(values.stats) == "table" and values.stats or values) or {}
  local modifier = fields_of(effect_class)
  for i = 1, #modifier do
    local field = modifier[i]
    self[field[1]] = values[field[1]] or field[2]
  end
  if is_plain then
    check_names(values, modifier, class.type_name(self))
  end
end

-- Class of the host -> function(values) that creates an effect. Effects are created for each attack and each move, so
-- this function is compiled: `return setmetatable({ damage = values.damage or 0, … }, meta)`. Nobody can change such a
-- class; what a mod derives from it is a class of the mod.
local makers = {}

local function compile_maker(effect_class)
  local fields = {}
  for i, field in ipairs(effect_class.modifier) do
    fields[i] = format("[%q] = values[%q] or %q", field[1], field[1], field[2])
  end
  local source = "local setmetatable, meta = ... return function(values) return setmetatable({ "
    .. table.concat(fields, ", ") .. " }, meta) end"
  local meta = debug.getmetatable(classes.bare(effect_class))
  return load(source, "=[host]/actions/action/effects.lua", "t", {})(setmetatable, meta)
end

-- What creates effects of a class from a table of values.
local function maker_of(effect_class)
  return makers[effect_class] or effect_class
end

function Effect:clone()
  return maker_of(class.of(self))(self)
end

class.close(Effect)

local function define(name, modifier)
  local effect_class = class.define(name, Effect)
  effect_class.modifier = modifier
  return effect_class
end

-- Ends the definition of a class whose name in Dungeon Hopper is not that in declarations, which older saves have.
local function close_as(effect_class, declared)
  declared_names[effect_class] = declared
  class.close(effect_class, declared)
  class.alias(declared, effect_class)
  makers[effect_class] = compile_maker(effect_class)
end

local Attack = define("AttackEffect", { { "damage", 0 }, { "pierce", 0 }, { "source", "normal" }, { "power", 1 } })
class.close(Attack)
makers[Attack] = compile_maker(Attack)

local Dig = define("DigEffect", { { "damage", 1 }, { "power", 0 } })
class.close(Dig)
makers[Dig] = compile_maker(Dig)

local Move = define("Move", { { "ignore", 0 }, { "distance", 1 } })

-- The position after the move: a jump when `ignore` is set, otherwise as far as no square is blocked.
function Move:toPos(grid, actor)
  need_table(grid, "MoveEffect:toPos", self, grid, actor)
  need_table(actor, "MoveEffect:toPos", self, grid, actor)
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

close_as(Move, "MoveEffect")

local Push = define("Push", { { "distance", 1 }, { "power", 0 }, { "source", "normal" } })

function Push:toMove(direction)
  local move = Move { distance = self.distance }
  move.direction = direction
  return move
end

close_as(Push, "PushEffect")

return {
  maker_of = maker_of, fields_of = fields_of, Effect = Effect, Attack = Attack, Dig = Dig, Move = Move, Push = Push,
}
