-- Acting: carries out the action on which the entity has decided.

local import = ...
local action = import "actions/action/action"
local chains = import "actions/chain/chain"
local class = import "actions/class"
local decorator = import "actions/decorators/decorator"
local errors = import "core/errors"
local event = import "actions/chain/event"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local type = type
local pass, new_event = chains.pass, event.new

-- Decorator of an entity -> the entity. Saves do not have it: loading makes the decorators again.
local actors = setmetatable({}, { __mode = "k" })

local Acting = {}

function Acting:__construct(entity)
  actors[self] = entity
end

function Acting:activation()
  local actor = actors[self]
  if not actor then
    errors.raise("Acting:activation is called on " .. text.shown(self)
      .. ": must be called with a colon, on entity.decorators.Acting")
  end
  actor:executeAction()
end

function Acting:activate(actor)
  decorator.check_actor(self, actor)
  local act, actor_chains = actor.nextAction, actor.chains
  if act == nil then
    act = action.NoneAction()
  elseif type(act) ~= "table" or type(act.getChain) ~= "function" then
    errors.raise("the nextAction of " .. class.type_name(actor) .. " is " .. stable_order.type(act)
      .. ": must be an action")
  end
  local enclosing = new_event(actor, act)
  enclosing.success = false
  actor.enclosingEvent = enclosing
  if not act:getChain() then
    actor.didAction, enclosing.success = true, true
    pass(actor_chains.succeedAction, enclosing)
    return
  end
  actor.doingAction = true
  pass(actor_chains.checkAction, enclosing)
  enclosing.checkSuccess = enclosing.propagate
  if enclosing.checkSuccess then
    enclosing.propagate = true
    pass(actor_chains.action, enclosing)
  end
  enclosing.propagate = true
  pass(enclosing.success and actor_chains.succeedAction or actor_chains.failAction, enclosing)
  actor.doingAction, actor.didAction = false, true
end

return decorator.define("Acting", {
  { "checkAction", {} }, { "action", {} }, { "failAction", {} }, { "succeedAction", {} },
}, Acting)
