-- Describes pools to Python, for `dungeon-host pools`.

local import = ...
local class = import "core/class"
local classes = import "pools/classes"
local definitions = import "pools/definitions"
local handles = import "core/border/handles"
local ids = import "pools/ids"
local instantiation = import "pools/instantiation"
local random = import "core/game/random"
local registry = import "pools/registry"
local tree = import "pools/tree"
local values = import "core/border/values"

local M = {}

-- The name of what an id stands for; "" when it has none.
local function name_of(root, id)
  local item = type(id) == "number" and rawget(ids.items_of(root), id) or id
  if handles.open(item) then
    local fields = handles.fields(item)
    local name = fields and rawget(fields, "name")
    return type(name) == "string" and name or ids.name(item)
  elseif class.is_class(item) then
    return class.name(item)
  end
  return type(item) == "string" and item or ids.element_id(root, id) or ""
end

local function is_current(definition)
  local current = registry.current(definition.root, definition.depth)
  return definition.parent ~= nil and current ~= nil
    and (current == definition.name or current == definition.number)
end

-- Where mods registered the entries of a definition, by id; nil when there are none.
local function locations_by_id(definition)
  local locations
  for _, entry in ipairs(definition.entries) do
    local id, location = ids.resolve(definition.root, entry.id), entry.location
    locations = locations or {}
    local list = locations[id] or {}
    locations[id] = list
    local last = list[#list]
    if not last or last.file ~= location.file or last.line ~= location.line then
      list[#list + 1] = { file = location.file, line = location.line }
    end
  end
  return locations
end

-- Columns instead of rows, because a pool may have many entries.
local function describe(definition, node)
  local root, pool, locations = definition.root, node.of, locations_by_id(definition)
  local column_ids, names, quantities, entry_locations = {}, {}, {}, {}
  for i in ipairs(node.masses) do
    local record = tree.record_at(node, i)
    local id = pool.ids[record]
    column_ids[i], names[i], quantities[i] = ids.name(id), name_of(root, id), pool.left and pool.left[record]
    entry_locations[i] = locations and (locations[id] or {})
  end
  return {
    path = definition.path,
    name = definition.name or (definition.parent and "" .. definition.number) or root.name,
    depth = definition.depth,
    infinite = root.infinite,
    current = is_current(definition),
    total = node.sums[1],
    file = definition.location.file,
    line = definition.location.line,
    ids = column_ids,
    names = names,
    masses = node.masses,
    quantities = quantities,
    places = entry_locations,
  }
end

-- Describes the pools of a path, or all roots for "", each after its parent; with `below` also the subpools below them.
function M.nodes(path, below)
  local list = {}
  local function add(definition, node)
    list[#list + 1] = describe(definition, node)
    for i, child in ipairs(below and definition.children or {}) do
      add(child, node.children[i])
    end
  end
  if path == "" then
    for _, root in ipairs(definitions.roots) do
      add(root.top, instantiation.fresh(root.top))
    end
  else
    for _, definition in ipairs(registry.find(path, "pools")) do
      add(definition, instantiation.fresh(definition))
    end
  end
  return values.flatten(list)
end

-- Draws a number of times from a full pool; returns how often each entry was drawn, in the order of the entries.
function M.sample(path, count)
  local node = instantiation.fresh((registry.locate(path, nil, "pools")))
  local pool, stream, counts, position_of = node.of, random.stream("host", "pools"), {}, {}
  for i = 1, #node.masses do
    counts[i], position_of[pool.ids[tree.record_at(node, i)]] = 0, i
  end
  for _ = 1, count do
    local id = classes.draw_from(node, stream)
    local position = position_of[id]
    counts[position] = counts[position] + 1
    tree.put_back(pool, pool.number_of[id])
  end
  return values.flatten(counts)
end

return M
