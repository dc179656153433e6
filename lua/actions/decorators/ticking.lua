-- Ticking: an entity with handlers for the end of its part of each turn.

local import = ...
local chains = import "actions/chain/chain"
local decorator = import "actions/decorators/decorator"
local event = import "actions/chain/event"

local Ticking = {}

function Ticking:activate(actor)
  decorator.check_actor(self, actor)
  chains.pass(actor.chains.tick, event.new(actor))
end

return decorator.define("Ticking", { { "tick", {} } }, Ticking)
