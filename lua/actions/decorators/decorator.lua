-- What decorators share: the cycle of a check chain and an apply chain, and handlers that many of them have.

local import = ...
local errors = import "core/errors"
local chains = import "actions/chain/chain"
local class = import "actions/class"
local event = import "actions/chain/event"
local signatures = import "core/border/signatures"
local target = import "actions/items/target"
local vec = import "actions/vec"

local shown = import("core/sandbox/text").shown

local ipairs, type = ipairs, type
local new_event, new_vec = event.new, vec.new
local pass, check_propagate = chains.pass, chains.check_propagate

local M = {}

-- Lets an event pass the check chain, and when nobody stops it the apply chain. It succeeded if it passed the first.
local function run(actor, check, apply, passing)
  local of_actor = actor.chains
  pass(of_actor[check], passing, check_propagate)
  if passing.propagate then
    passing.success = true
    pass(of_actor[apply], passing, check_propagate)
  end
  return passing
end
M.run = run

-- Says what is wrong when a decorator is activated with what is no entity, or no action.
local function refuse(decorator, name, value)
  errors.raise(class.type_name(decorator) .. ":activate: " .. name .. " is " .. shown(value) .. ": must be "
    .. ((name == "actor" or name == "by") and "an entity" or name == "action" and "an action, or a table" or "what the chains take"))
end

local function check_actor(decorator, actor)
  if type(actor) ~= "table" or not actor.chains then
    refuse(decorator, "actor", actor)
  end
end

M.check_actor, M.refuse = check_actor, refuse

-- An `activate` for a decorator: (actor, action).
function M.check_apply_cycle(check, apply)
  return function(self, actor, action)
    if type(actor) ~= "table" or not actor.chains then
      refuse(self, "actor", actor)
    elseif action ~= nil and type(action) ~= "table" then
      refuse(self, "action", action)
    end
    return run(actor, check, apply, new_event(actor, action))
  end
end

-- The same for an event that the caller has made: (actor, event).
function M.check_apply_preset(check, apply)
  return function(self, actor, passing)
    check_actor(self, actor)
    if type(passing) ~= "table" then
      refuse(self, "event", passing)
    end
    return run(actor, check, apply, passing)
  end
end

-- The same with no action, and what the caller gives in a field of the event: (actor, value).
function M.check_apply_customized(check, apply, property)
  return function(self, actor, value)
    check_actor(self, actor)
    local passing = new_event(actor)
    passing[property] = value
    return run(actor, check, apply, passing)
  end
end

-- A handler: the actor dies when it has no hit points left.
function M.die(passing)
  if type(passing) ~= "table" then
    signatures.refuse("actions", "decorators.utils.die", passing)
  end
  local actor = passing.actor
  if actor.hp and actor.hp:get() <= 0 and not actor.dead then
    actor.dead = true
    actor:die()
  end
end

-- A handler: who aims at nothing does not begin.
function M.skip_empty(passing)
  if #passing.targets == 0 then
    passing.propagate = false
  end
end

function M.nothing() end

-- A handler that registers an event with the actor.
function M.reg_change_func(code)
  return function(passing)
    passing.actor:registerEvent(code)
  end
end

-- Targets for entities that are hit wherever they are.
function M.convert_to_targets(entities, direction, actor)
  local found = {}
  for i, entity in ipairs(entities) do
    local pos = entity.pos
    local piece = target.Piece(new_vec(pos.x, pos.y), direction, false)
    found[i] = target.Target(entity, piece, 1, entity:getAttackableness(actor))
  end
  return found
end

-- A decorator: a class that mods may make others from. Its `affectedChains` are pairs of a chain and its handlers.
M.Decorator = class.define "Decorator"
M.Decorator.affectedChains = {}

function M.Decorator:__construct() end

function M.Decorator:activate() end

class.close(M.Decorator)

-- A decorator of the host.
function M.decorator(name, affected_chains, activate)
  local made = class.define(name, M.Decorator)
  made.affectedChains = affected_chains
  if activate then
    made.activate = activate
  end
  return made
end

return M
