-- Statused: an entity that can be stunned, frozen and the like.

local import = ...
local chains = import "actions/chain/chain"
local class = import "actions/class"
local cycle = import "actions/decorators/decorator"
local event = import "actions/chain/event"
local layers = import "actions/constants"
local notes = import "actions/entity/notes"
local stat_types = import "actions/stats/stat_types"
local statuses = import "actions/status/status"

local ipairs, next, type = ipairs, next, type
local HIGHEST = chains.ranks.HIGHEST
local types, known = stat_types.types, stat_types.statuses
local ADD = statuses.overlays.ADD


-- What an action brings: name -> power, of statuses that there are.
local function powers_of(status)
  local values = type(status.stats) == "table" and status.stats or class.raw(status)
  for name in next, values do
    stat_types.status_number(name, "Statused")
  end
  return values
end

local function apply(passing)
  local actor, action = passing.actor, passing.action
  local powers, resistance = powers_of(action.status), passing.resistance
  for _, one in ipairs(known) do
    local name, power = one.name, powers[one.name]
    if power and (resistance and resistance:get(name) or 0) <= power then
      local status, amounts = one.status, actor.statuses
      if amounts:get(name) == 0 then
        status:apply(actor, status.amount, passing.options)
      else
        status:reapply(actor, status.amount, passing.options)
      end
      if status.overlay == ADD then
        amounts:add(name, status.amount)
      else
        amounts:set(name, status.amount)
      end
      passing.applied = true
    end
  end
end

local function register(passing)
  if passing.applied then
    passing.actor:registerEvent(layers.Changes.Status)
  end
end

local function wear_off(actor, number)
  local one = known[number]
  actor.statuses:set(one.name, 0)
  one.status:wearOff(actor)
  local kept = notes.of(actor)
  -- The statuses that wore off since it last decided.
  kept.worn_off = kept.worn_off or {}
  kept.worn_off[#kept.worn_off + 1] = one.status
end

local function count_down(passing)
  local actor = passing.actor
  local amounts = actor.statuses
  for number, one in ipairs(known) do
    local amount = amounts.stats[one.name]
    if amount and amount > 0 then
      if amount > 1 then
        amounts:set(one.name, amount - 1)
      else
        wear_off(actor, number)
      end
    end
  end
end

local function free(passing)
  local actor = passing.actor
  local kept = notes.known(actor)
  local waiting = kept and kept.worn_off
  if waiting then
    kept.worn_off = nil
    for _, status in ipairs(waiting) do
      status:free(actor)
    end
  end
end

local Statused = cycle.decorator("Statused", {
  { "status", { apply, register } },
  { "tick", { count_down } },
  { "checkAction", { { free, HIGHEST } } },
})
Statused.StatusTypes = stat_types.status_types

function Statused:__construct(entity)
  self.actor = entity
  entity.statuses = statuses.StatusAmounts()
end

function Statused:activate(actor, action, options)
  cycle.check_actor(self, actor)
  if type(action) ~= "table" then
    cycle.refuse(self, "action", action)
  end
  local passing = event.new(actor, action)
  passing.success, passing.options = true, options
  passing.resistance = actor:getStat(types.StatusRes)
  if action.status then
    chains.pass(actor.chains.status, passing, chains.check_propagate)
  end
  return passing
end

-- Ends a status, given by its number or name, at once.
function Statused:resetStatus(index)
  local number = stat_types.status_number(index, "Statused:resetStatus", "index")
  if self.actor.statuses:get(number) > 0 then
    wear_off(self.actor, number)
  end
end

class.close(Statused)

return { Statused = Statused }
