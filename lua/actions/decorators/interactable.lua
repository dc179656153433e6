-- Interactable: chests, levers and the like.

local import = ...
local class = import "actions/class"
local decorator = import "actions/decorators/decorator"
local event = import "actions/chain/event"

local function die(passing)
  passing.actor:die()
end

local Interactable = decorator.define("Interactable", {
  { "checkInteracted", {} },
  { "beInteracted", { die } },
})

-- `by` is the entity that interacts; handlers find it in `event.by`.
function Interactable:activate(actor, action, by)
  decorator.check_actor(self, actor)
  if action ~= nil and type(action) ~= "table" then
    decorator.refuse(self, "action", action)
  elseif by ~= nil and (type(by) ~= "table" or not by.chains) then
    decorator.refuse(self, "by", by)
  end
  local passing = event.new(actor, action)
  passing.by = by
  return decorator.run(actor, "checkInteracted", "beInteracted", passing)
end

class.close(Interactable)

return Interactable
