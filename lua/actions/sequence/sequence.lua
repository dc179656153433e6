-- Sequence: the steps of an entity, which does one step in each turn.

local import = ...
local chains = import "actions/chain/chain"
local check_gaps = import "core/border/check_gaps"
local class = import "actions/class"
local errors = import "core/errors"
local event = import "actions/chain/event"
local signatures = import "core/border/signatures"
local stable_order = import "core/sandbox/stable_order"
local step_module = import "actions/sequence/step"
local text = import "core/sandbox/text"

local raise = errors.raise
local next, rawequal, type = next, rawequal, type
local pass, check_propagate = chains.pass, chains.check_propagate
local action_makers, default_chain = step_module.action_makers, step_module.default_chain
local check_index, has_succeeded, Step = step_module.check_index, step_module.has_succeeded, step_module.Step

local M = { Step = Step }

local MOST_STEPS = 1000

local Sequence = class.define "Sequence"

-- list of configurations -> { steps, copies }: the steps that were created from it, which all entities of a class
-- share, and a copy of each configuration, which shows whether the mod has changed it since.
local cache = setmetatable({}, { __mode = "k" })

-- sequence -> its steps.
local steps_of = setmetatable({}, { __mode = "k" })

-- Makes the steps of a list of configurations. `title` is what messages call the list.
local function new_steps(configs, title)
  if #configs > MOST_STEPS then
    raise(title .. " has " .. #configs .. " steps: may have at most " .. MOST_STEPS)
  end
  check_gaps(configs, title)
  local steps = {}
  for i = 1, #configs do
    steps[i] = Step(configs[i], title .. "[" .. i .. "]")
  end
  return steps
end

local function copy_config(config)
  local copy = { config = config, count = 0, fields = {} }
  for key, value in next, type(config) == "table" and config or {} do
    copy.fields[key], copy.count = value, copy.count + 1
  end
  return copy
end

local function is_same_config(copy, config)
  if not rawequal(copy.config, config) then
    return false
  end
  local count = 0
  for key, value in next, type(config) == "table" and config or {} do
    if not rawequal(copy.fields[key], value) then
      return false
    end
    count = count + 1
  end
  return count == copy.count
end

-- Whether steps that were created from these configurations may be shared: a list of handlers, and the handlers in it,
-- could change unseen.
local function may_share(configs)
  for i = 1, #configs do
    for _, field in next, { "checkSuccess", "enter", "exit" } do
      local handlers = class.raw(configs[i])[field]
      if type(handlers) == "table" and not chains.is_chain(handlers) then
        return false
      end
    end
  end
  return true
end

-- The cached steps of a list of configurations; nil when there are none, or the list has changed since.
local function cached_steps(configs)
  local entry = cache[configs]
  if not entry or #entry.steps ~= #configs then
    return nil
  end
  for i = 1, #configs do
    if not is_same_config(entry.copies[i], configs[i]) then
      return nil
    end
  end
  return entry.steps
end

function M.new_steps(list)
  return new_steps(class.raw(list), "the list of steps")
end

function Sequence:__construct(list, actor)
  if class.of(actor) == nil then
    raise("Sequence: actor is " .. text.shown(actor) .. ": must be an entity")
  end
  local title, configs = class.type_name(actor) .. ".sequenceSteps", class.raw(list)
  if type(configs) ~= "table" or #configs == 0 then
    class.blame(class.of(actor), "Sequence: " .. title .. " is "
      .. (type(configs) == "table" and "empty" or stable_order.type(configs)) .. ": must be a list of steps",
      "sequenceSteps", class.declared_fields(class.of(actor)))
  end
  local steps = cached_steps(configs)
  if not steps then
    steps = new_steps(configs, title)
    local copies = {}
    for i = 1, #configs do
      copies[i] = copy_config(configs[i])
    end
    cache[configs] = may_share(configs) and { steps = steps, copies = copies } or nil
  end
  self.currentStepIndex, self.repetCounter = 1, 0
  steps_of[self] = steps
end

-- The current step, and the list of all steps.
local function current_step(self, method)
  local steps = steps_of[self]
  local step = steps and steps[self.currentStepIndex]
  if not steps then
    raise("Sequence." .. method .. ": self is " .. class.type_name(self)
      .. ": must be a sequence (call it with a colon)")
  elseif not step then
    raise("the sequence has no step " .. text.shown(self.currentStepIndex)
      .. ": its currentStepIndex must be from 1 to "
      .. #steps)
  end
  return step, steps
end

-- Creates the action of the current step.
function Sequence:getCurrentAction()
  return action_makers[current_step(self, "getCurrentAction")]()
end

function Sequence:getMovs(actor, act)
  if type(actor) ~= "table" or type(act) ~= "table" then
    signatures.refuse("actions", "Sequence:getMovs", self, actor, act)
  end
  local movs = current_step(self, "getMovs").movs
  return movs and movs(actor, act) or {}
end

-- Advances to the step that follows the result of this turn.
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
    index = check_index(index or step.success, "the next step")
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
    local enter = steps[index].enter
    if enter then
      pass(enter, tick_event)
    end
  end
end

-- For saves: the step and the count of its repetitions; nil for other values.
function M.position(sequence)
  return steps_of[sequence] and { step = sequence.currentStepIndex, repeated = sequence.repetCounter }
end

-- Restores a position of a save, when the sequence still has that step.
function M.go_on(sequence, step, repeated)
  if steps_of[sequence][step] then
    sequence.currentStepIndex, sequence.repetCounter = step, repeated
  end
end

class.close(Sequence)
M.Sequence = Sequence

return M
