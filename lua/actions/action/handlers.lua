-- Handlers that steps of sequences and chains of attacks often use.

local import = ...
local action = import "actions/action/action"
local chains = import "actions/chain/chain"
local signatures = import "core/border/signatures"
local vec = import "actions/vec"

local type = type
local new_vec = vec.new
local abs = math.abs

local M = {}

local function actor_of(passing, name)
  if type(passing) ~= "table" then
    signatures.refuse("actions", "modules.utils.handlers." .. name, passing)
  end
  return passing.actor
end

local function nearest_player(actor)
  return actor.world.grid:getClosestPlayer(actor.pos)
end

-- The entity looks towards the nearest player: along the axis on which it is farther away.
function M.turnToPlayer(passing)
  local actor = actor_of(passing, "turnToPlayer")
  local player = nearest_player(actor)
  if player then
    local dx, dy = player.pos.x - actor.pos.x, player.pos.y - actor.pos.y
    if abs(dx) >= abs(dy) and dx ~= 0 then
      actor:reorient(new_vec(dx > 0 and 1 or -1, 0))
    elseif dy ~= 0 then
      actor:reorient(new_vec(0, dy > 0 and 1 or -1))
    end
  end
end

-- For checkSuccess: whether the nearest player is in the same row or column.
function M.checkOrthogonal(passing)
  local actor = actor_of(passing, "checkOrthogonal")
  local player = nearest_player(actor)
  passing.success = player ~= nil and (player.pos.x == actor.pos.x or player.pos.y == actor.pos.y)
end

-- For checkSuccess: whether the entity did something else than move.
function M.checkNotMove(passing)
  local enclosing = actor_of(passing, "checkNotMove").enclosingEvent
  local algo = enclosing and enclosing.algoEvent
  local result = algo and algo.resultEvent
  passing.success = enclosing ~= nil and enclosing.success == true and not (result and result.move)
end

M.basic = { Attack = action.Attack, Move = action.Move, Dig = action.Dig }
M.utils = {
  applyHandler = action.apply_handler,
  activateDecorator = action.activate_decorator,
  applyFunctionHandler = action.apply_function_handler,
}
M.check_propagate = chains.check_propagate

return M
