-- Statused: an entity that statuses can affect, such as stun and poison.

local import = ...
local chains = import "actions/chain/chain"
local class = import "actions/class"
local constants = import "actions/constants"
local decorator = import "actions/decorators/decorator"
local event = import "actions/chain/event"
local notes = import "actions/entity/notes"
local stat_types = import "actions/stats/stat_types"
local status = import "actions/status/status"

local ipairs, next, type = ipairs, next, type
local types, registered = stat_types.types, stat_types.statuses
local ADD = status.overlays.ADD

-- The powers of the statuses of an action: name -> power. Raises for a name that no status has.
local function powers_of(stats)
  local powers = type(stats.stats) == "table" and stats.stats or class.raw(stats)
  for name in next, powers do
    stat_types.status_number(name, "Statused")
  end
  return powers
end

local function apply(passing)
  local actor, action = passing.actor, passing.action
  local powers, resistance = powers_of(action.status), passing.resistance
  for _, entry in ipairs(registered) do
    local name, power = entry.name, powers[entry.name]
    if power and (resistance and resistance:get(name) or 0) <= power then
      local applied, amounts = entry.status, actor.statuses
      if amounts:get(name) == 0 then
        applied:apply(actor, applied.amount, passing.options)
      else
        applied:reapply(actor, applied.amount, passing.options)
      end
      if applied.overlay == ADD then
        amounts:add(name, applied.amount)
      else
        amounts:set(name, applied.amount)
      end
      passing.applied = true
    end
  end
end

local function register_change(passing)
  if passing.applied then
    passing.actor:registerEvent(constants.Changes.Status)
  end
end

local function wear_off(actor, entry)
  actor.statuses:set(entry.name, 0)
  entry.status:wearOff(actor)
  -- Statuses that wore off since the actor last decided.
  local own_notes = notes.of(actor)
  own_notes.worn_off = own_notes.worn_off or {}
  own_notes.worn_off[#own_notes.worn_off + 1] = entry.status
end

local function count_down(passing)
  local actor = passing.actor
  local amounts = actor.statuses
  for _, entry in ipairs(registered) do
    local amount = amounts.stats[entry.name]
    if amount and amount > 1 then
      amounts:set(entry.name, amount - 1)
    elseif amount and amount > 0 then
      wear_off(actor, entry)
    end
  end
end

local function free(passing)
  local actor = passing.actor
  local own_notes = notes.find(actor)
  local worn_off = own_notes and own_notes.worn_off
  if worn_off then
    own_notes.worn_off = nil
    for _, ended in ipairs(worn_off) do
      ended:free(actor)
    end
  end
end

local Statused = {}
Statused.StatusTypes = stat_types.status_types

function Statused:__construct(entity)
  self.actor = entity
  entity.statuses = status.StatusAmounts()
end

function Statused:activate(actor, action, options)
  decorator.check_actor(self, actor)
  decorator.check(self, "action", action, type(action) == "table")
  local passing = event.new(actor, action)
  passing.success, passing.options = true, options
  passing.resistance = actor:getStat(types.StatusRes)
  if action.status then
    chains.pass(actor.chains.status, passing, chains.check_propagate)
  end
  return passing
end

-- Ends a status, named by its number or name, at once.
function Statused:resetStatus(index)
  local number = stat_types.status_number(index, "Statused:resetStatus", "index")
  if self.actor.statuses:get(number) > 0 then
    wear_off(self.actor, registered[number])
  end
end

return decorator.define("Statused", {
  { "status", { apply, register_change } },
  { "tick", { count_down } },
  { "checkAction", { { free, chains.ranks.HIGHEST } } },
}, Statused)
