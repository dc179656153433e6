-- Checks of the classes of entities, for `dungeon-host check` (the rule never-acts and others): no entity is created.

local import, py = ...
local class = import "actions/class"
local classes = import "core/class"
local constants = import "actions/constants"
local Entity = import "actions/entity/entity"
local mod_typos = import "actions/mod/typos"
local registry = import "actions/mod/registry"
local Sequential = import "actions/decorators/sequential"
local Acting = import "actions/decorators/acting"
local typos = import "core/typos"

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
  end
  local why = type(steps) == "table" and "has sequenceSteps and is not decorated with Sequential"
    or is_decorated(target, Acting) and "is decorated with Acting and not with Sequential"
  if why then
    py.warn(name .. " " .. why .. ", so it never acts", file, line,
      "decorate it with Decorators.Sequential, or write its calculateAction", "never-acts")
  end
end

-- Fields of classes of entities that the host reads, with their types.
local FIELDS = {
  __construct = "function", baseModifiers = "table", calculateAction = "function", colour = "string",
  executeAction = "function", glyph = "string", layer = "number", material = "string", name = "string",
  priority = "number", script = "function", sequenceSteps = "table", sprite = "string",
}

-- Warns of fields that have nearly the name of one that the host reads and the class lacks, and a value of its type:
-- classes have fields of their mods, too.
local function check_fields(target)
  local file, line = class.location(target)
  if not file then
    return
  end
  local fields, others = class.declared_fields(target), {}
  for key, value in next, fields do
    if not FIELDS[key] and key:find "%a$" then
      local kind = type(value)
      others[kind] = others[kind] or {}
      others[kind][key] = true
    end
  end
  for kind, names in next, others do
    local missing = {}
    for name, kind_of_field in next, FIELDS do
      missing[name] = kind_of_field == kind and fields[name] == nil or nil
    end
    typos.check(names, typos.set(missing), class.name(target), file, line)
  end
  for _, base in ipairs(classes.bases(target)) do
    check_fields(base)
  end
end

-- Warns of typos in the tables of a class of entities. `by` says who may have filled them, for one of another mod.
local function check_tables(target, by)
  local file, line
  if not by then
    file, line = class.location(target)
  end
  local modifiers, steps = class.raw(target.baseModifiers), class.raw(target.sequenceSteps)
  if type(modifiers) == "table" then
    mod_typos.check_modifiers(target, modifiers, by)
  end
  for i = 1, type(steps) == "table" and MOST_STEPS or 0 do
    local step = class.raw(rawget(steps, i))
    if type(step) ~= "table" then
      break
    end
    typos.check(step, STEP_FIELDS, class.name(target) .. ".sequenceSteps[" .. i .. "]" .. (by or ""), file, line)
  end
end

local function check_names(target)
  check_fields(target)
  check_tables(target)
end

-- Warns of typos in the classes of entities of a mod, of registered ones that never act, and of typos in the tables of
-- other mods' classes, which the mod may have changed.
function M.check(mod_id)
  for _, target in ipairs(class.derived(mod_id, Entity)) do
    check_names(target)
  end
  registry.each_entity(mod_id, function(target, name)
    check_names(target)
    check_acting(target, name, class.raw(target.sequenceSteps), class.location(target))
  end)
  for _, target in ipairs(class.derived(nil, Entity)) do
    check_tables(target, " (of " .. class.owner(target).id .. ", or of a mod that changed it)")
  end
end

return M
