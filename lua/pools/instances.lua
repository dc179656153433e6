-- Pools that are drawn from: trees (pools/tree) made of what is registered (pools/registry).

local import, py = ...
local errors = import "core/errors"
local classes = import "pools/classes"
local handles = import "core/border/handles"
local nodes = import "pools/nodes"
local paths = import "pools/paths"
local random = import "core/game/random"
local registry = import "pools/registry"
local records = import "pools/records"
local signatures = import "core/border/signatures"
local tree = import "pools/tree"

local raise = errors.raise
local shown = import("core/sandbox/text").shown
local sort = table.sort
local format, ipairs, next, type = string.format, ipairs, next, type

local M = {}

-- Root name -> { tree, version and count of what it was made of } of the running game.
local of_game = {}
-- Text of a path without ~ -> { root, node, made (what of_game had then) }, as long as the registry is what it was; and
-- how many of them.
local found, found_version, found_count = {}, nil, 0
-- More texts than these stand for the same few pools.
local MOST_FOUND = 10000

-- What an id is ordered by among others that are no positions.
local function name_of(id)
  local kind, index = handles.open(id)
  return kind and py.handle_name(kind, index) or id
end

-- What lies in a node, in an order that does not depend on that in which it came: the ids, positions before all else, and
-- the mass of each.
local function contents(root, node)
  local ids, masses, names = {}, {}, {}
  for _, entry in ipairs(node.entries) do
    local id = registry.meaning(root, entry.id)
    local list = masses[id]
    if not list then
      list = {}
      ids[#ids + 1], masses[id], names[id] = id, list, name_of(id)
    end
    list[#list + 1] = entry.mass
  end
  sort(ids, function(a, b)
    a, b = names[a], names[b]
    if type(a) ~= type(b) then
      return type(a) == "number"
    end
    return a < b
  end)
  local sums = {}
  for i, id in ipairs(ids) do
    -- Fractions add up to the same in one order only.
    sort(masses[id])
    local sum = 0
    for _, mass in ipairs(masses[id]) do
      sum = records.weighing(sum + mass, 1)
    end
    sums[i] = sum
  end
  return ids, sums
end

-- A tree of what a root holds now: all elements of its list, and what else lies in its subpools.
local function instantiate(root)
  local count = registry.count_items(root)
  local ids, number_of, quantities = {}, {}, not root.infinite and {} or nil
  local function know(id)
    local number = number_of[id]
    if not number then
      number = #ids + 1
      ids[number], number_of[id] = id, number
      if quantities then
        quantities[number] = 1
      end
    end
    return number
  end
  for i = 1, count do
    know(i)
  end

  local function plan(node)
    local ids_here, masses = contents(root, node)
    local numbers, children = {}, {}
    for i, id in ipairs(ids_here) do
      numbers[i] = know(id)
    end
    for i, child in ipairs(node.children) do
      children[i] = plan(child)
    end
    return { title = 'pool "' .. node.path .. '"', records = numbers, masses = masses, children = children }
  end

  local top = plan(root.top)
  top.records, top.masses = nil, {}
  for i = 1, #ids do
    top.masses[i] = 1
  end
  return tree.build(ids, number_of, quantities, top)
end

-- The node of a tree that stands for one of the registry; nil when the tree has none there.
local function node_in(root, node)
  if not node.parent then
    return root
  end
  local parent = node_in(root, node.parent)
  return parent and parent.children[node.number]
end
M.node_in = node_in

local function game_tree(root)
  local known, count = of_game[root.name], registry.count_items(root)
  if not known or known.version ~= nodes.version or known.count ~= count then
    local made = instantiate(root)
    if known and made.left then
      tree.take_over(made, known.tree)
    end
    known = { tree = made, version = nodes.version, count = count }
    of_game[root.name] = known
  end
  return known.tree
end

-- Draws from a node, which is refreshed first when it is empty.
function M.draw_from(node, stream)
  classes.refresh_if_exhausted(node)
  return classes.draw_from(node, stream)
end

-- The node of the pools of the game that a path means; `setting` as in registry.locate.
local function game_node(text, setting)
  if found_version ~= nodes.version or found_count > MOST_FOUND then
    found, found_version, found_count = {}, nodes.version, 0
  end
  local known = type(text) == "string" and found[text]
  if known and known.made == of_game[known.root.name] and known.made.count == registry.count_items(known.root) then
    return known.node
  end
  local registered, path = registry.locate(text, setting, "drawFromPool")
  local root = registered.root
  local node = node_in(game_tree(root).root, registered)
  if not path.tilda then
    found[text], found_count = { root = root, node = node, made = of_game[root.name] }, found_count + 1
  end
  return node
end

M.game_node = game_node

-- Draws from the pools of the game, which all mods share.
function M.draw(mod, text)
  return M.draw_from(game_node(text), random.stream(mod.id, "pools"))
end

-- The node of the registry in a tree of its own, from which nothing has been drawn.
function M.fresh(registered)
  return node_in(instantiate(registered.root).root, registered)
end

-- The pool, of the classes of a mod, that the root of a path is now.
function M.instantiate(mod, text)
  local path = paths.parse(text, "instantiatePool")
  return classes.of(mod).show(instantiate(registry.root_named(path.root, "instantiatePool")))
end

-- The pool of a path in a table of pools by number of their roots, refreshed when it was exhausted.
function M.draw_subpool(text, pools)
  if type(pools) ~= "table" then
    signatures.refuse("pools", "Pools.drawSubpool", text, pools)
  end
  local registered = registry.locate(text, nil, "drawSubpool")
  local root = registered.root
  local node = type(pools) == "table" and classes.node(pools[root.number])
  node = node and node_in(node, registered)
  if not node then
    raise(format('drawSubpool: pools[%d] is no pool with a subpool "%s"', root.number, registered.path))
  end
  classes.refresh_if_exhausted(node)
  return node.object
end

-- Refuses what is no pool, or not the root of one.
function M.check_root_pool(pool, what)
  local node = classes.node(pool)
  if not node or node.parent then
    raise(format("%s: %s is no root pool: must be a Pool or an InfPool without a parent", what, shown(pool)))
  end
  return node
end

function M.set_in_list(name, pool, pools)
  if type(pools) ~= "table" then
    signatures.refuse("pools", "Pools.setPoolInListByName", name, pool, pools)
  end
  local root = registry.root_named(name, "setPoolInListByName")
  M.check_root_pool(pool, "setPoolInListByName")
  pools[root.number] = pool
end

-- By what a save knows an id: that of what a position stands for where that has one.
local function lasting_name(root, id)
  for name, position in next, type(id) == "number" and root.numbers or {} do
    if position == id then
      return name
    end
  end
  return name_of(id)
end

-- For saves: root name -> id -> how much is left, of the records of which there is not as much as at first.
function M.left()
  local roots = {}
  for name, known in next, of_game do
    local made = known.tree
    for record, left in ipairs(made.left or {}) do
      if left ~= made.original[record] then
        roots[name] = roots[name] or {}
        roots[name][lasting_name(registry.root_named(name, "save"), made.ids[record])] = left
      end
    end
  end
  return roots
end

-- Lets so much be left of a record; whether there is one.
function M.set_left(name, id, left)
  local root = registry.find_root(name)
  local made = root and game_tree(root)
  local record = made and made.left and made.number_of[registry.meaning(root, id)]
  if record then
    tree.set_left(made, record, left)
  end
  return record ~= nil
end

function M.new_game()
  of_game, found, found_version = {}, {}, nil
end

return M
