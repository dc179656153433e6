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

local types, registered = stat_types.types, stat_types.statuses
local ADD, STATUS = status.overlays.ADD, constants.Changes.Status

-- The powers of the statuses of an action: name -> power. Raises for a name that no status has.
local function powers_of(stats)
  local powers = type(stats.stats) == "table" and stats.stats or class.raw(stats)
  for name in next, powers do
    stat_types.status_number(name, "Statused")
  end
  return powers
end

local function apply(passing)
  local actor, stats = passing.actor, passing.action.status
  -- An action that a mod makes may have none.
  if not stats then
    return
  end
  local powers, resistance = powers_of(stats), passing.resistance
  for _, entry in ipairs(registered) do
    local name, power = entry.name, powers[entry.name]
    if power and (resistance and resistance:get(name) or 0) <= power then
      local applied, amounts, options = entry.status, actor.statuses, passing.options
      local own_options = type(options) == "table" and options[name] or nil
      if amounts:get(name) == 0 then
        applied:apply(actor, applied.amount, own_options)
      else
        applied:reapply(actor, applied.amount, own_options)
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
  local actor = passing.actor
  local world = actor.world
  if passing.applied then
    actor:registerEvent(STATUS)
  elseif world then
    -- Each attack has the event; logs show it where a status was applied.
    world:registerEvent(actor, STATUS, true)
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
  if type(actor) ~= "table" or not actor.chains or type(action) ~= "table" then
    decorator.check_actor(self, actor)
    decorator.check(self, "action", action, false)
  end
  local passing = event.new(actor, action)
  passing.success, passing.options = true, options == nil and {} or options
  passing.resistance = registered[1] and actor:getStat(types.StatusRes)
  return chains.pass(actor.chains.status, passing, chains.check_propagate)
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
