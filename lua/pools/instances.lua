-- Pools that are drawn from: trees (pools/tree) made of the definitions (pools/registry).

local import = ...
local classes = import "pools/classes"
local definitions = import "pools/definitions"
local draws = import "pools/draws"
local explanation = import "pools/explanation"
local fail = import "pools/fail"
local ids = import "pools/ids"
local paths = import "pools/paths"
local random = import "core/game/random"
local recording = import "core/border/recording"
local registry = import "pools/registry"
local records = import "pools/records"
local tree = import "pools/tree"

local shown = import("core/sandbox/text").shown
local sort = table.sort
local ipairs, next, rawget, type = ipairs, next, rawget, type

local M = {}

-- Root name -> { tree, version and count of the definitions it was made of } of the running game.
local game_trees = {}
-- A cache for paths without ~: text -> { root, node, game_tree }; valid for one version of the definitions.
local nodes_by_text, cached_version, cached_count = {}, nil, 0
local MAX_CACHED = 10000

-- The entries of a definition in an order that does not depend on when they were added: ids, positions before all other
-- ids, and the mass of each.
local function sorted_entries(root, definition)
  local list, masses, names = {}, {}, {}
  for _, entry in ipairs(definition.entries) do
    local id = ids.resolve(root, entry.id)
    if not masses[id] then
      list[#list + 1], masses[id], names[id] = id, {}, ids.name(id)
    end
    masses[id][#masses[id] + 1] = entry.mass
  end
  sort(list, function(a, b)
    a, b = names[a], names[b]
    if type(a) ~= type(b) then
      return type(a) == "number"
    end
    return a < b
  end)
  local sums = {}
  for i, id in ipairs(list) do
    -- The sum of fractions depends on their order.
    sort(masses[id])
    local sum = 0
    for _, mass in ipairs(masses[id]) do
      sum = records.summable(sum + mass, 1)
    end
    sums[i] = sum
  end
  return list, sums
end

-- A function that returns the name of an id of a root: of a registered object its id, else the id or the text itself.
local function naming(root)
  -- Position -> id of the element, as it was at the first call.
  local names
  return function(id)
    if not names then
      names = {}
      for name, position in next, root.numbers or {} do
        names[position] = name
      end
    end
    local item = type(id) == "number" and rawget(ids.items_of(root), id)
    local name = names[id] or ids.name(item or id)
    return type(name) == "string" and name or "" .. id
  end
end

-- Lets draws from the node of a definition, and from those below it, be counted.
local function watch(definition, node, name_of)
  draws.watch(node, definition.path, name_of)
  for i, child in ipairs(definition.children) do
    watch(child, node.children[i], name_of)
  end
end

-- Builds a tree of what a root holds now: all elements of its list, and all other entries of its subpools.
local function instantiate(root)
  local list, number_of, quantities = {}, {}, not root.infinite and {} or nil
  local function record_number(id)
    local number = number_of[id]
    if not number then
      number = #list + 1
      list[number], number_of[id] = id, number
      if quantities then
        quantities[number] = 1
      end
    end
    return number
  end
  for i = 1, ids.count(root) do
    record_number(i)
  end

  local function plan_of(definition)
    local entry_ids, masses = sorted_entries(root, definition)
    local numbers, children = {}, {}
    for i, id in ipairs(entry_ids) do
      numbers[i] = record_number(id)
    end
    for i, child in ipairs(definition.children) do
      children[i] = plan_of(child)
    end
    return { title = 'pool "' .. definition.path .. '"', records = numbers, masses = masses, children = children }
  end

  local top = plan_of(root.top)
  top.records, top.masses = nil, {}
  for i = 1, #list do
    top.masses[i] = 1
  end
  local pool_tree = tree.build(list, number_of, quantities, top)
  watch(root.top, pool_tree.root, naming(root))
  return pool_tree
end

-- The node of a definition below the root node of a tree; nil when the tree has none.
function M.node_in(root_node, definition)
  if not definition.parent then
    return root_node
  end
  local parent = M.node_in(root_node, definition.parent)
  return parent and parent.children[definition.number]
end
local node_in = M.node_in

local function game_tree(root)
  local current, count = game_trees[root.name], ids.count(root)
  if not current or current.version ~= definitions.version or current.count ~= count then
    local new_tree = instantiate(root)
    if current and new_tree.left then
      tree.copy_quantities(new_tree, current.tree)
    end
    current = { tree = new_tree, version = definitions.version, count = count }
    game_trees[root.name] = current
  end
  return current.tree
end

-- Draws from a node, which is refreshed first when it is exhausted.
function M.draw_from(node, stream)
  classes.refresh_if_exhausted(node)
  return classes.draw_from(node, stream)
end

-- The node of the game's pools that a path names; `setting` as in registry.locate.
function M.game_node(text, setting)
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
  return M.draw_from(M.game_node(text, setting), random.stream(mod.id, "pools"))
end

-- Draws from the pools of the game, which all mods share; `setting` as in registry.locate.
function M.draw(mod, text, setting)
  if recording.is_on then
    return explanation.draw(draw, mod, text, setting)
  end
  return draw(mod, text, setting)
end

-- The node of a definition in a new tree, from which nothing has been drawn.
function M.fresh(definition)
  return node_in(instantiate(definition.root).root, definition)
end

-- Makes a pool for a mod of what is registered now under the root of a path.
function M.instantiate(mod, text)
  local path = paths.parse(text, "instantiatePool")
  return classes.of(mod).show(instantiate(registry.root_named(path.root, "instantiatePool")))
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

-- Returns the node of a root pool, and refuses other values.
function M.check_root_pool(pool, caller)
  local node = classes.node(pool)
  if not node or node.parent then
    fail("%s: %s is not a root pool: must be a Pool or an InfPool without a parent", caller, shown(pool))
  end
  return node
end

function M.set_in_list(name, pool, pools)
  local root = registry.root_named(name, "setPoolInListByName")
  M.check_root_pool(pool, "setPoolInListByName")
  pools[root.number] = pool
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
