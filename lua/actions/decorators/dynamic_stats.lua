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

local function load(self, index, caller)
  local definition = check_index(index, caller)
  local entity_class = class.of(self.actor)
  local modifiers = class.raw(self.actor.baseModifiers)
  if type(modifiers) ~= "table" then
    errors.raise(caller .. ": " .. class.name(entity_class) .. ".baseModifiers is " .. stable_order.type(modifiers)
      .. ": must be a table")
  end
  typos.check_modifiers(entity_class, modifiers)
  local values = modifiers[definition.key]
  if values == nil and definition.fallback then
    values = modifiers[definition.fallback]
  end
  if values ~= nil and type(values) ~= "table" then
    errors.raise(caller .. ": " .. class.name(entity_class) .. ".baseModifiers." .. definition.key .. " is "
      .. stable_order.type(values) .. ": must be a table")
  end
  if definition.how == "EFFECT" then
    definition.make = definition.make or maker_of(definition.effect)
  end
  local own = stats.from_table(values)
  self.statsList[index] = own
  return own
end

-- The values of a stat in the form in which it is returned: an effect or Stats.
local function wrap(definition, own)
  local values, attributes = own.stats, definition.attributes
  if definition.make then
    return definition.make(values)
  end
  local copy = {}
  for i = 1, #attributes do
    local attribute = attributes[i]
    local value = values[attribute[1]]
    if value == nil then
      value = attribute[2]
    end
    copy[attribute[1]] = value
  end
  return stats.new(copy)
end

local function number_of(definition, own)
  local attribute = definition.attributes[1]
  local value = own.stats[attribute[1]]
  return value == nil and attribute[2] or value
end

-- A stat after its handlers: an effect, Stats or a number; 0 for nil, as StatTypes gives for a name it does not have.
function DynamicStats:getStat(index)
  if index == nil then
    return 0
  end
  local own = self.statsList[index] or load(self, index, "getStat")
  local definition, chain = definitions[index], self.statsChains[index]
  local is_number = definition.how == "NUMBER"
  if not chain or chains.is_empty(chain) then
    local make = definition.make
    if make then
      return make(own.stats)
    end
    return is_number and number_of(definition, own) or wrap(definition, own)
  end
  local passing = event.new(self.actor)
  if is_number then
    passing.stats = number_of(definition, own)
    return chains.pass(chain, passing).stats
  end
  passing.stats = own:clone()
  return wrap(definition, chains.pass(chain, passing).stats)
end

-- A stat without its handlers: a number, or the Stats themselves.
function DynamicStats:getStatRaw(index)
  local own = self.statsList[index] or load(self, index, "getStatRaw")
  local definition = definitions[index]
  return definition.how == "NUMBER" and number_of(definition, own) or own
end

-- Makes a method (index, number), (index, name, number) or (index, Stats); `change` sets or adds one value.
local function changer(method, change)
  return function(self, index, first, second)
    local own = self.statsList[index] or load(self, index, method)
    local attributes = definitions[index].attributes
    if type(first) == "table" then
      local values = type(first.stats) == "table" and first.stats or first
      for name, amount in next, stats.from_table(values).stats do
        change(own, name, amount, 0)
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
    change(own, name, amount, default)
  end
end

DynamicStats.setStat = changer("setStat", function(own, name, amount)
  own:set(name, amount)
end)

DynamicStats.addStat = changer("addStat", function(own, name, amount, default)
  if not own:isSet(name) and type(default) == "number" then
    own:set(name, default)
  end
  own:add(name, amount)
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
