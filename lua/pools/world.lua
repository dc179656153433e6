-- Pools as worlds draw from them: each may have pools of its own, and says what is current.

local import = ...
local errors = import "core/errors"
local classes = import "pools/classes"
local instances = import "pools/instances"
local random = import "core/game/random"
local registry = import "pools/registry"

local raise = errors.raise
local shown = import("core/sandbox/text").shown
local format, next, setmetatable = string.format, next, setmetatable

local M = {}

-- World -> root name -> node of the pool that was given to it.
local of_world = setmetatable({}, { __mode = "k" })

-- Fields in which a world says what ~ stands for, by root and depth.
local SETTINGS = { e = { "zone", "floor" }, i = { "rarity" } }

-- The name of a root for which a world has a pool of its own, or nil.
function M.own_pool(world)
  return next(of_world[world] or {})
end

-- Gives a world a pool of its own for a root.
function M.use(world, name, pool)
  local node = instances.check_root_pool(pool, "usePool")
  local root = registry.root_named(name, "usePool")
  of_world[world] = of_world[world] or {}
  of_world[world][root.name] = node
end

-- The pool of a mod that a path means, among those that were given to a world; nil when none was given for its root.
local function own_node(own, text, setting)
  local registered = registry.locate(text, setting, "drawFromPool")
  local name = registered.root.name
  if own[name] then
    local node = instances.node_in(own[name], registered)
    return node or raise(format('drawFromPool: the pool that usePool was given for "%s" has no subpool "%s"', name,
      registered.path))
  end
end

-- Draws for a world of a mod: from what `use` gave it, else from the pools of the game.
function M.draw(mod, world, text)
  local function setting(root, depth)
    local name = SETTINGS[root.name] and SETTINGS[root.name][depth]
    if name then
      local value = world[name]
      return value, "world." .. name
    end
  end
  local own = of_world[world]
  local node = own and own_node(own, text, setting)
  if node then
    classes.refresh_if_exhausted(node)
    -- Whoever made the pool may have given it another getRandom.
    return node.object:getRandom()
  end
  return instances.draw_from(instances.game_node(text, setting), random.stream(mod.id, "pools"))
end

return M
