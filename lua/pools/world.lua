-- Draws for worlds: a world may have its own pools, and its fields may name the current subpools.

local import = ...
local classes = import "pools/classes"
local fail = import "pools/fail"
local instances = import "pools/instances"
local registry = import "pools/registry"

local M = {}

-- World -> root name -> node of the pool that the world uses.
local pools_of = setmetatable({}, { __mode = "k" })

-- The fields of a world that ~ stands for, by root and depth.
local FIELDS = { e = { "zone", "floor" }, i = { "rarity" } }

-- The name of a root for which a world has its own pool, or nil.
function M.own_pool(world)
  return next(pools_of[world] or {})
end

-- Lets a world use its own pool for a root.
function M.use(world, name, pool)
  local node = instances.check_root_pool(pool, "usePool")
  local root = registry.root_named(name, "usePool")
  pools_of[world] = pools_of[world] or {}
  pools_of[world][root.name] = node
end

-- The node of a path among a world's own pools; nil when it has none for that root.
local function own_node(nodes, text, setting)
  local definition = registry.locate(text, setting, "drawFromPool")
  local name = definition.root.name
  if nodes[name] then
    return instances.node_in(nodes[name], definition)
      or fail('drawFromPool: the pool that usePool set for "%s" has no subpool "%s"', name, definition.path)
  end
end

-- Draws for a world of a mod: from its own pool, or from the pools of the game.
function M.draw(mod, world, text)
  local function setting(root, depth)
    local field = FIELDS[root.name] and FIELDS[root.name][depth]
    if field then
      return world[field], "world." .. field
    end
  end
  local node = pools_of[world] and own_node(pools_of[world], text, setting)
  if node then
    classes.refresh_if_exhausted(node)
    -- A mod may have replaced getRandom of the pool.
    return node.object:getRandom()
  end
  return instances.draw(mod, text, setting)
end

return M
