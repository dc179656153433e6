-- Acting: an entity that does what it has decided on.

local import = ...
local action = import "actions/action/action"
local errors = import "core/errors"
local chains = import "actions/chain/chain"
local class = import "actions/class"
local cycle = import "actions/decorators/decorator"
local event = import "actions/chain/event"
local stable_order = import "core/sandbox/stable_order"

local type = type
local pass, new_event = chains.pass, event.new

local Acting = cycle.decorator("Acting", {
  { "checkAction", {} }, { "action", {} }, { "failAction", {} }, { "succeedAction", {} },
})

function Acting:activate(actor)
  if type(actor) ~= "table" then
    cycle.refuse(self, "actor", actor)
  end
  local act, of_actor = actor.nextAction, actor.chains
  if act == nil then
    act = action.NoneAction()
  elseif type(act) ~= "table" or type(act.getChain) ~= "function" then
    errors.raise("the nextAction of " .. class.type_name(actor) .. " is " .. stable_order.type(act) .. ": must be an action")
  end
  local enclosing = new_event(actor, act)
  enclosing.success = false
  actor.enclosingEvent = enclosing
  if not act:getChain() then
    actor.didAction, enclosing.success = true, true
    pass(of_actor.succeedAction, enclosing)
    return
  end
  actor.doingAction = true
  pass(of_actor.checkAction, enclosing)
  enclosing.checkSuccess = enclosing.propagate
  if enclosing.checkSuccess then
    enclosing.propagate = true
    pass(of_actor.action, enclosing)
  end
  enclosing.propagate = true
  pass(enclosing.success and of_actor.succeedAction or of_actor.failAction, enclosing)
  actor.doingAction, actor.didAction = false, true
end

class.close(Acting)

return { Acting = Acting }
