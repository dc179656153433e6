-- Digging and Diggable.

local import = ...
local chains = import "actions/chain/chain"
local class = import "actions/class"
local cycle = import "actions/decorators/decorator"
local interactors = import "actions/action/interactors"
local layers = import "actions/constants"
local stat_types = import "actions/stats/stat_types"

local HIGH, LOW = chains.ranks.HIGH, chains.ranks.LOW
local Changes, types = layers.Changes, stat_types.types

local function set_resistance(passing)
  passing.resistance = passing.actor:getStat(types.DigRes) or 0
end

local function check_power(passing)
  local dig = passing.action.dig
  if not dig then
    passing.propagate = false
  elseif passing.resistance > dig.power then
    dig.damage = 0
  end
end

local function be_dug(passing)
  passing.actor:takeDamage(passing.action.dig.damage)
end

local Diggable = cycle.decorator("Diggable", {
  { "checkDig", { { set_resistance, HIGH }, { check_power, LOW } } },
  { "beDug", { be_dug, cycle.reg_change_func(Changes.Dug), cycle.die } },
}, cycle.check_apply_cycle("checkDig", "beDug"))
class.close(Diggable)

local function set_dig(passing)
  local actor, action = passing.actor, passing.action
  action.dig = actor:getStat(types.Dig)
  passing.targets = passing.targets or actor:getDigTargets(action)
end

local function dig(passing)
  passing.digEvents = interactors.act.dig(passing.targets, passing.action)
end

local Digging = cycle.decorator("Digging", {
  { "getDig", { { set_dig, HIGH } } },
  { "dig", { dig, cycle.reg_change_func(Changes.Digs) } },
}, cycle.check_apply_cycle("getDig", "dig"))
class.close(Digging)

return { Diggable = Diggable, Digging = Digging }
