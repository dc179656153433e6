-- PlayerControl: gives a player its action for the turn.

local import = ...
local action = import "actions/action/action"
local class = import "actions/class"
local decorator = import "actions/decorators/decorator"
local signatures = import "core/border/signatures"
local vec = import "actions/vec"

local PlayerControl = decorator.define "PlayerControl"

-- The action goes in the direction; (0, 0) means to do nothing.
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

return PlayerControl
