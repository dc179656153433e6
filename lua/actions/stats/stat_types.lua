-- What stats there are: numbers by name, kinds of effects and resistances, sources of attacks, statuses. Mods add to them
-- while they load; the numbers are given in the order of registration.

local import = ...
local errors = import "core/errors"
local class = import "actions/class"
local effects = import "actions/action/effects"
local stable_order = import "core/sandbox/stable_order"

local raise = errors.raise
local ipairs, lower, type = ipairs, string.lower, type
local huge = math.huge

local M = {}

local EFFECT, STATS, NUMBER = "EFFECT", "STATS", "NUMBER"
local MOST = 10000

M.HowToReturn = { EFFECT = EFFECT, STATS = STATS, NUMBER = NUMBER }

-- name -> number.
M.types = {}
-- number -> { name, key (in baseModifiers), fallback (the key when that one is missing), how, effect (a class), make (what
-- makes that effect of values, once somebody has it), attributes (list of { name, default }), mod }.
M.definitions = {}

local function define(name, definition)
  local number = #M.definitions + 1
  definition.name = name
  M.definitions[number], M.types[name] = definition, number
end

local function effect(name, key, effect_class)
  define(name, { key = key, how = EFFECT, effect = effect_class, attributes = effect_class.modifier })
end

effect("Attack", "attack", effects.Attack)
effect("Push", "push", effects.Push)
effect("Dig", "dig", effects.Dig)
effect("Move", "move", effects.Move)
define("Status", { key = "status", how = STATS, attributes = {} })
define("AttackRes", {
  key = "attackRes",
  fallback = "resistance",
  how = STATS,
  attributes = { { "armor", 0 }, { "pierce", 0 }, { "maxDamage", huge }, { "minDamage", 1 }, { "normal", 1 } },
})
define("PushRes", { key = "pushRes", fallback = "resistance", how = STATS, attributes = { { "normal", 1 } } })
define("DigRes", { key = "resistance", how = NUMBER, attributes = { { "dig", 0 } } })
define("StatusRes", { key = "resistance", how = STATS, attributes = {} })
define("Invincible", { key = "resistance", how = NUMBER, attributes = { { "invincible", 0 } } })

-- What undoes the registrations of a mod: a list of functions by mod.
local undo = {}

local function note(mod, fn)
  undo[mod] = undo[mod] or {}
  undo[mod][#undo[mod] + 1] = fn
end

local function check_name(name, what)
  if type(name) ~= "string" or name == "" then
    raise(what .. ": the name is " .. (name == "" and "empty" or stable_order.type(name)) .. ": must be a string")
  end
end

local function check_attribute(attribute, what)
  if type(attribute) ~= "table" or type(attribute[1]) ~= "string" or type(attribute[2]) ~= "number" then
    raise(what .. ": an attribute must be a name and a number, such as { \"fire\", 0 }")
  end
  return { attribute[1], attribute[2] }
end

-- Registers a stat: { key in baseModifiers, an Effect class | { { name, default }, … } | { name, default } }.
function M.register(mod, name, config, how)
  check_name(name, "registerStat")
  local what = "registerStat " .. name
  if type(config) ~= "table" or type(config[1]) ~= "string" then
    raise(what .. ": the second argument must be a key of baseModifiers and what is found there")
  elseif M.types[name] then
    local other = M.definitions[M.types[name]].mod
    raise(what .. ": there is a stat of that name, " .. (other and "of mod " .. other.id or "of the host"))
  elseif #M.definitions >= MOST then
    raise(what .. ": there are " .. MOST .. " stats, and there may not be more")
  end
  local found, definition = config[2], { key = config[1], mod = mod }
  local effect_class = class.class_of_mod(found)
  if effect_class then
    if not class.inherits(effect_class, effects.Effect) then
      raise(what .. ": " .. class.name(effect_class) .. " is no class of effects")
    end
    definition.how, definition.effect, definition.attributes = EFFECT, effect_class, effect_class.modifier
  elseif type(found) ~= "table" then
    raise(what .. ": " .. stable_order.type(found) .. " was given for what is found there: must be an Effect class or a list")
  elseif found[1] == nil or type(found[1]) == "table" then
    definition.how, definition.attributes = STATS, {}
    for i, attribute in ipairs(found) do
      definition.attributes[i] = check_attribute(attribute, what)
    end
  else
    definition.how, definition.attributes = NUMBER, { check_attribute(found, what) }
  end
  if how ~= nil and how ~= definition.how then
    raise(what .. ": it is to be returned as " .. stable_order.type(how) .. ", and is described as " .. definition.how)
  end
  define(name, definition)
  local number = #M.definitions
  note(mod, function()
    M.definitions[number], M.types[name] = nil, nil
  end)
  return number
end

-- Adds an attribute to a stat that holds several.
function M.add_attribute(mod, number, attribute)
  local definition = M.definitions[number]
  if not definition or definition.how ~= STATS then
    raise("addAttribute: there is no such stat, or it holds no attributes")
  end
  local added, attributes = check_attribute(attribute, "addAttribute"), definition.attributes
  for _, known in ipairs(attributes) do
    if known[1] == added[1] then
      return
    end
  end
  attributes[#attributes + 1] = added
  note(mod, function()
    for i, known in ipairs(attributes) do
      if known == added then
        table.remove(attributes, i)
        return
      end
    end
  end)
end

-- Sources of attacks: name -> the name in lower case, which is the attribute of AttackRes.
M.attack_sources = { Normal = "normal" }

function M.register_attack_source(mod, name)
  check_name(name, "registerAttackSource")
  local source = lower(name)
  if M.attack_sources[name] == nil then
    M.attack_sources[name] = source
    note(mod, function()
      M.attack_sources[name] = nil
    end)
  end
  M.add_attribute(mod, M.types.AttackRes, { source, 1 })
  return source
end

-- Statuses: name -> number, and number -> { name, status, mod }.
M.status_types, M.statuses = {}, {}

function M.register_status(mod, name, status)
  check_name(name, "registerStatus")
  if M.status_types[name] then
    raise("registerStatus: there is a status " .. name .. " already, of mod " .. M.statuses[M.status_types[name]].mod.id)
  elseif type(status) ~= "table" or type(status.apply) ~= "function" then
    raise("registerStatus " .. name .. ": the status is " .. class.type_name(status) .. ": must be an instance of Status")
  elseif #M.statuses >= MOST then
    raise("registerStatus " .. name .. ": there are " .. MOST .. " statuses, and there may not be more")
  end
  local number = #M.statuses + 1
  M.statuses[number], M.status_types[name] = { name = name, status = status, mod = mod }, number
  note(mod, function()
    M.statuses[number], M.status_types[name] = nil, nil
  end)
  M.add_attribute(mod, M.types.StatusRes, { name, 1 })
  M.add_attribute(mod, M.types.Status, { name, 0 })
  return number
end

-- The number of a status for its name or number; raises for what is none. `argument` is the name of what was given.
function M.status_number(value, what, argument)
  local number = M.statuses[value] and value or M.status_types[value]
  if not number then
    local known = {}
    for i, one in ipairs(M.statuses) do
      known[i] = one.name
    end
    local shown = import("core/sandbox/text")
    import("actions/decorators/decorate").unknown(
      what .. (argument and ": " .. argument .. " is " .. shown.shown(value) .. ": there is no such status"
        or ": there is no status " .. shown.tostring(value)), value, known)
  end
  return number
end

-- Forgets what a mod that failed to load has registered; the last first.
function M.forget(mod)
  for i = #(undo[mod] or {}), 1, -1 do
    undo[mod][i]()
  end
  undo[mod] = nil
end

return M
