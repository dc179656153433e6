-- Displaceable: an entity that can change its square, by its own move or by a push.

local import = ...
local decorator = import "actions/decorators/decorator"
local ranks = import("actions/chain/chain").ranks

local function get_displacement(passing)
  local actor = passing.actor
  passing.newPos = passing.move:toPos(actor.world.grid, actor)
end

local function displace(passing)
  local actor = passing.actor
  actor.world.grid:move(actor, passing.newPos)
end

local run_cycle = decorator.check_apply_customized("getDisplacement", "displace", "move")

local Displaceable = {}

function Displaceable:activate(actor, move)
  decorator.check(self, "move", move, type(move) == "table")
  return run_cycle(self, actor, move)
end

return decorator.define("Displaceable", {
  { "getDisplacement", { { get_displacement, ranks.HIGH } } },
  { "displace", { displace } },
}, Displaceable)
