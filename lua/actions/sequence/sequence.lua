-- Sequences: what an entity does turn after turn, step by step.

local import = ...
local action = import "actions/action/action"
local errors = import "core/errors"
local chains = import "actions/chain/chain"
local class = import "actions/class"
local event = import "actions/chain/event"
local stable_order = import "core/sandbox/stable_order"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"

local raise = errors.raise
local tointeger, type = math.tointeger, type
local pass, check_propagate = chains.pass, chains.check_propagate

local M = {}

local MOST_STEPS = 1000

local Step = class.define "Step"

-- A chain for a field that may be a function, a list of functions or a chain.
local function chain_of(value, what)
  if value == nil or chains.is_chain(value) then
    return value
  elseif type(value) == "function" then
    return chains.plain { value }
  elseif type(value) == "table" then
    return chains.plain(value)
  end
  raise(what .. " is " .. stable_order.type(value) .. ": must be a function, a list of functions or a chain")
end

-- Whether the entity did what it was about to do.
local function has_succeeded(actor)
  local enclosing = actor.enclosingEvent
  return enclosing ~= nil and enclosing.success
end

local default_chain = chains.fixed {
  function(passing)
    passing.success = has_succeeded(passing.actor)
  end,
}

local function index_of(value, what)
  if value == nil then
    return nil
  end
  return type(value) == "number" and tointeger(value) or raise(what .. " is " .. text.shown(value) .. ": must be the number of a step")
end

-- step -> what makes an instance of its action.
local makers = setmetatable({}, { __mode = "k" })

function Step:__construct(config, name)
  if type(name) ~= "string" then
    raise("Step: name is " .. text.shown(name) .. ": must be a string")
  elseif type(config) ~= "table" then
    raise("Step: config of " .. name .. " is " .. stable_order.type(config) .. ": must be a table")
  end
  local made = class.class_of_mod(config.action)
  if not made or not class.inherits(made, action.Action) then
    raise(name .. ".action is " .. class.type_name(config.action) .. ": must be a class of actions")
  elseif config.movs ~= nil and type(config.movs) ~= "function" then
    raise(name .. ".movs is " .. stable_order.type(config.movs) .. ": must be a function")
  end
  -- As mods see it.
  self.action, self.movs = config.action, config.movs
  makers[self] = class.maker(made)
  self.success, self.fail = index_of(config.success, name .. ".success"), index_of(config.fail, name .. ".fail")
  self.repet = index_of(config.repet, name .. ".repet")
  self.checkSuccess = chain_of(config.checkSuccess, name .. ".checkSuccess") or default_chain
  self.enter, self.exit = chain_of(config.enter, name .. ".enter"), chain_of(config.exit, name .. ".exit")
end

class.close(Step)
M.Step = Step

local Sequence = class.define "Sequence"

-- list of configurations -> the steps made of it, which never change.
local known_steps = setmetatable({}, { __mode = "k" })

-- sequence -> its steps, which all entities of a class share.
local steps_of = setmetatable({}, { __mode = "k" })

function Sequence:__construct(given, actor)
  if class.of(actor) == nil then
    raise("Sequence: actor is " .. text.shown(actor) .. ": must be an entity")
  end
  local what, configs = class.type_name(actor) .. ".sequenceSteps", class.raw(given)
  if type(configs) ~= "table" or #configs == 0 then
    class.blame(class.of(actor), "Sequence: " .. what .. " is " .. (type(configs) == "table" and "empty" or stable_order.type(configs))
      .. ": must be a list of steps")
  elseif #configs > MOST_STEPS then
    raise(what .. " has " .. #configs .. " steps: may have at most " .. MOST_STEPS)
  end
  local steps = known_steps[configs]
  if not steps or #steps ~= #configs then
    steps = {}
    for i = 1, #configs do
      steps[i] = Step(configs[i], what .. "[" .. i .. "]")
    end
    known_steps[configs] = steps
  end
  self.currentStepIndex, self.repetCounter = 1, 0
  steps_of[self] = steps
end

-- The current step, and all.
local function current_step(self, what)
  local steps = steps_of[self]
  local step = steps and steps[self.currentStepIndex]
  if not steps then
    raise("Sequence." .. what .. ": " .. class.type_name(self) .. " was given: must be a sequence (call it with a colon)")
  elseif not step then
    raise("the sequence has no step " .. text.shown(self.currentStepIndex) .. ": its currentStepIndex must be from 1 to "
      .. #steps)
  end
  return step, steps
end

-- A new instance of the action of the current step.
function Sequence:getCurrentAction()
  return makers[current_step(self, "getCurrentAction")]()
end

function Sequence:getMovs(actor, act)
  if type(actor) ~= "table" or type(act) ~= "table" then
    signatures.refuse("actions", "Sequence:getMovs", self, actor, act)
  end
  local movs = current_step(self, "getMovs").movs
  return movs and movs(actor, act) or {}
end

-- Goes to the step that follows from what the entity did.
function Sequence:tick(tick_event)
  if type(tick_event) ~= "table" then
    signatures.refuse("actions", "Sequence:tick", self, tick_event)
  end
  local step, steps = current_step(self, "tick")
  local current = self.currentStepIndex
  if step.repet then
    self.repetCounter = self.repetCounter + 1
    if self.repetCounter < step.repet then
      return
    end
  end
  local succeeded, index
  if step.checkSuccess == default_chain then
    succeeded = has_succeeded(tick_event.actor)
  else
    local passing = event.new(tick_event.actor)
    passing.triggerEvent = tick_event
    pass(step.checkSuccess, passing, check_propagate)
    succeeded, index = passing.success, passing.index
  end
  if succeeded then
    index = index_of(index or step.success, "the next step")
  else
    index = step.fail
  end
  index = index or current + 1
  if index ~= current then
    index = index % (#steps + 1)
    index = index == 0 and 1 or index
    self.currentStepIndex, self.repetCounter = index, 0
    if step.exit then
      pass(step.exit, tick_event)
    end
    local entered = steps[index].enter
    if entered then
      pass(entered, tick_event)
    end
  end
end

-- For saves: step and count of repetitions; and lets a sequence go on from those, as far as it has such a step.
function M.position(sequence)
  return steps_of[sequence] and { step = sequence.currentStepIndex, repeated = sequence.repetCounter }
end

function M.go_on(sequence, step, repeated)
  if steps_of[sequence][step] then
    sequence.currentStepIndex, sequence.repetCounter = step, repeated
  end
end

class.close(Sequence)
M.Sequence = Sequence

return M
