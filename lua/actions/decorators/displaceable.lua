-- Displaceable: an entity that can change its square, by its own move or by a push.

local import = ...
local class = import "actions/class"
local decorator = import "actions/decorators/decorator"
local ranks = import("actions/chain/chain").ranks
local signatures = import "core/border/signatures"

local type = type

local function get_displacement(passing)
  local actor = passing.actor
  passing.newPos = passing.move:toPos(actor.world.grid, actor)
end

local function displace(passing)
  local actor = passing.actor
  actor.world.grid:move(actor, passing.newPos)
end

local Displaceable = decorator.define("Displaceable", {
  { "getDisplacement", { { get_displacement, ranks.HIGH } } },
  { "displace", { displace } },
})

local run_cycle = decorator.check_apply_customized("getDisplacement", "displace", "move")

function Displaceable:activate(actor, move)
  if type(move) ~= "table" then
    signatures.refuse("actions", "Displaceable:activate", self, actor, move)
  end
  return run_cycle(self, actor, move)
end

class.close(Displaceable)

return Displaceable
