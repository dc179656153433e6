-- The modules that mods require as api.… or find as globals: Area, Map, Chara … Each mod has tables of its own, which
-- look
-- up the one function of each name, so that advice reaches all callers.

local import, py = ...
local advice = import "areas/modules/advice"
local areas = import "areas/area/instances"
local errors = import "core/errors"
local charagen = import "areas/modules/charagen"
local charas = import "areas/object/chara"
local classes = import "areas/language/class"
local data = import "areas/data/registry"
local data_tables = import "areas/data/data"
local declared = import "areas/kinds"
local dungeon = import "areas/modules/dungeon"
local emitter = import "areas/interface/event_emitter"
local fun = import "areas/iterator/fun"
local inspecting = import "areas/language/inspect"
local interfaces = import "areas/interface/fronts"
local items = import "areas/object/item"
local keeping = import "areas/keeping"
local log = import "areas/modules/log"
local map_making = import "areas/map/instanced_map"
local module_archetype = import "areas/modules/map_archetype"
local module_area = import "areas/modules/area"
local module_map = import "areas/modules/map"
local stable_order = import "core/sandbox/stable_order"
local protect = import "core/sandbox/protect"
local random = import "areas/modules/rand"
local save = import "areas/save"
local test_util = import "areas/modules/test_util"
local text = import "core/sandbox/text"
local types = import "areas/language/types"
local proxies = import "core/sandbox/proxies"
local world = import "areas/modules/world"
-- These give Area more functions.
import "areas/modules/area_entrances"
import "areas/modules/area_unique"

local raise, shown = errors.raise, text.shown
local format, match, sort = string.format, string.match, table.sort
local ipairs, next, setmetatable, type = ipairs, next, setmetatable, type
local Area = module_area.Area
local Map = module_map.Map
local MapArchetype = module_archetype.MapArchetype
local TestUtil = test_util.TestUtil
local inspect = inspecting.inspect

local M = {}

-- name -> functions, or a maker of them for a mod.
local modules = {
  Action = world.Action, Area = Area, Chara = charas.Chara, Charagen = charagen, Feat = items.Feat, Gui = log.Gui, Item = items.Item,
  Map = Map, MapArchetype = MapArchetype, World = world.api,
  Dungeon = { iter = dungeon.iter, regenerate_all_in = dungeon.regenerate_all_in, generate_floor = dungeon.generate_floor },
}
local makers = { Event = emitter.api, Log = log.of, Rand = random.of, Save = keeping.api }
makers.Elona122Map = function(mod)
  return {
    generate = function(name)
      return dungeon.from_file(mod, name)
    end,
  }
end
local test_modules = { TestUtil = proxies.fixed("TestUtil", declared.check("TestUtil", TestUtil)) }
for name, functions in next, modules do
  declared.check(name, functions)
end
local fronts = { InstancedMap = map_making.InstancedMap, InstancedArea = areas.InstancedArea }
for name, front in next, interfaces do
  fronts[name] = front
end

local own_module

-- The one name of a path, and the table of a mod that it stands for with that mod, or whether the host's has a function.
local function module_for_advice(mod)
  return function(path)
    local name = match(path, "^api%.([%w_]+)$") or match(path, "^game%.[%w_]+%.([%w_]+)$")
    if name and (modules[name] or makers[name] or name == "Advice") then
      return "api." .. name, nil, nil, function(fn)
        return own_module(mod, name)[fn] ~= nil
      end
    end
    local loader = import "core/loader"
    local owner = loader.mods[match(path, "^mod%.([^%.]+)%.") or ""] or mod
    local ok, target = protect.pcall(mod.env.require, path)
    if not ok or type(target) ~= "table" then
      raise(format("Advice: there is no module %s that is a table%s", shown(path), ok and "" or ": " .. text.tostring(target)))
    end
    return path, proxies.original(target) or target, owner
  end
end
makers.Advice = function(mod)
  return advice.of(mod, module_for_advice(mod))
end

-- The table of a mod for a module; nil when there is none of that name.
function own_module(mod, name)
  local known = mod.area_modules[name]
  if known or not (modules[name] or makers[name]) then
    return known or fronts[name]
  end
  local functions = modules[name] or declared.check(name, makers[name](mod))
  local path = "api." .. name
  known = setmetatable({}, {
    __metatable = false,
    __name = name,
    __index = function(_, key)
      local fn = functions[key]
      if fn == nil then
        local names = {}
        for one in next, functions do
          names[#names + 1] = one
        end
        sort(names)
        local close = type(key) == "string" and py.suggest(key, table.concat(names, "\0"))
        if close then
          raise(format("%s.%s: there is no function of that name; %s", name, key, close))
        end
        return nil
      end
      return advice.wrapped(path, key, fn)
    end,
    __newindex = function(_, key)
      raise(format("%s.%s cannot be set: %s is of the host; Advice.add changes what it does", name, text.tostring(key), name))
    end,
    __pairs = function()
      -- Of a copy: what pairs gives is the caller's.
      local copy = {}
      for key, fn in next, functions do
        copy[key] = advice.wrapped(path, key, fn)
      end
      return stable_order.pairs(copy)
    end,
  })
  mod.area_modules[name] = known
  return known
end

local globals = declared.check("", { goto_floor = Area.goto_floor, inspect = inspect, pause = function() end })

-- What a require path stands for: a module or a class of the host; nil for anything else.
function M.find(mod, path)
  mod.area_modules = mod.area_modules or {}
  local test = match(path, "^api%.test%.([%w_]+)$")
  if test then
    return test_modules[test]
  end
  local name = match(path, "^api%.([%w_]+)$") or match(path, "^api%.[%w_]+%.([%w_]+)$")
  if name then
    return own_module(mod, name)
  elseif path == "thirdparty.fun" or path == "thirdparty.luafun" then
    return M.fun(mod)
  end
end

-- The names that a mod may require.
function M.module_names()
  local found, is_there = { "thirdparty.fun", "thirdparty.luafun" }, {}
  for _, known in ipairs { modules, makers, fronts } do
    for name in next, known do
      if not is_there[name] then
        is_there[name] = true
        found[#found + 1] = "api." .. name
      end
    end
  end
  for name in next, test_modules do
    found[#found + 1] = "api.test." .. name
  end
  table.sort(found)
  return found
end

-- The names that a mod finds as globals.
function M.ambient(mod)
  mod.area_modules = {}
  local names = {
    class = classes.of(mod, function(path)
      return M.find(mod, path)
    end),
    types = types.library, fun = proxies.fixed("fun", fun.library), data = data_tables.of(mod), save = save.tables(mod),
    config = import("areas/data/config").config, _MOD_ID = mod.id,
  }
  for name, value in next, globals do
    names[name] = value
  end
  for name in next, modules do
    names[name] = own_module(mod, name)
  end
  for name in next, makers do
    names[name] = own_module(mod, name)
  end
  for name, front in next, fronts do
    names[name] = front
  end
  mod.area_fun = names.fun
  return names
end

function M.fun(mod)
  return mod.area_fun or proxies.fixed("fun", fun.library)
end

return M
