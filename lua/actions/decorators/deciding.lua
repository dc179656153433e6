-- Sequential and PlayerControl: where the next action comes from.

local import = ...
local action = import "actions/action/action"
local errors = import "core/errors"
local class = import "actions/class"
local cycle = import "actions/decorators/decorator"
local sequences = import "actions/sequence/sequence"
local signatures = import "core/border/signatures"
local vec = import "actions/vec"

local type = type

local Sequential = cycle.decorator "Sequential"

function Sequential:__construct(entity)
  entity.sequence = sequences.Sequence(entity.sequenceSteps, entity)
  local tick = entity.chains.tick
  if not tick then
    errors.raise("Sequential: " .. class.type_name(entity) .. " must be decorated with Ticking, too")
  end
  tick:addHandler(function(passing)
    if entity.nextAction ~= nil then
      entity.sequence:tick(passing)
    end
  end)
end

function Sequential:activate(actor)
  if type(actor) ~= "table" or not actor.sequence then
    cycle.refuse(self, "actor", actor)
  end
  actor.nextAction = actor.sequence:getCurrentAction()
end

class.close(Sequential)

local PlayerControl = cycle.decorator "PlayerControl"

-- Gives the player its action for the turn: towards the direction, or none for (0, 0).
function PlayerControl:activate(player, direction)
  if type(player) ~= "table" then
    signatures.refuse("actions", "PlayerControl:activate", self, player, direction)
  end
  vec.check(direction, "PlayerControl:activate: the direction")
  if direction.x == 0 and direction.y == 0 then
    player.nextAction = action.NoneAction()
  else
    local act = action.PlayerAction()
    act.direction = vec.new(direction.x, direction.y)
    player.nextAction = act
  end
end

class.close(PlayerControl)

return { Sequential = Sequential, PlayerControl = PlayerControl }
