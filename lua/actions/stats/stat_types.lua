-- StatTypes, AttackSourceTypes and StatusTypes: which stats, sources of attacks and statuses there are. Mods register
-- more while they load; numbers follow the order of registration.

local import = ...
local class = import "actions/class"
local effects = import "actions/action/effects"
local errors = import "core/errors"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local typos = import "core/typos"

local raise = errors.raise

local M = {}

local EFFECT, STATS, NUMBER = "Effect", "Stats", "Number"
local MOST = 10000

M.HowToReturn = { EFFECT = EFFECT, STATS = STATS, NUMBER = NUMBER }

-- name -> number.
M.types = {}
-- number -> { name, key (in baseModifiers), fallback (the key to read when that one is missing), how (of HowToReturn),
-- effect (its class), attributes (list of { name, default }, nil for an effect), mod }.
M.definitions = {}
-- What mods for Dungeon Hopper find of the definitions: number -> { key in baseModifiers, what the key holds }, and
-- number -> how.
M.configs, M.hows = {}, {}

-- The attributes of a stat: a list of { name, default }. Those of an effect are the fields that its class has now.
local function attributes_of(definition)
  return definition.effect and effects.fields_of(definition.effect) or definition.attributes
end
M.attributes_of = attributes_of

-- Reads the second element of a configuration whose effect is a class of a mod.
local function config_of_mod(definition)
  return setmetatable({ definition.key }, {
    __index = function(_, i)
      return i == 2 and attributes_of(definition) or nil
    end,
    __len = function()
      return 2
    end,
  })
end

local function define(name, definition)
  local number = #M.definitions + 1
  definition.name = name
  M.definitions[number], M.types[name] = definition, number
  -- A class of a mod would be one that other mods could change.
  M.configs[number] = definition.mod and definition.effect and config_of_mod(definition)
    or { definition.key, definition.effect or definition.attributes }
  M.hows[number] = definition.how
  return number
end

for _, name in ipairs { "Attack", "Push", "Dig", "Move" } do
  define(name, { key = name:lower(), how = EFFECT, effect = effects[name] })
end
define("Status", { key = "status", how = STATS, attributes = {} })
define("AttackRes", {
  key = "attackRes",
  fallback = "resistance",
  how = STATS,
  attributes = { { "armor", 0 }, { "pierce", 0 }, { "maxDamage", math.huge }, { "minDamage", 1 }, { "normal", 1 } },
})
define("PushRes", { key = "pushRes", fallback = "resistance", how = STATS, attributes = { { "normal", 1 } } })
define("DigRes", { key = "resistance", how = NUMBER, attributes = { { "dig", 1 } } })
define("StatusRes", { key = "resistance", how = STATS, attributes = {} })
define("Invincible", { key = "resistance", how = NUMBER, attributes = { { "invincible", 0 } } })

-- mod -> list of functions that undo its registrations.
local undo = {}

local function add_undo(mod, fn)
  undo[mod] = undo[mod] or {}
  undo[mod][#undo[mod] + 1] = fn
end

local function check_name(name, caller)
  if name == "" then
    raise(caller .. ": the name is empty: must have a character")
  end
end

local function check_attribute(attribute, caller)
  if type(attribute) ~= "table" or type(attribute[1]) ~= "string" or type(attribute[2]) ~= "number" then
    raise(caller .. ": an attribute must be a name and a number, such as { \"fire\", 0 }")
  end
  return { attribute[1], attribute[2] }
end

-- Sets how a stat is returned, and its attributes: from an Effect class, a list of attributes or one attribute.
local function describe(definition, description, caller)
  local effect_class = class.class_of_mod(description)
  if effect_class then
    if not class.inherits(effect_class, effects.Effect) then
      raise(caller .. ": " .. class.name(effect_class) .. " must be a class of effects")
    end
    effects.fields_of(effect_class)
    definition.how, definition.effect = EFFECT, effect_class
  elseif type(description) ~= "table" then
    raise(caller .. ": what the key holds is " .. stable_order.type(description)
      .. ": must be an Effect class or a list")
  elseif description[1] == nil or type(description[1]) == "table" then
    definition.how, definition.attributes = STATS, {}
    for i, attribute in ipairs(description) do
      definition.attributes[i] = check_attribute(attribute, caller)
    end
  else
    definition.how, definition.attributes = NUMBER, { check_attribute(description, caller) }
  end
end

-- Registers a stat. config: { key in baseModifiers, an Effect class | { { name, default }, … } | { name, default } }.
function M.register(mod, name, config, how)
  check_name(name, "registerStat")
  local caller = "registerStat " .. name
  if type(config[1]) ~= "string" then
    raise(caller .. ": the second argument must be a key of baseModifiers and what the key holds")
  elseif M.types[name] then
    local other = M.definitions[M.types[name]].mod
    raise(caller .. ": " .. (other and "mod " .. other.id or "the host") .. " has a stat of that name already")
  elseif #M.definitions >= MOST then
    raise(caller .. ": there are " .. MOST .. " stats already: there may not be more")
  end
  local definition = { key = config[1], mod = mod }
  describe(definition, config[2], caller)
  if how ~= nil and how ~= definition.how then
    raise(caller .. ": the third argument is " .. stable_order.type(how) .. ": must be HowToReturn." .. definition.how
      .. ", as the second argument describes")
  end
  local number = define(name, definition)
  add_undo(mod, function()
    M.definitions[number], M.types[name] = nil, nil
    M.configs[number], M.hows[number] = nil, nil
  end)
  return number
end

-- Adds an attribute to a stat that has several. An attribute that it has already is left alone.
function M.add_attribute(mod, number, attribute)
  local definition = M.definitions[number]
  if not definition or definition.how ~= STATS then
    raise("addAttribute: the stat is " .. text.shown(number)
      .. ": must be a number of StatTypes whose stat has attributes")
  end
  local added, attributes = check_attribute(attribute, "addAttribute"), definition.attributes
  for _, other in ipairs(attributes) do
    if other[1] == added[1] then
      return
    end
  end
  attributes[#attributes + 1] = added
  add_undo(mod, function()
    for i, other in ipairs(attributes) do
      if other == added then
        table.remove(attributes, i)
        return
      end
    end
  end)
end

-- Name of a source of attacks -> its attribute in AttackRes, which is the name in lower case.
M.attack_sources = { Normal = "normal" }

function M.register_attack_source(mod, name)
  check_name(name, "registerAttackSource")
  local source = name:lower()
  if M.attack_sources[name] == nil then
    M.attack_sources[name] = source
    add_undo(mod, function()
      M.attack_sources[name] = nil
    end)
  end
  M.add_attribute(mod, M.types.AttackRes, { source, 1 })
  return source
end

-- Name of a status -> number; and number -> { name, status, mod }.
M.status_types, M.statuses = {}, {}

function M.register_status(mod, name, status)
  check_name(name, "registerStatus")
  if M.status_types[name] then
    raise("registerStatus: mod " .. M.statuses[M.status_types[name]].mod.id .. " has a status " .. name .. " already")
  elseif #M.statuses >= MOST then
    raise("registerStatus " .. name .. ": there are " .. MOST .. " statuses already: there may not be more")
  end
  local number = #M.statuses + 1
  M.statuses[number], M.status_types[name] = { name = name, status = status, mod = mod }, number
  add_undo(mod, function()
    M.statuses[number], M.status_types[name] = nil, nil
  end)
  M.add_attribute(mod, M.types.StatusRes, { name, 1 })
  M.add_attribute(mod, M.types.Status, { name, 0 })
  return number
end

-- The number of a status, from its name or number. `argument` is the name of the argument that holds it, or nil.
function M.status_number(value, caller, argument)
  local number = M.statuses[value] and value or M.status_types[value]
  if not number then
    local problem = argument and argument .. " is " .. text.shown(value) .. ": there is no such status"
      or "there is no status " .. text.tostring(value)
    typos.refuse(caller .. ": " .. problem, value, M.status_types)
  end
  return number
end

-- Undoes the registrations of a mod that failed to load, the last one first.
function M.forget(mod)
  for i = #(undo[mod] or {}), 1, -1 do
    undo[mod][i]()
  end
  undo[mod] = nil
end

return M
