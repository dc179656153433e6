-- The names that a mod of this dialect finds: globals such as `Area`, and the modules it may require, such as
-- `api.Area`. Each mod has its own tables. They look functions up in one table of the host, so that advice reaches
-- the callers in all mods.

local import = ...
local advice = import "areas/modules/advice"
local arguments = import "areas/arguments"
local charagen = import "areas/modules/charagen"
local class_library = import "areas/language/class_library"
local classes = import "areas/language/class"
local config = import "areas/data/config"
local data_tables = import "areas/data/data"
local elona122map = import "areas/modules/elona122map"
local errors = import "core/errors"
local event = import "areas/modules/event"
local fun = import "areas/iterator/fun"
local inert = import "areas/modules/inert"
local inspect = import "areas/language/inspect"
local instanced_area = import "areas/area/instanced_area"
local instanced_map = import "areas/map/instanced_map"
local kinds = import "areas/kinds"
local saving = import "areas/save/saving"
local loader = import "core/loader"
local log = import "areas/library/log"
local protect = import "core/sandbox/protect"
local parties = import "areas/object/parties"
local proxies = import "core/sandbox/proxies"
local rand = import "areas/library/rand"
local save = import "areas/save/mod_tables"
local signatures = import "core/border/signatures"
local small_classes = import "areas/library/small_classes"
local staying_charas = import "areas/object/staying_charas"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local types = import "areas/language/types"
local world = import "areas/modules/world"
import "areas/data/host_entries"
import "areas/iterator/iterator"
import "areas/object/activities"
import "areas/object/chara"
import "areas/object/item"
import "areas/object/feat"
import "areas/object/mef"

local fail = errors.fail
local match = string.match

local M = {}

-- Modules that are the same for every mod: name -> functions.
local shared_modules = {
  Action = import "areas/modules/action", Area = import "areas/modules/area", Chara = import "areas/modules/chara",
  Charagen = charagen, Dungeon = import "areas/modules/dungeon", Feat = import "areas/modules/feat",
  Gui = import "areas/library/gui", Item = import "areas/modules/item", Map = import "areas/modules/map",
  MapArchetype = import "areas/modules/map_archetype", World = world.World,
}
for name, functions in next, shared_modules do
  signatures.apply("areas", name, functions)
end

-- Modules that differ from mod to mod: name -> function(mod), which returns the functions.
local module_makers = {
  Elona122Map = elona122map.of, Event = event.of, Log = log.of, Rand = rand.of, Save = saving.of,
}

-- Modules that are no globals: name -> path of the module, which is the same for every mod or has `of(mod)`.
local required_modules = {
  Activity = "areas/modules/activity", Aspect = "areas/modules/aspect", Const = "areas/library/const",
  Codegen = "areas/library/codegen", Extend = "areas/library/extend",
  Enum = "areas/library/enum", Env = "areas/library/env", Fs = "areas/library/fs", I18N = "areas/library/i18n",
  MapObject = "areas/modules/map_object", Mef = "areas/modules/mef", Pos = "areas/library/pos",
}

-- Classes and interfaces: name -> table.
local fronts = arguments.merge(kinds.interfaces, {
  InstancedArea = instanced_area, InstancedMap = instanced_map.InstancedMap,
})

-- Interfaces that are no globals: name -> table.
local required_fronts = arguments.merge(kinds.required_interfaces, {
  Config = config.module, IComparable = small_classes.IComparable,
  CodeGenerator = import "areas/library/code_generator", IAspect = classes.IAspect,
  Inventory = import "areas/object/inventory", StayingCharas = staying_charas.front,
})

local own_classes = small_classes.names

-- Modules under api.test.
local test_modules = {
  TestUtil = proxies.fixed("TestUtil", signatures.apply("areas", "TestUtil", import "areas/library/test_util")),
}

local globals = signatures.apply("areas", "", {
  goto_floor = shared_modules.Area.goto_floor, inspect = inspect, pause = function() end,
})

local module_of

-- Whether a module of functions has that name.
local function is_module(name)
  return shared_modules[name] or module_makers[name] or required_modules[name]
end

-- For Advice of a mod: finds the module of a path, as advice.of describes it.
local function module_finder(mod)
  return function(path)
    local name = match(path, "^api%.([%w_]+)$") or match(path, "^game%.[%w_]+%.([%w_]+)$")
    if name and is_module(name) then
      return "api." .. name, nil, nil, function(function_name)
        return type(module_of(mod, name)[function_name]) == "function"
      end
    end
    local owner = loader.mods[match(path, "^mod%.([^%.]+)%.") or ""] or mod
    local ok, module = protect.try(mod.env.require, path)
    if ok and rawequal(module, inert.find(path)) then
      return path, nil, nil, function() return true end
    elseif not ok or type(module) ~= "table" then
      fail("Advice: The module at require path '%s' was not defined publicly.%s", text.tostring(path),
        ok and "" or " " .. text.tostring(module))
    end
    return path, proxies.original(module) or module, owner
  end
end

function module_makers.Advice(mod)
  return advice.of(mod, module_finder(mod))
end

-- A table of a mod that stands for a module: its functions come with the advice they have.
local function new_module(name, functions)
  local path = "api." .. name
  -- Names that are near no function, such as names that another dialect has under the name of this module.
  local far_names = {}
  return proxies.new(name, {
    __name = name,
    __index = function(_, key)
      local fn = functions[key]
      if fn == nil then
        local hint = not far_names[key] and arguments.near_name(key, arguments.sorted_keys(functions))
        if hint then
          fail("%s.%s: there is no function of that name; %s", name, key, hint)
        elseif type(key) == "string" then
          far_names[key] = true
        end
        return nil
      end
      return advice.wrapped(path, key, fn)
    end,
    __pairs = function()
      local copy = {}
      for key, fn in next, functions do
        copy[key] = advice.wrapped(path, key, fn)
      end
      return stable_order.pairs(copy)
    end,
  }, name .. " belongs to the host; Advice.add changes what it does")
end

-- The functions of a module for a mod.
local function functions_of(mod, name)
  if shared_modules[name] then
    return shared_modules[name]
  elseif module_makers[name] then
    return signatures.apply("areas", name, module_makers[name](mod))
  end
  local module = import(required_modules[name])
  if module.of then
    return signatures.apply("areas", name, module.of(mod))
  end
  shared_modules[name] = signatures.apply("areas", name, module)
  return module
end

-- The table of a mod for a module, a class or an interface; nil when there is none of that name.
function module_of(mod, name)
  if not mod.area_modules[name] and is_module(name) then
    mod.area_modules[name] = new_module(name, functions_of(mod, name))
  elseif not mod.area_modules[name] and own_classes[name] then
    mod.area_modules[name] = small_classes.of(mod, name)
  end
  return mod.area_modules[name] or fronts[name] or required_fronts[name]
end

-- The table `save` of a mod.
local function save_of(mod)
  mod.area_save = mod.area_save or save.tables(mod)
  return mod.area_save
end

-- What a mod gets for a path that it requires; nil for a path that is not of this dialect.
function M.find(mod, path)
  mod.area_modules = mod.area_modules or {}
  local test_name = match(path, "^api%.test%.([%w_]+)$")
  if test_name then
    return test_modules[test_name]
  end
  local folder, name = match(path, "^api%.([%w_]+)%.([%w_]+)$")
  name = folder ~= "gui" and name or match(path, "^api%.([%w_]+)$")
  if name then
    return module_of(mod, name)
  elseif path == "thirdparty.fun" or path == "thirdparty.luafun" then
    return fun.of(mod)
  elseif path == "internal.data" then
    return data_tables.of(mod)
  elseif path == "internal.parties" then
    return parties.of_game
  elseif path == "internal.global.save" then
    return save_of(mod)
  end
end

-- All paths that a mod may require.
function M.module_names()
  local is_listed = {
    ["thirdparty.fun"] = true, ["thirdparty.luafun"] = true, ["internal.data"] = true,
    ["internal.global.save"] = true, ["internal.parties"] = true,
  }
  for _, modules in next, { shared_modules, module_makers, required_modules, fronts, required_fronts, own_classes } do
    for name in next, modules do
      is_listed["api." .. name] = true
    end
  end
  for name in next, test_modules do
    is_listed["api.test." .. name] = true
  end
  return arguments.sorted_keys(is_listed)
end

-- The globals of a mod.
function M.ambient(mod)
  mod.area_modules = {}
  local names = arguments.merge(globals, fronts, {
    class = class_library(mod, function(path)
      return M.find(mod, path)
    end),
    types = types, fun = fun.of(mod), data = data_tables.of(mod), save = save_of(mod), config = config.config,
    _MOD_ID = mod.id,
  })
  for _, modules in next, { shared_modules, module_makers } do
    for name in next, modules do
      if not required_modules[name] then
        names[name] = module_of(mod, name)
      end
    end
  end
  return names
end

return M
