-- Makes trees of pools (pools/tree) from the definitions of mods (pools/definitions), as `Pools.instantiatePool` does.

local import = ...
local classes = import "pools/classes"
local draw_counts = import "pools/draw_counts"
local fail = import("core/errors").fail
local ids = import "pools/ids"
local paths = import "pools/paths"
local registry = import "pools/registry"
local records = import "pools/records"
local tree = import "pools/tree"

local shown = import("core/sandbox/text").shown

local M = {}

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
  table.sort(list, function(a, b)
    a, b = names[a], names[b]
    if type(a) ~= type(b) then
      return type(a) == "number"
    end
    return a < b
  end)
  local sums = {}
  for i, id in ipairs(list) do
    -- The sum of fractions depends on their order.
    table.sort(masses[id])
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
  draw_counts.watch(node, definition.path, name_of)
  for i, child in ipairs(definition.children) do
    watch(child, node.children[i], name_of)
  end
end

-- Builds a tree of what a root holds now: all elements of its list, and all other entries of its subpools.
function M.instantiate(root)
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

-- The node of a definition in a new tree, from which nothing has been drawn.
function M.fresh(definition)
  return M.node_in(M.instantiate(definition.root).root, definition)
end

-- Root node of a tree -> name of the root that it was made of, for a mod.
local made_of = setmetatable({}, { __mode = "k" })

-- Makes a pool for a mod of what is registered now under the root of a path.
function M.pool_for(mod, text)
  local path = paths.parse(text, "instantiatePool")
  local root = registry.root_named(path.root, "instantiatePool")
  local pool_tree = M.instantiate(root)
  made_of[pool_tree.root] = root.name
  return classes.of(mod).show(pool_tree)
end

-- Refuses a pool that was made of another root than the one with a name.
function M.check_made_of(node, name, caller)
  local other = made_of[node] or name
  if other ~= name then
    fail('%s: the pool is made of "%s": must be made of "%s", or by the mod', caller, other, name)
  end
end

-- Returns the node of a root pool, and refuses other values.
function M.check_root_pool(pool, caller)
  local node = classes.node(pool)
  if not node or node.parent then
    fail("%s: %s is not a root pool: must be a Pool or an InfPool without a parent", caller, shown(pool))
  end
  return node
end

return M
