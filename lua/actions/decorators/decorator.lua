-- Decorator: the base class of decorators, and what they share: a check chain followed by an apply chain, and handlers.

local import = ...
local chains = import "actions/chain/chain"
local class = import "actions/class"
local errors = import "core/errors"
local event = import "actions/chain/event"
local need_table = import "actions/need_table"
local pattern = import "actions/items/pattern"
local target = import "actions/items/target"
local templates = import "actions/chain/template"
local text = import "core/sandbox/text"
local vec = import "actions/vec"

local ipairs, type = ipairs, type
local new_event, new_vec = event.new, vec.new
local pass, check_propagate = chains.pass, chains.check_propagate

local M = {}

-- Passes an event through the check chain and, unless a handler stops it, through the apply chain. The event succeeds
-- when it gets through the check chain.
local function run(actor, check, apply, passing)
  local actor_chains = actor.chains
  pass(actor_chains[check], passing, check_propagate)
  if passing.propagate then
    passing.success = true
    pass(actor_chains[apply], passing, check_propagate)
  end
  return passing
end
M.run = run

local EXPECTED = {
  actor = "an entity", player = "an entity", by = "an entity", action = "an action or a table", event = "a table",
  entities = "a list", damage = "a number", move = "a MoveEffect",
}

-- Raises the error for a wrong argument of `activate`, unless the argument is right.
local function check(decorator, argument, value, is_right)
  if not is_right then
    errors.raise(class.type_name(decorator) .. ":activate: " .. argument .. " is " .. text.shown(value) .. ": must be "
      .. EXPECTED[argument])
  end
end
M.check = check

-- One call where the actor is right, which it is many times a turn.
local function check_actor(decorator, actor)
  if type(actor) ~= "table" or not actor.chains then
    check(decorator, "actor", actor, false)
  end
end
M.check_actor = check_actor

-- Makes an `activate(actor, action)`. The action is only stored in the event, so it may be any value, but the handlers
-- of the host read it as a table (`reads_action`).
function M.check_apply_cycle(check_chain, apply, reads_action)
  return function(self, actor, action)
    if type(actor) ~= "table" or not actor.chains or reads_action and action ~= nil and type(action) ~= "table" then
      check_actor(self, actor)
      check(self, "action", action, false)
    end
    return run(actor, check_chain, apply, new_event(actor, action))
  end
end

-- Makes a function of an event that the caller creates; as `activate` of a decorator it gets an actor and the event.
function M.check_apply_preset(check_chain, apply)
  return function(self, actor, passing)
    if actor == nil and passing == nil then
      passing = self
      actor = type(passing) == "table" and passing.actor
    end
    check_actor(self, actor)
    check(self, "event", passing, type(passing) == "table")
    return run(actor, check_chain, apply, passing)
  end
end

-- Makes an `activate(actor, value)` whose event has no action and holds the value in the field `property`.
function M.check_apply_customized(check_chain, apply, property)
  return function(self, actor, value)
    check_actor(self, actor)
    local passing = new_event(actor)
    passing[property] = value
    return run(actor, check_chain, apply, passing)
  end
end

-- Makes a handler that sets the resistance of the event to a stat of the actor, or to `default` without the stat.
function M.set_resistance(stat, default)
  return function(passing)
    passing.resistance = passing.actor:getStat(stat) or default
  end
end

-- A handler: kills the actor when it has no hit points left.
function M.die(passing)
  need_table(passing, "decorators.utils.die", passing)
  local actor = passing.actor
  if actor.hp and actor.hp:get() <= 0 and not actor.dead then
    actor.dead = true
    actor:die()
  end
end

-- A handler: stops an action that has no targets.
function M.skip_empty(passing)
  if #passing.targets == 0 then
    passing.propagate = false
  end
end

function M.nothing() end

-- Makes a handler that registers an event with the actor.
function M.reg_change_func(code)
  return function(passing)
    passing.actor:registerEvent(code)
  end
end

-- Makes targets of entities that are hit at any distance.
function M.convert_to_targets(entities, direction, actor)
  local targets = {}
  for i, entity in ipairs(entities) do
    local pos = entity.pos
    local piece = pattern.new_piece(new_vec(pos.x, pos.y), direction, false)
    targets[i] = target.new(entity, piece, 1, entity:getAttackableness(actor))
  end
  return targets
end

local Decorator = class.define "Decorator"
-- List of { chain, handlers }.
Decorator.affectedChains = {}

function Decorator:__construct() end

function Decorator:activate() end

class.close(Decorator)
M.Decorator = Decorator

-- Creates a decorator of the host. Without an `activate`, it passes an event through its first chain and, unless a
-- handler stops it, through the second.
function M.define(name, affected_chains, methods)
  local decorator_class = class.define(name, Decorator)
  decorator_class.affectedChains = affected_chains
  for _, pair in ipairs(affected_chains or {}) do
    templates.note_name(pair[1])
  end
  if affected_chains and affected_chains[2] then
    decorator_class.activate = M.check_apply_cycle(affected_chains[1][1], affected_chains[2][1], true)
  end
  for key, method in next, methods or {} do
    decorator_class[key] = method
  end
  class.close(decorator_class)
  return decorator_class
end

return M
