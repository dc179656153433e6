-- DynamicStats: the stats of an entity, from its baseModifiers and through handlers that change them as they are read.

local import = ...
local errors = import "core/errors"
local chains = import "actions/chain/chain"
local class = import "actions/class"
local cycle = import "actions/decorators/decorator"
local effects = import "actions/action/effects"
local event = import "actions/chain/event"
local stable_order = import "core/sandbox/stable_order"
local slips = import "actions/mod/typos"
local signatures = import "core/border/signatures"
local stats = import "actions/stats/stats"
local stat_types = import "actions/stats/stat_types"

local raise = errors.raise
local shown = import("core/sandbox/text").shown
local next, type = next, type
local definitions, maker_of = stat_types.definitions, effects.maker_of

local DynamicStats = cycle.decorator "DynamicStats"

function DynamicStats:__construct(entity)
  -- Number of a stat -> what the entity has of it, and -> chain; both when first asked for.
  self.actor, self.statsList, self.statsChains = entity, {}, {}
end

local function definition(index, what)
  local found = definitions[index]
  if not found then
    local known = {}
    for i, one in next, definitions do
      known[i] = one.name
    end
    import("actions/decorators/decorate").unknown(what .. ": index is " .. shown(index) .. ": there is no such stat", index, known)
  end
  return found
end

local function load(self, index, what)
  local found = definition(index, what)
  local modifiers = class.raw(self.actor.baseModifiers)
  if type(modifiers) ~= "table" then
    raise(what .. ": " .. class.type_name(self.actor) .. " has no table baseModifiers, where its stats are")
  end
  slips.modifiers(class.of(self.actor), modifiers)
  local given = modifiers[found.key]
  if given == nil and found.fallback then
    given = modifiers[found.fallback]
  end
  if given ~= nil and type(given) ~= "table" then
    raise(what .. ": baseModifiers." .. found.key .. " of " .. class.type_name(self.actor) .. " is "
      .. stable_order.type(given) .. ": must be a table")
  end
  local own = stats.from_table(given)
  if found.how == "EFFECT" then
    found.make = found.make or maker_of(found.effect)
  end
  self.statsList[index] = own
  return own
end

local function wrapped(found, own)
  local values, attributes = own.stats, found.attributes
  if found.make then
    return found.make(values)
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

local function number_of(found, own)
  local attribute = found.attributes[1]
  local value = own.stats[attribute[1]]
  return value == nil and attribute[2] or value
end

-- A stat as handlers leave it: an effect, Stats or a number. Nothing registered under a name that is not there: 0.
function DynamicStats:getStat(index)
  if index == nil then
    return 0
  end
  local own = self.statsList[index] or load(self, index, "getStat")
  local found, chain = definitions[index], self.statsChains[index]
  if not chain or chains.is_empty(chain) then
    local make = found.make
    if make then
      return make(own.stats)
    end
    return found.how == "NUMBER" and number_of(found, own) or wrapped(found, own)
  end
  local passing = event.new(self.actor)
  if found.how == "NUMBER" then
    passing.stats = number_of(found, own)
    return chains.pass(chain, passing).stats
  end
  passing.stats = own:clone()
  return wrapped(found, chains.pass(chain, passing).stats)
end

-- A stat without its handlers: a number or the Stats themselves.
function DynamicStats:getStatRaw(index)
  local own = self.statsList[index] or load(self, index, "getStatRaw")
  local found = definitions[index]
  return found.how == "NUMBER" and number_of(found, own) or own
end

-- (index, number), (index, name, number) or (index, Stats): `change` sets or adds one value.
local function changer(what, change)
  return function(self, index, first, second)
    local own = self.statsList[index] or load(self, index, what)
    local found = definitions[index]
    if type(first) == "table" then
      local given = type(first.stats) == "table" and first.stats or first
      for name, amount in next, stats.from_table(given).stats do
        change(own, name, amount, 0)
      end
    else
      local name, amount = first, second
      if second == nil then
        name, amount = found.attributes[1] and found.attributes[1][1], first
      end
      if type(first) ~= "string" and type(first) ~= "number" or second ~= nil and type(second) ~= "number" then
        signatures.refuse("actions", "DynamicStats:" .. what, self, index, first, second)
      end
      local default = 0
      for _, attribute in next, found.attributes do
        if attribute[1] == name then
          default = attribute[2]
        end
      end
      change(own, name, amount, default)
    end
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

-- Adds a handler that changes a stat as it is read: event.stats is Stats or a number.
function DynamicStats:addHandler(index, handler)
  definition(index, "DynamicStats:addHandler")
  if type(handler) ~= "function" and type(handler) ~= "table" then
    signatures.refuse("actions", "DynamicStats:addHandler", self, index, handler)
  end
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

class.close(DynamicStats)

return { DynamicStats = DynamicStats }
