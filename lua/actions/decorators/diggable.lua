-- Diggable: an entity that others can dig away.

local import = ...
local constants = import "actions/constants"
local decorator = import "actions/decorators/decorator"
local ranks = import("actions/chain/chain").ranks
local stat_types = import("actions/stats/stat_types").types

local function check_power(passing)
  local dig = passing.action.dig
  if not dig then
    passing.propagate = false
  elseif passing.resistance > dig.power then
    dig.damage = 0
  end
end

local function take_damage(passing)
  passing.actor:takeDamage(passing.action.dig.damage)
end

return decorator.define("Diggable", {
  { "checkDig", { { decorator.set_resistance(stat_types.DigRes, 0), ranks.HIGH }, { check_power, ranks.LOW } } },
  { "beDug", { take_damage, decorator.reg_change_func(constants.Changes.Dug), decorator.die } },
})
