-- Sequential: takes the next action of an entity from its sequence of steps.

local import = ...
local class = import "actions/class"
local decorator = import "actions/decorators/decorator"
local errors = import "core/errors"
local Sequence = import("actions/sequence/sequence").Sequence

local Sequential = {}

function Sequential:__construct(entity)
  entity.sequence = Sequence(entity.sequenceSteps, entity)
  local tick = entity.chains.tick
  if not tick then
    errors.raise("Sequential: " .. class.type_name(entity) .. " must also be decorated with Ticking")
  end
  tick:addHandler(function(passing)
    if entity.nextAction ~= nil then
      entity.sequence:tick(passing)
    end
  end)
end

function Sequential:activate(actor)
  decorator.check(self, "actor", actor, type(actor) == "table" and actor.sequence)
  actor.nextAction = actor.sequence:getCurrentAction()
end

return decorator.define("Sequential", nil, Sequential)
