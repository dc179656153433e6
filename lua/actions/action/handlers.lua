-- Handlers that mods use in steps of sequences and in actions: modules.utils.handlers, handlers.basic, handlers.utils.

local import = ...
local action = import "actions/action/action"
local class = import "actions/class"
local vec = import "actions/vec"
local vectors = import "core/game/vectors"

local sign = vectors.sign

local M = { of_players = {}, of_decorators = {} }

local function nearest_player(actor)
  return actor.world.grid:getClosestPlayer(actor.pos)
end

-- Turns the entity to the nearest player, along the axis with the greater distance; vertically when they are equal.
function M.of_players.turnToPlayer(passing)
  local actor = passing.actor
  local player = nearest_player(actor)
  if player then
    local dx, dy = player.pos.x - actor.pos.x, player.pos.y - actor.pos.y
    if math.abs(dx) > math.abs(dy) then
      actor:reorient(vec.new(sign(dx), 0))
    else
      actor:reorient(vec.new(0, sign(dy)))
    end
  end
end

-- For checkSuccess: whether the nearest player is in the same row or column.
function M.of_players.checkOrthogonal(passing)
  local actor = passing.actor
  local player = nearest_player(actor)
  passing.success = player ~= nil and (player.pos.x == actor.pos.x or player.pos.y == actor.pos.y)
end

-- For checkSuccess: whether the entity succeeded in something other than a move.
function M.of_players.checkNotMove(passing)
  local enclosing = passing.actor.enclosingEvent
  local algo = enclosing and enclosing.algoEvent
  local result = algo and algo.resultEvent
  passing.success = enclosing ~= nil and enclosing.success == true and not (result and result.move)
end

-- Makes a method that activates a decorator of the entity with its arguments; without the decorator it gives nil.
function M.of_decorators.activateDecorator(decorator)
  local name = class.name(class.check_class(decorator, "base.utils.activateDecorator: the decorator"))
  return function(self, ...)
    local instance = self.decorators[name]
    if instance then
      return instance:activate(self, ...)
    end
  end
end

-- The same for another method of the decorator, which does not get the entity.
function M.of_decorators.activateDecoratorCustom(decorator, method)
  local name = class.name(class.check_class(decorator, "base.utils.activateDecoratorCustom: the decorator"))
  return function(self, ...)
    local instance = self.decorators[name]
    if instance then
      return instance[method](instance, ...)
    end
  end
end

M.basic = { Attack = action.Attack, Move = action.Move, Dig = action.Dig }
M.utils = {
  applyHandler = action.apply_handler,
  activateDecorator = action.activate_decorator,
  applyFunctionHandler = action.apply_function_handler,
}

return M
