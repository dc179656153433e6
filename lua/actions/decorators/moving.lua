-- Moving, and Displaceable: by oneself, and by whatever it may be.

local import = ...
local chains = import "actions/chain/chain"
local class = import "actions/class"
local cycle = import "actions/decorators/decorator"
local effects = import "actions/action/effects"
local layers = import "actions/constants"
local signatures = import "core/border/signatures"
local stat_types = import "actions/stats/stat_types"

local type = type
local HIGH = chains.ranks.HIGH
local Changes, types = layers.Changes, stat_types.types

local function get_displacement(passing)
  local actor = passing.actor
  passing.newPos = passing.move:toPos(actor.world.grid, actor)
end

local function displace(passing)
  local actor, to = passing.actor, passing.newPos
  actor.world.grid:move(actor, to)
end

local Displaceable = cycle.decorator("Displaceable", {
  { "getDisplacement", { { get_displacement, HIGH } } },
  { "displace", { displace } },
})

local customized = cycle.check_apply_customized("getDisplacement", "displace", "move")

function Displaceable:activate(actor, effect)
  if type(effect) ~= "table" then
    signatures.refuse("actions", "Displaceable:activate", self, actor, effect)
  end
  return customized(self, actor, effect)
end

class.close(Displaceable)

local function get_move(passing)
  local actor = passing.actor
  local move = actor:getStat(types.Move) or effects.Move()
  move.direction = passing.action.direction
  passing.move = move
end

local function move(passing)
  passing.displaceEvent = passing.actor:displace(passing.move)
end

local Moving = cycle.decorator("Moving", {
  { "getMove", { { get_move, HIGH } } },
  { "move", { move, cycle.reg_change_func(Changes.Move) } },
}, cycle.check_apply_cycle("getMove", "move"))
class.close(Moving)

return { Displaceable = Displaceable, Moving = Moving }
