-- Checks of the registered classes of entities, for `dungeon-host check`: no entity is created for them.

local import, py = ...
local class = import "actions/class"
local constants = import "actions/constants"
local Entity = import "actions/entity/entity"
local mod_typos = import "actions/mod/typos"
local Sequential = import "actions/decorators/sequential"
local Acting = import "actions/decorators/acting"
local typos = import "core/typos"

local ipairs, rawget, type = ipairs, rawget, type

local M = {}

local STEP_FIELDS = typos.names "action movs success fail repet checkSuccess enter exit"
local MOST_STEPS = 1000

local function is_decorated(target, decorator)
  for _, shown in ipairs(class.raw(target.decoratorsList) or {}) do
    if class.raw(shown) == decorator then
      return true
    end
  end
  return false
end

-- Warns of an entity that is to act, but has nothing that chooses its actions.
local function check_acting(target, name, steps, file, line)
  local is_overridden = target.calculateAction ~= Entity.calculateAction
    or target.executeAction ~= Entity.executeAction
  if target.layer == constants.Layers.player or is_overridden or is_decorated(target, Sequential) then
    return
  elseif type(steps) == "table" then
    py.warn_never_acts(name .. " has sequenceSteps and is not decorated with Sequential", file, line)
  elseif is_decorated(target, Acting) then
    py.warn_never_acts(name .. " is decorated with Acting and not with Sequential", file, line)
  end
end

-- Warns of typos in the tables of a class of entities, and of one that never acts.
function M.check(target, name)
  local file, line = class.location(target)
  local modifiers, steps = class.raw(target.baseModifiers), class.raw(target.sequenceSteps)
  if type(modifiers) == "table" then
    mod_typos.check_modifiers(target, modifiers)
  end
  for i = 1, type(steps) == "table" and MOST_STEPS or 0 do
    local step = class.raw(rawget(steps, i))
    if type(step) ~= "table" then
      break
    end
    typos.check(step, STEP_FIELDS, class.name(target) .. ".sequenceSteps[" .. i .. "]", file, line)
  end
  check_acting(target, name, steps, file, line)
end

return M
