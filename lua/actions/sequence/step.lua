-- Step: one step of a sequence: a class of actions, the directions to try, and the step that follows.

local import = ...
local action = import "actions/action/action"
local chains = import "actions/chain/chain"
local class = import "actions/class"
local errors = import "core/errors"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local typos = import "core/typos"

local raise = errors.raise

local M = {}

local Step = class.define "Step"

-- A chain for a field that holds a function, a list of functions or a chain.
local function chain_of(value, title)
  if value == nil or chains.is_chain(value) then
    return value
  elseif type(value) == "function" then
    return chains.plain { value }
  elseif type(value) == "table" then
    return chains.plain(value)
  end
  raise(title .. " is " .. stable_order.type(value) .. ": must be a function, a list of functions or a chain")
end

-- The same for mods; nil without a value.
function M.optional_chain(value)
  return chain_of(value, "sequence.utils.optionalChain: the value")
end

-- Makes a function that passes an event through a chain and gives the event.
function M.traverse(chain)
  return function(passing)
    return chains.pass(chain, passing, chains.check_propagate)
  end
end

-- Whether the action of an entity in this turn succeeded.
function M.has_succeeded(actor)
  local enclosing = actor.enclosingEvent
  return enclosing ~= nil and enclosing.success
end

-- The chain checkSuccess of a step that has none.
M.default_chain = chains.fixed {
  function(passing)
    passing.success = M.has_succeeded(passing.actor)
  end,
}

function M.check_index(value, title, meaning)
  if value == nil then
    return nil
  end
  return type(value) == "number" and math.tointeger(value)
    or raise(title .. " is " .. text.shown(value) .. ": must be " .. (meaning or "the number of a step"))
end

-- step -> function that creates its action.
M.action_makers = setmetatable({}, { __mode = "k" })

function Step:__construct(config, name)
  if type(name) ~= "string" then
    raise("Step: name is " .. text.shown(name) .. ": must be a string")
  elseif type(config) ~= "table" then
    raise("Step: config of " .. name .. " is " .. stable_order.type(config) .. ": must be a table")
  end
  local action_class = class.class_of_mod(config.action)
  if not action_class or not class.inherits(action_class, action.Action) then
    local hint = config.action == nil and typos.find_misspelled("action", class.raw(config))
    raise((config.action == nil and "Action must be specified: " or "") .. name .. ".action is "
      .. class.type_name(config.action) .. ": must be a class of actions" .. (hint and "; " .. hint or ""))
  elseif config.movs ~= nil and type(config.movs) ~= "function" then
    raise(name .. ".movs is " .. stable_order.type(config.movs) .. ": must be a function")
  end
  -- The class as the mod passed it, because mods read the field.
  self.action, self.movs = config.action, config.movs
  M.action_makers[self] = class.maker(action_class)
  for _, field in ipairs { "success", "fail" } do
    self[field] = M.check_index(config[field], name .. "." .. field)
  end
  self.repet = M.check_index(config.repet, name .. ".repet", "a whole number of turns")
  self.checkSuccess = chain_of(config.checkSuccess, name .. ".checkSuccess") or M.default_chain
  self.enter, self.exit = chain_of(config.enter, name .. ".enter"), chain_of(config.exit, name .. ".exit")
end

class.close(Step)
M.Step = Step

return M
