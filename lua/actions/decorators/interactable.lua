-- Interactable: chests, levers and the like.

local import = ...
local decorator = import "actions/decorators/decorator"
local event = import "actions/chain/event"

local function die(passing)
  passing.actor:die()
end

local Interactable = {}

-- `by` is the entity that interacts; handlers find it in `event.by`.
function Interactable:activate(actor, action, by)
  decorator.check_actor(self, actor)
  decorator.check(self, "action", action, action == nil or type(action) == "table")
  decorator.check(self, "by", by, by == nil or type(by) == "table" and by.chains)
  local passing = event.new(actor, action)
  passing.by = by
  return decorator.run(actor, "checkInteracted", "beInteracted", passing)
end

return decorator.define("Interactable", { { "checkInteracted", {} }, { "beInteracted", { die } } }, Interactable)
