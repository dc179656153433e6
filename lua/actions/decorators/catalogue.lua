-- Decorators: the table of all decorators that the host has, by name.

local import = ...
local decorate = import "actions/decorators/decorate"
local retouchers = import "actions/retouchers"

local M = {
  Acting = import "actions/decorators/acting",
  Attackable = import "actions/decorators/attackable",
  Attacking = import "actions/decorators/attacking",
  Decorator = import("actions/decorators/decorator").Decorator,
  Diggable = import "actions/decorators/diggable",
  Digging = import "actions/decorators/digging",
  Displaceable = import "actions/decorators/displaceable",
  DynamicStats = import "actions/decorators/dynamic_stats",
  Interactable = import "actions/decorators/interactable",
  Interacting = import "actions/decorators/interacting",
  Inventory = import "actions/decorators/inventory",
  Killable = import "actions/decorators/killable",
  Moving = import "actions/decorators/moving",
  PlayerControl = import "actions/decorators/player_control",
  Pushable = import "actions/decorators/pushable",
  Sequential = import "actions/decorators/sequential",
  Start = decorate.start,
  Statused = import "actions/decorators/statused",
  Ticking = import "actions/decorators/ticking",
  WithHP = import "actions/decorators/with_hp",
}

-- Not a class but a function: Acting and Sequential, with the handler that tries several directions.
function M.General(target)
  decorate.decorate(target, M.Acting)
  retouchers.Algos.general(target)
  decorate.decorate(target, M.Sequential)
end

return M
