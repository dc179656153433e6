-- DynamicStats: the stats of an entity. They start as its baseModifiers say; handlers change them each time they are
-- read.

local import = ...
local chains = import "actions/chain/chain"
local class = import "actions/class"
local core_typos = import "core/typos"
local decorator = import "actions/decorators/decorator"
local effects = import "actions/action/effects"
local errors = import "core/errors"
local event = import "actions/chain/event"
local stable_order = import "core/sandbox/stable_order"
local stat_types = import "actions/stats/stat_types"
local stats = import "actions/stats/stats"
local text = import "core/sandbox/text"
local typos = import "actions/mod/typos"

local next, type = next, type
local definitions, maker_of = stat_types.definitions, effects.maker_of
local NUMBER = stat_types.HowToReturn.NUMBER

local DynamicStats = {}

function DynamicStats:__construct(entity)
  -- Number of a stat -> its Stats, and -> the chain of its handlers. Both are created at the first use.
  self.actor, self.statsList, self.statsChains = entity, {}, {}
end

local function check_index(index, caller)
  local definition = definitions[index]
  if not definition then
    core_typos.refuse(caller .. ": index is " .. text.shown(index) .. ": there is no such stat", index,
      stat_types.types)
  end
  return definition
end

local function check_table(value, title)
  if type(value) ~= "table" then
    errors.raise(title .. " is " .. stable_order.type(value) .. ": must be a table")
  end
end

local function load(self, index, caller)
  local definition = check_index(index, caller)
  local entity_class = class.of(self.actor)
  local modifiers, title = class.raw(self.actor.baseModifiers), class.name(entity_class) .. ".baseModifiers"
  check_table(modifiers, caller .. ": " .. title)
  typos.check_modifiers(entity_class, modifiers)
  local values = modifiers[definition.key]
  if values == nil then
    values = modifiers[definition.fallback or definition.key] or {}
  end
  check_table(values, caller .. ": " .. title .. "." .. definition.key)
  local own_stats = stats.from_table(values)
  self.statsList[index] = own_stats
  return own_stats
end

local function attribute_of(values, attribute)
  local value = values[attribute[1]]
  return value == nil and attribute[2] or value
end

-- A stat in the form in which it is returned: an effect, a number, or Stats with all attributes.
local function wrap(definition, values)
  local attributes = definition.attributes
  if definition.effect then
    return maker_of(definition.effect)(values)
  elseif definition.how == NUMBER then
    return attribute_of(values, attributes[1])
  end
  local copy = {}
  for i = 1, #attributes do
    copy[attributes[i][1]] = attribute_of(values, attributes[i])
  end
  return stats.new(copy)
end

-- A stat after its handlers: an effect, Stats or a number; 0 for nil, as StatTypes gives for a name it does not have.
function DynamicStats:getStat(index)
  if index == nil then
    return 0
  end
  local own_stats = self.statsList[index] or load(self, index, "getStat")
  local definition, chain = definitions[index], self.statsChains[index]
  if not chain or chains.is_empty(chain) then
    return wrap(definition, own_stats.stats)
  end
  local passing = event.new(self.actor)
  if definition.how == NUMBER then
    passing.stats = wrap(definition, own_stats.stats)
    return chains.pass(chain, passing).stats
  end
  passing.stats = own_stats:clone()
  return wrap(definition, chains.pass(chain, passing).stats.stats)
end

-- The stored Stats of a stat, which handlers do not change.
function DynamicStats:getStatRaw(index)
  return self.statsList[index] or load(self, index, "getStatRaw")
end

-- Makes a method (index, number), (index, name, number) or (index, Stats); `change` sets or adds one value.
local function changer(method, change)
  return function(self, index, first, second)
    local own_stats = self.statsList[index] or load(self, index, method)
    local attributes = stat_types.attributes_of(definitions[index])
    if type(first) == "table" then
      local values = type(first.stats) == "table" and first.stats or first
      for name, amount in next, stats.from_table(values).stats do
        change(own_stats, name, amount, 0)
      end
      return
    end
    local name, amount = first, second
    if second == nil then
      name, amount = attributes[1] and attributes[1][1], first
    end
    local default = 0
    for _, attribute in next, attributes do
      if attribute[1] == name then
        default = attribute[2]
      end
    end
    change(own_stats, name, amount, default)
  end
end

DynamicStats.setStat = changer("setStat", function(own_stats, name, amount)
  own_stats:set(name, amount)
end)

DynamicStats.addStat = changer("addStat", function(own_stats, name, amount, default)
  if not own_stats:isSet(name) and type(default) == "number" then
    own_stats:set(name, default)
  end
  own_stats:add(name, amount)
end)

-- Adds a handler that changes a stat each time it is read: event.stats is Stats or a number.
function DynamicStats:addHandler(index, handler)
  check_index(index, "DynamicStats:addHandler")
  local chain = self.statsChains[index]
  if not chain then
    chain = chains.plain()
    self.statsChains[index] = chain
  end
  chain:addHandler(handler)
end

function DynamicStats:removeHandler(index, handler)
  local chain = self.statsChains[index]
  if chain then
    chain:removeHandler(handler)
  end
end

return decorator.define("DynamicStats", nil, DynamicStats)
