-- What lies in the pools, for those who look at them from outside.

local import, py = ...
local class = import "core/class"
local classes = import "pools/classes"
local handles = import "core/border/handles"
local instances = import "pools/instances"
local random = import "core/game/random"
local registry = import "pools/registry"
local tree = import "pools/tree"
local values = import "core/border/values"
local proxies = import "core/sandbox/proxies"

local ipairs, next, rawget, type = ipairs, next, rawget, type

local M = {}

-- An id as it is shown: a number, or the id of a prototype.
local function id_of(id)
  local kind, index = handles.open(id)
  return kind and py.handle_name(kind, index) or id
end

-- What an id of a pool stands for, as far as it has a name.
local function name_of(root, id)
  local item = type(id) == "number" and rawget(proxies.original(root.items) or root.items, id) or id
  local kind = handles.open(item)
  if kind then
    local fields = handles.fields(item)
    local name = fields and rawget(fields, "name")
    return type(name) == "string" and name or id_of(item)
  elseif class.is_class(item) then
    return class.name(item)
  elseif type(item) == "string" then
    return item
  end
  for full, number in next, root.numbers or {} do
    if number == id then
      return full
    end
  end
  return ""
end

local function is_current(root, registered)
  local current = registry.current(root, registered.depth)
  return current ~= nil and (current == registered.name or current == registered.number)
end

local function describe(registered, node)
  local root, made = registered.root, node.of
  local places, any_place = {}, false
  for _, entry in ipairs(registered.entries) do
    local id, place = registry.meaning(root, entry.id), entry.place
    local list = places[id] or {}
    places[id] = list
    local last = list[#list]
    if not last or last.file ~= place.file or last.line ~= place.line then
      list[#list + 1] = { file = place.file, line = place.line }
      any_place = true
    end
  end
  -- Columns, because there may be many.
  local ids, names, quantities, from = {}, {}, {}, {}
  for i in ipairs(node.masses) do
    local record = node.records and node.records[i] or i
    local id = made.ids[record]
    ids[i], names[i], quantities[i] = id_of(id), name_of(root, id), made.left and made.left[record]
    if any_place then
      from[i] = places[id] or {}
    end
  end
  return {
    path = registered.path,
    name = registered.name or (registered.parent and "" .. registered.number) or root.name,
    depth = registered.depth,
    infinite = root.infinite,
    current = registered.parent ~= nil and is_current(root, registered),
    total = node.sums[1],
    file = registered.place.file,
    line = registered.place.line,
    ids = ids,
    names = names,
    masses = node.masses,
    quantities = quantities,
    places = from,
  }
end

local function chosen(path)
  if path ~= "" then
    return registry.find(path, "pools")
  end
  local tops = {}
  for i, root in ipairs(registry.roots) do
    tops[i] = root.top
  end
  return tops
end

-- The nodes that a path means, or all roots for "", and with `below` those below them: each after its parent.
function M.nodes(path, below)
  local list = {}
  local function walk(registered, node)
    list[#list + 1] = describe(registered, node)
    if below then
      for i, child in ipairs(registered.children) do
        walk(child, node.children[i])
      end
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
