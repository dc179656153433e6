-- The pools dialect: `Pools`, and the classes Pool and InfPool.

local import = ...
local errors = import "core/errors"
local classes = import "pools/classes"
local content = import "core/game/content"
local instances = import "pools/instances"
local records = import "pools/records"
local registry = import "pools/registry"
local signatures = import "core/border/signatures"
local proxies = import "core/sandbox/proxies"
import "pools/save"

local raise = errors.raise
local shown = import("core/sandbox/text").shown
local ipairs, next, select, setmetatable, type = ipairs, next, select, setmetatable, type
local format = string.format

local M = { name = "pools" }

-- What a mod passes for the type of a root -> whether it is infinite.
local types = setmetatable({}, { __mode = "k" })

local function registry_functions(mod)
  local made = classes.of(mod)
  local normal = proxies.fixed("Pools.poolTypes.normal", { made.Pool, records.record })
  local infinite = proxies.fixed("Pools.poolTypes.infinite", { made.InfPool, records.infinite_record })
  types[normal], types[infinite] = "normal", "infinite"

  local Pools = { poolTypes = proxies.fixed("Pools.poolTypes", { normal = normal, infinite = infinite }) }

  function Pools.registerRootPool(name, items, pool_type)
    if type(name) ~= "string" or type(items) ~= "table" then
      signatures.refuse("pools", "Pools.registerRootPool", name, items, pool_type)
    end
    local known = pool_type ~= nil and types[proxies.original(pool_type) or pool_type]
    if not known then
      raise(format("registerRootPool: the type is %s: must be Pools.poolTypes.normal or Pools.poolTypes.infinite",
        shown(pool_type)))
    end
    registry.register_root(mod, name, items, known == "infinite")
  end

  -- (path[, config]), or (path of the parents, name[, config]).
  function Pools.registerSubpool(path, ...)
    local second, third = ...
    if third ~= nil and type(third) ~= "table" then
      signatures.refuse("pools", "Pools.registerSubpool", path, second, third)
    end
    if type(second) == "string" or second == nil and third ~= nil then
      registry.register_below(mod, path, second, third)
    elseif select("#", ...) > 1 and third ~= nil then
      raise(format("registerSubpool: the name is %s: must be a text", shown(second)))
    else
      registry.register_path(mod, path, second)
    end
  end

  function Pools.addToSubpool(path, id, mass)
    if mass ~= nil and type(mass) ~= "number" then
      signatures.refuse("pools", "Pools.addToSubpool", path, id, mass)
    end
    registry.add(mod, path, id, mass)
  end

  function Pools.setCurrent(root, depth, name)
    registry.set_current(root, depth, name)
  end

  function Pools.drawFromPool(path)
    return instances.draw(mod, path)
  end

  function Pools.instantiatePool(path)
    return instances.instantiate(mod, path)
  end

  Pools.drawSubpool = instances.draw_subpool
  Pools.setPoolInListByName = instances.set_in_list
  return proxies.fixed("Pools", signatures.apply("pools", "Pools", Pools))
end

-- The table Pools of a mod.
function M.of(mod)
  mod.pools = mod.pools or registry_functions(mod)
  return mod.pools
end

local modules = {
  ["game.pools"] = M.of,
  ["@items.pool.pool"] = function(mod)
    return classes.of(mod).Pool
  end,
  ["@items.pool.record"] = function()
    return records.record
  end,
  ["@items.pool.create"] = function(mod)
    return classes.of(mod).create
  end,
  ["@items.pool.infinite.pool"] = function(mod)
    return classes.of(mod).InfPool
  end,
  ["@items.pool.infinite.record"] = function()
    return records.infinite_record
  end,
  ["@items.pool.infinite.create"] = function(mod)
    return classes.of(mod).create_infinite
  end,
}

function M.require(mod, name)
  local make = modules[name]
  return make and make(mod)
end

function M.module_names()
  local found = {}
  for name in next, modules do
    found[#found + 1] = name
  end
  table.sort(found)
  return found
end

function M.ambient(mod)
  return { Pools = M.of(mod) }
end

function M.new_game()
  registry.new_game()
  instances.new_game()
end

M.forget = registry.forget

-- The roots that are always there.
local host = { id = "" }
registry.register_root(host, "e", content.entities, true, {
  numbers = content.entity_numbers, takes = "monster,entity,base.chara",
})
registry.register_root(host, "i", content.items, false, {
  numbers = content.item_numbers, takes = "item,world_item,base.item",
})
for _, zone in ipairs { "z1", "z2" } do
  registry.register_below(host, "e", zone)
end
for _, floor in ipairs { "f1", "f2" } do
  registry.register_below(host, "e.*", floor)
end
for _, kind in ipairs { "enemy", "wall" } do
  registry.register_below(host, "e.*.*", kind)
end
for _, rarity in ipairs { "common", "rare" } do
  registry.register_below(host, "i", rarity)
end
for _, kind in ipairs { "weapon", "trinket" } do
  registry.register_below(host, "i.*", kind)
end

return M
