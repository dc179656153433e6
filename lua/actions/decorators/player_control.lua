-- PlayerControl: gives a player its action for the turn.

local import = ...
local action = import "actions/action/action"
local decorator = import "actions/decorators/decorator"
local vec = import "actions/vec"

local PlayerControl = {}

-- The action goes in the direction; (0, 0) means to do nothing.
function PlayerControl:activate(player, direction)
  if direction.x == 0 and direction.y == 0 then
    player.nextAction = action.NoneAction()
  else
    player.nextAction = action.PlayerAction()
    player.nextAction.direction = vec.new(direction.x, direction.y)
  end
end

return decorator.define("PlayerControl", nil, PlayerControl)
