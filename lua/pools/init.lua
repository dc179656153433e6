-- The pools dialect: `Pools`, and the modules with the classes Pool and InfPool.

local import = ...
local classes = import "pools/classes"
local content = import "core/game/content"
local draws = import "pools/draws"
local fail = import("core/errors").fail
local instantiation = import "pools/instantiation"
local records = import "pools/records"
local registry = import "pools/registry"
local signatures = import "core/border/signatures"
local proxies = import "core/sandbox/proxies"
import "pools/save"

local shown = import("core/sandbox/text").shown

local M = { name = "pools", forget = registry.forget }

-- A member of Pools.poolTypes -> whether it is the type of infinite pools.
local is_infinite = setmetatable({}, { __mode = "k" })

local function pool_types(mod)
  local made = classes.of(mod)
  local normal = proxies.fixed("Pools.poolTypes.normal", { made.Pool, records.record })
  local infinite = proxies.fixed("Pools.poolTypes.infinite", { made.InfPool, records.infinite_record })
  is_infinite[normal], is_infinite[infinite] = false, true
  return proxies.fixed("Pools.poolTypes", { normal = normal, infinite = infinite })
end

local function registry_functions(mod)
  local Pools = {
    poolTypes = pool_types(mod),
    setCurrent = registry.set_current,
    drawSubpool = draws.draw_subpool,
    setPoolInListByName = draws.set_in_list,
  }

  function Pools.registerRootPool(name, items, pool_type)
    local infinite = is_infinite[proxies.original(pool_type) or pool_type]
    if infinite == nil then
      fail("registerRootPool %s: the type is %s: must be Pools.poolTypes.normal or Pools.poolTypes.infinite",
        shown(name), shown(pool_type))
    end
    registry.register_root(mod, name, items, infinite)
  end

  -- (path[, config]), or (path of the parents, name[, config]).
  function Pools.registerSubpool(path, ...)
    local second, third = ...
    if type(second) == "string" or second == nil and third ~= nil then
      registry.register_below(mod, path, second, third)
    elseif select("#", ...) > 1 and third ~= nil then
      fail("registerSubpool: the name is %s: must be a text", shown(second))
    else
      registry.register_path(mod, path, second)
    end
  end

  function Pools.addToSubpool(path, id, mass)
    registry.add(mod, path, id, mass)
  end

  function Pools.drawFromPool(path)
    return draws.draw_from_pool(mod, path)
  end

  function Pools.instantiatePool(path)
    return instantiation.pool_for(mod, path)
  end

  return proxies.fixed("Pools", signatures.apply("pools", "Pools", Pools))
end

-- The table Pools of a mod.
function M.of(mod)
  mod.pools = mod.pools or registry_functions(mod)
  return mod.pools
end

-- Name of a module -> its member of `classes.of(mod)`; the module game.pools is the table Pools.
local modules = {
  ["@items.pool.pool"] = "Pool",
  ["@items.pool.record"] = "Record",
  ["@items.pool.create"] = "createPool",
  ["@items.pool.infinite.pool"] = "InfPool",
  ["@items.pool.infinite.record"] = "InfRecord",
  ["@items.pool.infinite.create"] = "createInfPool",
}

function M.require(mod, name)
  if name == "game.pools" then
    return M.of(mod)
  end
  return modules[name] and classes.of(mod)[modules[name]]
end

function M.module_names()
  local names = { "game.pools" }
  for name in next, modules do
    names[#names + 1] = name
  end
  table.sort(names)
  return names
end

function M.ambient(mod)
  return { Pools = M.of(mod) }
end

function M.new_game()
  registry.new_game()
  draws.new_game()
end

-- The pools that the host registers.
local host = { id = "" }
registry.register_root(host, "e", content.entities, true, {
  numbers = content.entity_numbers, takes = "monster,entity,base.chara",
})
registry.register_root(host, "i", content.items, false, {
  numbers = content.item_numbers, takes = "item,world_item,base.item",
})
for _, subpools in ipairs {
  { "e", "z1 z2" }, { "e.*", "f1 f2" }, { "e.*.*", "enemy wall entity tile" },
  { "i", "common rare" }, { "i.*", "weapon trinket" },
} do
  for name in string.gmatch(subpools[2], "%S+") do
    registry.register_below(host, subpools[1], name)
  end
end

return M
