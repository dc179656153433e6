-- Interacting and Interactable: chests, levers and the like.

local import = ...
local chains = import "actions/chain/chain"
local class = import "actions/class"
local cycle = import "actions/decorators/decorator"
local event = import "actions/chain/event"

local type = type
local HIGH = chains.ranks.HIGH

local function be_interacted(passing)
  passing.actor:die()
end

local Interactable = cycle.decorator("Interactable", {
  { "checkInteracted", {} },
  { "beInteracted", { be_interacted } },
})

-- `by` is who interacts, and is that of the events.
function Interactable:activate(actor, action, by)
  cycle.check_actor(self, actor)
  if action ~= nil and type(action) ~= "table" then
    cycle.refuse(self, "action", action)
  elseif by ~= nil and (type(by) ~= "table" or not by.chains) then
    cycle.refuse(self, "by", by)
  end
  local passing = event.new(actor, action)
  passing.by = by
  return cycle.run(actor, "checkInteracted", "beInteracted", passing)
end

class.close(Interactable)

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

local Interacting = cycle.decorator("Interacting", {
  { "checkInteract", { { set_target, HIGH } } },
  { "interact", { interact } },
}, cycle.check_apply_cycle("checkInteract", "interact"))
class.close(Interacting)

return { Interactable = Interactable, Interacting = Interacting }
