-- Options of mods: `config.my_mod.option`, declared as base.config_option.

local import = ...
local arguments = import "areas/arguments"
local checkers = import "core/border/checkers"
local deep_copy = import "areas/data/deep_copy"
local errors = import "core/errors"
local loader = import "core/loader"
local proxies = import "core/sandbox/proxies"
local registry = import "areas/data/registry"
local signatures = import "core/border/signatures"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local fail = errors.fail

local M = {}

-- full id -> the value that was set.
local values = {}

local function checker_of(entry)
  local kind = entry.type
  if checkers.is_checker(kind) then
    return kind
  end
  local atoms, make = checkers.atoms, import "core/border/checker_makers"
  if kind == "number" or kind == "integer" then
    return make.range(kind == "integer" and atoms.int or atoms.number, entry.min_value or -math.huge,
      entry.max_value or math.huge)
  elseif kind == "enum" then
    return make.literal(table.unpack(entry.choices or {}))
  elseif kind == "data_id" then
    return registry.id_checker(entry.data_type or "base.item")
  end
  return atoms[kind]
end

local function entry_of(id)
  local record = registry.find("base.config_option", id)
  if not record then
    fail("config.%s: there is no option of that name%s", id,
      arguments.suggest(id, registry.ids_of "base.config_option"))
  end
  return record.entry
end

-- The value of an option.
function M.get(id)
  local entry, value = entry_of(id), values[id]
  if value == nil then
    return entry.default
  end
  return value
end

-- The value that an option has until it is set.
function M.default(id)
  return deep_copy(entry_of(id).default)
end

function M.set(id, value)
  local entry = entry_of(id)
  local faults = checkers.check(checker_of(entry), value)
  if faults[1] then
    fail("config.%s is %s: %s", id, text.shown(value), faults[1].rule)
  end
  values[id] = deep_copy(value)
  if entry.on_changed then
    entry.on_changed(value, false)
  end
end

-- id of a mod -> the table of its options.
local options = {}

local function new_options(mod)
  return proxies.new("config." .. mod, {
    __name = "config",
    __index = function(_, key)
      local value = M.get(mod .. "." .. text.tostring(key))
      return type(value) == "table" and stable_order.type(value) == "table" and deep_copy(value) or value
    end,
    __newindex = function(_, key, value)
      M.set(mod .. "." .. text.tostring(key), value)
    end,
  })
end

-- The table `config`.
M.config = proxies.new("config", {
  __name = "config",
  __index = function(_, mod)
    if type(mod) ~= "string" then
      fail("config[%s]: must be the id of a mod", text.shown(mod))
    end
    options[mod] = options[mod] or new_options(mod)
    return options[mod]
  end,
}, "set one of its options")

local functions = { get = M.get, set = M.set, default = M.default }

-- The module Config: functions, and the fields of the table `config`.
M.module = proxies.new("Config", {
  __name = "Config",
  __index = function(_, key)
    local hint = not functions[key] and not loader.mods[key] and key ~= "base"
      and arguments.near_name(key, arguments.sorted_keys(functions))
    if hint then
      fail("Config.%s: there is no function of that name; %s", key, hint)
    end
    return functions[key] or M.config[key]
  end,
}, "set one of its options")
signatures.apply("areas", "Config", functions)

return M
