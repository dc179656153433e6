-- Interacting: an entity that opens chests, pulls levers and the like.

local import = ...
local decorator = import "actions/decorators/decorator"
local ranks = import("actions/chain/chain").ranks

local function set_target(passing)
  local actor, direction = passing.actor, passing.action.direction
  local pos = actor.pos
  passing.target = actor.world.grid:realAt(pos.x + direction.x, pos.y + direction.y)
  passing.propagate = passing.target ~= nil and passing.target.decorators.Interactable ~= nil
end

local function interact(passing)
  local target = passing.target
  passing.interactEvent = target.decorators.Interactable:activate(target, passing.action, passing.actor)
end

return decorator.define("Interacting", {
  { "checkInteract", { { set_target, ranks.HIGH } } },
  { "interact", { interact } },
})
