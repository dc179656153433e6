-- Draws from pools (`Pools.drawFromPool`, `World:drawFromPool`): from the pools of the game, from a world's own pools,
-- and from the pools that a mod made.

local import = ...
local classes = import "pools/classes"
local definitions = import "pools/definitions"
local explanation = import "pools/explanation"
local fail = import("core/errors").fail
local ids = import "pools/ids"
local instantiation = import "pools/instantiation"
local random = import "core/game/random"
local recording = import "core/border/recording"
local registry = import "pools/registry"
local tree = import "pools/tree"

local node_in = instantiation.node_in
local next, type = next, type

local M = {}

-- Root name -> { tree, version and count of the definitions it was made of } of the running game.
local game_trees = {}
-- A cache for paths without ~: text -> { root, node, game_tree }; valid for one version of the definitions.
local nodes_by_text, cached_version, cached_count = {}, nil, 0
local MAX_CACHED = 10000

local function game_tree(root)
  local current, count = game_trees[root.name], ids.count(root)
  if not current or current.version ~= definitions.version or current.count ~= count then
    local new_tree = instantiation.instantiate(root)
    if current and new_tree.left then
      tree.copy_quantities(new_tree, current.tree)
    end
    current = { tree = new_tree, version = definitions.version, count = count }
    game_trees[root.name] = current
  end
  return current.tree
end

-- The node of the game's pools that a path names; `setting` as in registry.locate.
local function game_node(text, setting)
  if cached_version ~= definitions.version or cached_count > MAX_CACHED then
    nodes_by_text, cached_version, cached_count = {}, definitions.version, 0
  end
  local cached = type(text) == "string" and nodes_by_text[text]
  if cached then
    local current = cached.game_tree
    if current == game_trees[cached.root.name] and current.count == ids.count(cached.root) then
      return cached.node
    end
  end
  local definition, path = registry.locate(text, setting, "drawFromPool")
  local root = definition.root
  local node = node_in(game_tree(root).root, definition)
  if not path.tilde then
    nodes_by_text[text] = { root = root, node = node, game_tree = game_trees[root.name] }
    cached_count = cached_count + 1
  end
  return node
end

local function draw(mod, text, setting)
  local node = game_node(text, setting)
  classes.refresh_if_exhausted(node)
  return classes.draw_from(node, random.stream(mod.id, "pools"))
end

-- Draws from the pools of the game, which all mods share; `setting` as in registry.locate.
function M.draw_from_pool(mod, text, setting)
  if recording.is_on then
    return explanation.draw(draw, mod, text, setting)
  end
  return draw(mod, text, setting)
end

-- The subpool of a path in a table of pools by root number; it is refreshed when it is exhausted.
function M.draw_subpool(text, pools)
  local definition = registry.locate(text, nil, "drawSubpool")
  local root = definition.root
  local node = classes.node(pools[root.number])
  node = node and node_in(node, definition)
  if not node then
    fail('drawSubpool: pools[%d] is not a pool with a subpool "%s"', root.number, definition.path)
  end
  classes.refresh_if_exhausted(node)
  return node.object
end

-- World -> root name -> node of the pool that the world uses.
local pools_of = setmetatable({}, { __mode = "k" })

-- The fields of a world that ~ stands for, by root and depth.
local FIELDS = { e = { "zone", "floor" }, i = { "rarity" } }

-- The name of a root for which a world has its own pool, or nil.
function M.own_pool(world)
  return next(pools_of[world] or {})
end

-- Lets a world use its own pool for a root.
function M.use_pool(world, name, pool)
  local node = instantiation.check_root_pool(pool, "usePool")
  local root = registry.root_named(name, "usePool")
  instantiation.check_made_of(node, root.name, "usePool")
  pools_of[world] = pools_of[world] or {}
  pools_of[world][root.name] = node
end

-- Puts a pool into a table that drawSubpool draws from, where it stands for a root.
function M.set_in_list(name, pool, pools)
  local root = registry.root_named(name, "setPoolInListByName")
  local node = instantiation.check_root_pool(pool, "setPoolInListByName")
  instantiation.check_made_of(node, root.name, "setPoolInListByName")
  pools[root.number] = pool
end

-- The node of a path among a world's own pools; nil when it has none for that root.
local function own_node(nodes, text, setting)
  local definition = registry.locate(text, setting, "drawFromPool")
  local name = definition.root.name
  if nodes[name] then
    return node_in(nodes[name], definition)
      or fail('drawFromPool: the pool that usePool set for "%s" has no subpool "%s"', name, definition.path)
  end
end

-- Draws for a world of a mod: from its own pool, or from the pools of the game.
function M.draw_for_world(mod, world, text)
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
  return M.draw_from_pool(mod, text, setting)
end

-- For saves: root name -> id -> quantity, of the records whose quantity has changed.
function M.left()
  local roots = {}
  for name, current in next, game_trees do
    local game = current.tree
    for record, quantity in ipairs(game.left or {}) do
      if quantity ~= game.original[record] then
        local id = game.ids[record]
        roots[name] = roots[name] or {}
        roots[name][ids.element_id(definitions.by_name[name], id) or ids.name(id)] = quantity
      end
    end
  end
  return roots
end

-- For saves: sets the quantity of a record; returns whether there is such a record.
function M.set_left(name, id, quantity)
  local root = definitions.by_name[name]
  local game = root and game_tree(root)
  local record = game and game.left and game.number_of[ids.resolve(root, id)]
  if record then
    tree.set_left(game, record, quantity)
  end
  return record ~= nil
end

function M.new_game()
  game_trees, nodes_by_text, cached_version = {}, {}, nil
end

return M
