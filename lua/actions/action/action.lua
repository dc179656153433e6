-- Actions: what an entity is about to do. A class of actions has a chain of components; an instance is made for a turn,
-- and takes a direction and the effects.

local import = ...
local class = import "actions/class"
local errors = import "core/errors"
local chains = import "actions/chain/chain"
local signatures = import "core/border/signatures"

local shown = import("core/sandbox/text").shown
local type = type

local M = {}

local Action = class.define "Action"
-- Instances are many, and no keys.
Action.unnumbered = true

function Action:getChain()
  return self.chain
end

function Action:setDirection(direction)
  if type(direction) ~= "table" then
    signatures.refuse("actions", "Action:setDirection", self, direction)
  end
  self.direction = direction
end

-- A new class of actions with these components: a function, or a list of them.
function Action.fromHandlers(name, handlers)
  local made = class.define(name, Action)
  made.chain = chains.plain(type(handlers) == "function" and { handlers } or handlers)
  return made
end

class.close(Action)

local function refuse_event(event, title)
  errors.raise((title or "a component of an action") .. ": event is " .. shown(event) .. ": must be an event")
end

-- The result of a component: when it succeeded, the action as a whole has, and later components are left out.
local function settle(event, result)
  if type(result) == "table" and result.success then
    event.propagate, event.success, event.resultEvent = false, true, result
  end
end

-- A component that calls the method `name` of the actor with the action.
function M.apply_handler(name, title)
  return function(event)
    if type(event) ~= "table" then
      refuse_event(event, title)
    end
    local actor = event.actor
    local method = actor[name]
    if method then
      settle(event, method(actor, event.action))
    end
  end
end

-- A component that activates a decorator of the actor; without it, it fails.
function M.activate_decorator(name)
  return function(event)
    if type(event) ~= "table" then
      refuse_event(event, title)
    end
    local actor = event.actor
    local decorator = actor.decorators[name]
    if decorator then
      settle(event, decorator:activate(actor, event.action))
    end
  end
end

-- A component that calls a function with the actor and the action.
function M.apply_function_handler(fn)
  return function(event)
    if type(event) ~= "table" then
      refuse_event(event)
    end
    settle(event, fn(event.actor, event.action))
  end
end

M.Attack = M.apply_handler("executeAttack", "handlers.basic.Attack")
M.Move = M.apply_handler("executeMove", "handlers.basic.Move")
M.Dig = M.apply_handler("executeDig", "handlers.basic.Dig")
local interact = M.activate_decorator "Interacting"

local function predefine(name, ...)
  local made = class.define(name, Action)
  if ... then
    made.chain = chains.fixed { ... }
  end
  class.close(made)
  return made
end

M.Action = Action
M.AttackAction = predefine("AttackAction", M.Attack)
M.MoveAction = predefine("MoveAction", M.Move)
M.DigAction = predefine("DigAction", M.Dig)
M.AttackMove = predefine("AttackMove", M.Attack, M.Move)
M.AttackDig = predefine("AttackDig", M.Attack, M.Dig)
M.AttackDigMove = predefine("AttackDigMove", M.Attack, M.Dig, M.Move)
M.NoneAction = predefine "NoneAction"
M.PlayerAction = predefine("PlayerAction", M.Attack, M.Dig, interact, M.Move)

return M
