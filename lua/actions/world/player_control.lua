-- The action of a player for a direction: the class of the player generates it, or its decorator PlayerControl.

local import = ...
local class = import "actions/class"
local errors = import "core/errors"

local M = {}

function M.generate(player, direction, caller)
  local generate, control = player.generateAction, player.decorators and player.decorators.PlayerControl
  if generate ~= nil then
    player:generateAction(direction)
  elseif control then
    control:activate(player, direction)
  else
    errors.raise(caller .. ": " .. class.type_name(player)
      .. " must have the method generateAction or be decorated with PlayerControl")
  end
end

return M
