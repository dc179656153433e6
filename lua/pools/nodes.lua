-- The trees of what is registered: roots, nodes and rules. Nothing is checked here but how much there is.

local import = ...
local raise = import("core/errors").raise

local format, ipairs, next = string.format, ipairs, next

local M = {}

local MOST_NODES, MOST_ENTRIES = 10000, 1000000

-- Roots in order, and by name. A root: name, number, items (a list, or a view of one), numbers (full id -> position, when
-- what is in the list has ids), takes (types of prototypes that may lie in it besides, joined by commas; nil for any),
-- infinite, top (a node), rules, levels (depth -> names of the nodes there and the most that any parent has).
-- A node: path, name (nil when it goes by its number), number, parent, depth, children (a list and by name), entries, root,
-- and place, which is who made it: mod, file and line. An entry: id, mass, place.
-- A rule: path, last (how many of its segments mean nodes), entries, and makes with a name when it makes subpools of those.
local roots, by_name = {}, {}
local nodes, entries = 0, 0
M.roots, M.by_name = roots, by_name

-- Goes up whenever a root or a node changes; and whether a change was broken off.
M.version, M.is_broken = 0, false

-- The nodes that the first `last` segments of a path mean; or nothing, the segment that leads nowhere and the nodes in
-- which it was looked for.
function M.walk(root, path, last)
  local found = { root.top }
  for i = 1, last do
    local segment, below = path[i], {}
    for _, node in ipairs(found) do
      if segment == "*" then
        for _, child in ipairs(node.children) do
          below[#below + 1] = child
        end
      else
        below[#below + 1] = node.children[segment]
      end
    end
    if not below[1] then
      return nil, i, found
    end
    found = below
  end
  return found
end

-- Whether the segments of a rule mean a node.
local function means(path, last, node)
  for i = last, 1, -1 do
    if not node.parent or path[i] ~= "*" and path[i] ~= node.name and path[i] ~= node.number then
      return false
    end
    node = node.parent
  end
  return node.parent == nil
end

-- What a rule changes is prepared first: how many nodes and entries there will be, the parents and the children they get
-- (a child may be a parent in its turn), and the targets with the rules that give them entries. So it can be refused before
-- anything that is there has changed.
local function new_plan()
  return { nodes = nodes, entries = entries, parents = {}, children = {}, is_new = {}, targets = {}, rules = {} }
end

local prepare

local function attach(parent, node)
  parent.children[node.number] = node
  if node.name then
    parent.children[node.name] = node
  end
end

local function prepare_child(plan, parent, rule)
  local number = #parent.children + 1
  local node = {
    path = parent.path .. "." .. (rule.name or number), name = rule.name, number = number, parent = parent,
    root = parent.root, children = {}, entries = {}, place = rule.place, depth = parent.depth + 1,
  }
  plan.nodes = plan.nodes + 1
  local n = #plan.parents + 1
  plan.parents[n], plan.children[n], plan.is_new[node] = parent, node, true
  if plan.is_new[parent] then
    attach(parent, node)
  end
  for _, one in ipairs(parent.root.rules) do
    if means(one.path, one.last, node) then
      prepare(plan, one, node)
    end
  end
  return node
end

function prepare(plan, rule, node)
  local target = node
  if rule.makes then
    target = rule.name and node.children[rule.name] or prepare_child(plan, node, rule)
  end
  if rule.entries[1] then
    local n = #plan.targets + 1
    plan.targets[n], plan.rules[n] = target, rule
    plan.entries = plan.entries + #rule.entries
  end
end

local function carry_out(plan)
  M.is_broken = true
  for i, parent in ipairs(plan.parents) do
    local node = plan.children[i]
    local levels = parent.root.levels
    local level = levels[node.depth] or { names = {}, most = 0 }
    levels[node.depth] = level
    attach(parent, node)
    if node.name then
      level.names[node.name] = true
    end
    level.most = node.number > level.most and node.number or level.most
  end
  for i, target in ipairs(plan.targets) do
    local rule = plan.rules[i]
    for _, entry in ipairs(rule.entries) do
      target.entries[#target.entries + 1] = { id = entry.id, mass = entry.mass, place = rule.place }
    end
  end
  nodes, entries = plan.nodes, plan.entries
  M.version = M.version + 1
  M.is_broken = false
end

function M.add_root(root)
  root.number, root.rules, root.levels = #roots + 1, {}, {}
  root.top = { path = root.name, children = {}, entries = {}, root = root, place = root.place, depth = 0 }
  roots[root.number], by_name[root.name] = root, root
  M.version = M.version + 1
end

-- Applies a rule to the nodes it means now, and keeps it for later ones when it has stars.
function M.add_rule(rule, found, what)
  local plan = new_plan()
  for _, node in ipairs(found) do
    prepare(plan, rule, node)
    if plan.nodes > MOST_NODES then
      raise(format("%s: there would be more than %d subpools", what, MOST_NODES))
    elseif plan.entries > MOST_ENTRIES then
      raise(format("%s: the pools would hold more than %d entries", what, MOST_ENTRIES))
    end
  end
  carry_out(plan)
  if rule.path.star then
    local rules = found[1].root.rules
    rules[#rules + 1] = rule
  end
end

-- Lets there be nothing, until it is built again.
function M.clear()
  for name in next, by_name do
    by_name[name] = nil
  end
  for i = #roots, 1, -1 do
    roots[i] = nil
  end
  nodes, entries, M.is_broken = 0, 0, true
end

function M.built()
  M.is_broken = false
  M.version = M.version + 1
end

return M
