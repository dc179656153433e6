-- What lies in the pools, for those who look at them from outside.

local import = ...
local class = import "host/class"
local classes = import "pools/classes"
local handles = import "host/handles"
local instances = import "pools/instances"
local random = import "host/random"
local registry = import "pools/registry"
local text = import "host/text"
local tree = import "pools/tree"
local values = import "host/values"
local views = import "host/views"

local ipairs, rawget, type = ipairs, rawget, type

local M = {}

-- What an id of a pool stands for, as far as it has a name.
local function name_of(root, id)
  if type(id) ~= "number" then
    return text.tostring(id)
  end
  local items = views.original(root.items) or root.items
  local item = rawget(items, id)
  if class.is_class(item) then
    return class.name(item)
  elseif handles.open(item) or type(item) == "string" then
    return text.tostring(item)
  end
  return ""
end

local function describe(registered, node)
  local root, made = registered.root, node.of
  local total, entries = node.sums[1], {}
  local places = {}
  for _, entry in ipairs(registered.entries) do
    local list = places[entry.id] or {}
    places[entry.id] = list
    list[#list + 1] = { mod = entry.place.mod, file = entry.place.file, line = entry.place.line }
  end
  for i, mass in ipairs(node.masses) do
    local record = node.records and node.records[i] or i
    local id = made.ids[record]
    local quantity = made.left and made.left[record]
    entries[i] = {
      id = type(id) == "number" and id or text.tostring(id),
      name = name_of(root, id),
      mass = mass,
      quantity = quantity,
      probability = total > 0 and mass * (quantity or 1) / total or 0,
      places = places[id] or {},
    }
  end
  return {
    path = registered.path,
    name = registered.name or (registered.parent and "" .. registered.number) or root.name,
    depth = registered.depth,
    infinite = root.infinite,
    current = registered.parent ~= nil and root.currents[registered.depth] == registered.name and registered.name ~= nil,
    total = total,
    mod = registered.place.mod,
    file = registered.place.file,
    line = registered.place.line,
    entries = entries,
  }
end

local function chosen(path)
  if path ~= "" then
    return { (registry.locate(path, nil, "pools")) }
  end
  local tops = {}
  for i, root in ipairs(registry.roots) do
    tops[i] = root.top
  end
  return tops
end

-- The nodes at and below a path, or of all roots for "": each after its parent.
function M.nodes(path)
  local list = {}
  local function walk(registered, node)
    list[#list + 1] = describe(registered, node)
    for i, child in ipairs(registered.children) do
      walk(child, node.children[i])
    end
  end
  for _, registered in ipairs(chosen(path)) do
    walk(registered, instances.fresh(registered))
  end
  return values.flatten(list)
end

-- How often each entry of a pool comes in so many draws, each from the full pool; in the order of the entries.
function M.sample(path, count)
  local node = instances.fresh((registry.locate(path, nil, "pools")))
  local stream, drawn, position_of = random.stream("host", "pools"), {}, {}
  for i = 1, #node.masses do
    drawn[i], position_of[node.of.ids[node.records and node.records[i] or i]] = 0, i
  end
  for _ = 1, count do
    local id = classes.draw_from(node, stream)
    local position = position_of[id]
    drawn[position] = drawn[position] + 1
    tree.put_back(node.of, node.of.number_of[id])
  end
  return values.flatten(drawn)
end

return M
