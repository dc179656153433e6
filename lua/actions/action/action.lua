-- Action: what an entity is about to do. A class of actions has a chain of handlers; an instance is created for one
-- turn and holds a direction and effects.

local import = ...
local chains = import "actions/chain/chain"
local class = import "actions/class"
local errors = import "core/errors"
local text = import "core/sandbox/text"

local type = type

local M = {}

local Action = class.define "Action"
Action.unnumbered = true

function Action:getChain()
  return self.chain
end

function Action:setDirection(direction)
  self.direction = direction
end

-- Creates a class of actions with one handler or a list of handlers.
function Action.fromHandlers(name, handlers)
  local action_class = class.define(name, Action)
  action_class.chain = chains.plain(type(handlers) == "function" and { handlers } or handlers)
  return action_class
end

class.close(Action)

-- Makes a handler that calls run(actor, action). Once a handler succeeds, the action has succeeded, and the handlers
-- after it do not run. `title` is what messages call the handler.
local function new_handler(title, run)
  return function(event)
    if type(event) ~= "table" then
      errors.raise(title .. ": event is " .. text.shown(event) .. ": must be an event")
    end
    local result = run(event.actor, event.action)
    if type(result) == "table" and result.success then
      event.propagate, event.success, event.resultEvent = false, true, result
    end
  end
end

-- Makes a handler that calls the method `name` of the actor with the action.
function M.apply_handler(name, title)
  return new_handler(title or "the handler of " .. name, function(actor, action)
    local method = actor[name]
    return method and method(actor, action)
  end)
end

-- Makes a handler that activates a decorator of the actor. Without that decorator, the handler does nothing.
function M.activate_decorator(name)
  return new_handler("the handler of " .. name, function(actor, action)
    local decorator = actor.decorators[name]
    return decorator and decorator:activate(actor, action)
  end)
end

-- Makes a handler that calls a function with the actor and the action.
function M.apply_function_handler(fn)
  return new_handler("the handler of a function", fn)
end

M.Attack = M.apply_handler("executeAttack", "handlers.basic.Attack")
M.Move = M.apply_handler("executeMove", "handlers.basic.Move")
M.Dig = M.apply_handler("executeDig", "handlers.basic.Dig")
local Interact = M.activate_decorator "Interacting"

local function predefine(name, ...)
  local action_class = class.define(name, Action)
  if ... then
    action_class.chain = chains.fixed { ... }
  end
  class.close(action_class)
  return action_class
end

M.Action = Action
M.NoneAction = predefine "NoneAction"
M.PlayerAction = predefine("PlayerAction", M.Attack, M.Dig, Interact, M.Move)
predefine("AttackAction", M.Attack)
predefine("MoveAction", M.Move)
predefine("DigAction", M.Dig)
predefine("AttackMove", M.Attack, M.Move)
predefine("AttackDig", M.Attack, M.Dig)
predefine("AttackDigMove", M.Attack, M.Dig, M.Move)

return M
