-- Pools as worlds draw from them: each may have pools of its own, and says what is current.

local import = ...
local blame = import "host/blame"
local classes = import "pools/classes"
local instances = import "pools/instances"
local random = import "host/random"
local registry = import "pools/registry"

local raise = blame.raise
local shown = import("host/text").shown
local format, setmetatable = string.format, setmetatable

local M = {}

-- World -> root name -> node of the pool that was given to it.
local of_world = setmetatable({}, { __mode = "k" })

-- Fields in which a world says what ~ stands for, by root and depth.
local SETTINGS = { e = { "zone", "floor" }, i = { "rarity" } }

-- Gives a world a pool of its own for a root.
function M.use(world, name, pool)
  local node = classes.node(pool)
  if not node or node.parent then
    raise(format("usePool: %s is no root pool: must be a Pool or an InfPool without a parent", shown(pool)))
  end
  local root = registry.root_named(name, "usePool")
  of_world[world] = of_world[world] or {}
  of_world[world][root.name] = node
end

-- Draws for a world of a mod: from what `use` gave it, else from the pools of the game.
function M.draw(mod, world, text)
  local function setting(root, depth)
    local name = SETTINGS[root.name] and SETTINGS[root.name][depth]
    return name and world[name]
  end
  local stream = random.stream(mod.id, "pools")
  local own = of_world[world]
  if not own then
    return instances.draw_from(instances.game_node(text, setting), stream)
  end
  local registered = registry.locate(text, setting, "drawFromPool")
  local root = registered.root
  if not own[root.name] then
    return instances.draw_from(instances.game_node(text, setting), stream)
  end
  local node = instances.node_in(own[root.name], registered)
  if not node then
    raise(format('drawFromPool: the pool that usePool was given for "%s" has no subpool "%s"', root.name, registered.path))
  end
  return instances.draw_from(node, stream)
end

return M
