-- The global names of mods of this dialect, and the modules that they can require.

local import, py = ...
local class = import "actions/class"
local create_initial_world = import "actions/world/initial_world"
local creatures = import "actions/world/creatures"
local dropped_items = import "actions/world/dropped_items"
local globals = import "actions/extensions/globals"
local ground = import "actions/world/ground"
local map_layers = import "actions/world/map_layers"
local modules = import "actions/mod/modules"
local proxies = import "core/sandbox/proxies"
local registry = import "actions/mod/registry"
local signatures = import "core/border/signatures"
local stable_order = import "core/sandbox/stable_order"
local stat_types = import "actions/stats/stat_types"
local status = import "actions/status/status"
local tinkers = import "actions/tinkers/tinker"
local turn_errors = import "actions/action/errors"
local typos = import "actions/mod/typos"
local worlds = import "actions/world/worlds"
import "actions/save/world"

local M = {}

dropped_items.define()
map_layers.define()

-- The callable World of a mod.
local function world_front(mod)
  local world_class = class.seen(worlds.class)
  local function from_map(map)
    return worlds.from_map(mod, map)
  end
  return proxies.new("World", {
    __index = function(_, key)
      return key == "fromMap" and from_map or world_class[key]
    end,
    __call = function(_, width, height)
      return worlds.new(mod, width, height)
    end,
  })
end

local function register_status(mod, name, value)
  local number = stat_types.register_status(mod, name, value)
  typos.check_fields(value, status.Status, "tinker", "status " .. name)
  return number
end

-- The function that creates a world with all that stands in it.
local function initial_world(mod)
  if not mod.initial_world then
    mod.initial_world = signatures.apply("actions", "modules", {
      initworld = function(options)
        return create_initial_world(mod, options)
      end,
    }).initworld
  end
  return mod.initial_world
end

-- The functions with which a mod registers its content.
local function registration(mod)
  local functions = {
    registerEntity = registry.register_entity, registerItem = registry.register_item,
    registerStat = stat_types.register, registerStatus = register_status,
    registerAttackSource = stat_types.register_attack_source, addAttribute = stat_types.add_attribute,
  }
  for name, register in next, functions do
    functions[name] = function(...)
      return register(mod, ...)
    end
  end
  return signatures.apply("actions", "", functions)
end

-- The tables that each mod has its own of, created at the first use.
local function own_tables(mod)
  if not mod.actions_tables then
    local front = class.front(mod)
    mod.actions_tables = {
      class = front, World = world_front(mod), Luaoop = class.freeze({ class = front }, "Luaoop"),
    }
  end
  return mod.actions_tables
end

local shared_globals

-- The global names of a mod.
function M.ambient(mod)
  if not shared_globals then
    shared_globals = modules.globals()
    ground.set_defaults(py.actions_default_tiles(mod.number))
  end
  local names = {
    Entities = registry.list_for(mod, "Entities"), Items = registry.list_for(mod, "Items"),
    Mods = registry.mods_for(mod), MODULE_NAME = mod.id,
  }
  for _, list in next, { shared_globals, registration(mod), own_tables(mod) } do
    for name, value in next, list do
      names[name] = value
    end
  end
  globals.add(mod, names)
  return names
end

-- `require "host.actions"`: the same names in one table.
function M.of(mod)
  if not mod.actions then
    mod.actions = class.freeze(M.ambient(mod), "actions")
  end
  return mod.actions
end

-- Registers the content of a mod: the table that its `main.lua` returned.
function M.loaded(mod)
  tinkers.loaded(mod)
  local content = mod.result
  if mod.ambient[1].name ~= "actions" then
    return
  end
  registry.check_result(mod, content)
  if type(content) ~= "table" or class.of(content) then
    return
  end
  registry.register_content(mod, content, registration(mod))
  if content.ready ~= nil then
    if type(content.ready) ~= "function" then
      registry.refuse_content(mod, "ready is " .. stable_order.type(content.ready) .. ": must be a function")
    end
    content.ready()
  end
end

-- `require` with a path of Dungeon Hopper; nil for any other path.
function M.require(mod, path)
  local name = modules.name(path)
  if name == "modules.screen" then
    -- A file of the mod comes first: see `stand_in`.
    return nil
  elseif name == "table" then
    return mod.env.table
  elseif name == "table.deepClone" then
    return mod.env.table.deepClone
  elseif name == "modules.initworld" then
    return initial_world(mod)
  elseif name then
    return own_tables(mod)[name] or modules.value(name)
  end
  local owner, rest = path:match "^modules%.([%w_]+)%.(.+)$"
  if rest == "main" then
    -- What its entry returned: the file must not run again.
    return mod.env.require(owner)
  elseif owner then
    return mod.env.require(owner == mod.id and "." .. rest or "mod." .. owner .. "." .. rest)
  end
end

-- What a path without a file stands for in a mod that has this dialect: modules that draw, play sounds and read keys.
-- Short names may be typos of others, so they mean that only in mods of the original form.
function M.stand_in(mod, path)
  local has_dialect = false
  for _, dialect in ipairs(mod.ambient) do
    has_dialect = has_dialect or dialect.name == "actions"
  end
  if not has_dialect then
    return nil
  elseif modules.name(path) == "modules.screen" or mod.entry == "main.lua" and modules.is_of_engine(path) then
    return modules.value "modules.screen"
  end
end

M.module_names = modules.paths

-- Calls `add(kind, layer, look …)` for each class of entities and each item of a mod.
M.list_looks = map_layers.list_looks

-- Checks the classes of entities of a mod, for `dungeon-host check`.
function M.check_content(mod_id)
  import("actions/mod/entity_checks").check(mod_id)
end

-- Removes what a mod that failed to load has registered.
function M.forget(mod)
  registry.forget(mod)
  creatures.forget()
  stat_types.forget(mod)
  tinkers.forget(mod)
end

function M.new_game()
  worlds.new_game()
  turn_errors.strict, turn_errors.on_report = false, nil
end

return M
