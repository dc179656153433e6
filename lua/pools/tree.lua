-- A tree of pools over one list of records. What is left of a record is shared by all nodes that hold it, what it weighs
-- is private to each, and every node has a tree of sums over the weights of its own (core/game/weights).

local import = ...
local weights = import "core/game/weights"

local pick, set = weights.pick, weights.set
local ipairs, rawset = ipairs, rawset
local create = table.create

local M = {}

-- A tree: ids (by record), number_of (id -> record), left and original (quantities by record; nil when the pool is
-- infinite), source (a function of a mod that gives numbers in [0, 1), or nil), root. Record k is held by holders[i] at positions[i], for i from first[k] to first[k + 1] - 1.
-- A node: of (its tree), title, records (numbers; nil for all of them, in order), masses, sums, parent, children, object
-- (the table of a mod that shows it).

local function weigh(node)
  local tree, records, masses = node.of, node.records, node.masses
  local left, count = tree.left, #masses
  local list = masses
  if left then
    list = create(count)
    for i = 1, count do
      list[i] = masses[i] * left[records and records[i] or i]
    end
  end
  node.sums = weights.new(list, count)
end

local function list_holders(tree, nodes)
  local count = #tree.ids
  local first, total = create(count + 1), 1
  for k = 1, count + 1 do
    first[k] = 0
  end
  for _, node in ipairs(nodes) do
    for i = 1, #node.masses do
      local k = node.records and node.records[i] or i
      first[k] = first[k] + 1
    end
  end
  for k = 1, count + 1 do
    first[k], total = total, total + first[k]
  end
  local holders, positions = create(total - 1), create(total - 1)
  for i = 1, total - 1 do
    holders[i], positions[i] = false, 0
  end
  for _, node in ipairs(nodes) do
    for i = 1, #node.masses do
      local k = node.records and node.records[i] or i
      local at = first[k]
      holders[at], positions[at] = node, i
      first[k] = at + 1
    end
  end
  for k = count + 1, 2, -1 do
    first[k] = first[k - 1]
  end
  first[1] = 1
  tree.first, tree.holders, tree.positions = first, holders, positions
end

-- A tree of the records `ids`, with their quantities when it is finite, and `plan` as its root: a plan has title, masses,
-- records (nil for all) and children, a list of plans.
function M.build(ids, number_of, quantities, plan)
  local tree = { ids = ids, number_of = number_of, original = quantities }
  if quantities then
    tree.left = table.move(quantities, 1, #quantities, 1, create(#quantities))
  end
  local nodes = {}
  local function add(one, parent)
    local node = {
      of = tree, title = one.title, records = one.records, masses = one.masses, parent = parent, children = {},
    }
    nodes[#nodes + 1] = node
    weigh(node)
    for i, child in ipairs(one.children) do
      node.children[i] = add(child, node)
    end
    return node
  end
  tree.root = add(plan)
  if quantities then
    list_holders(tree, nodes)
  end
  return tree
end

local function set_left(tree, record, quantity)
  tree.left[record] = quantity
  local holders, positions = tree.holders, tree.positions
  for i = tree.first[record], tree.first[record + 1] - 1 do
    local node, at = holders[i], positions[i]
    local total, object = set(node.sums, at, node.masses[at] * quantity), node.object
    if object then
      -- No code of a mod may run between one node and the next.
      rawset(object, "totalMass", total)
    end
  end
end

M.set_left = set_left

-- The id of a random record of the node, whose quantity goes down; nil when nothing has any weight. `point` is a number
-- in [0, 1).
function M.draw(node, point)
  local sums = node.sums
  local total = sums[1]
  if total <= 0 then
    return nil
  end
  local position = pick(sums, point * total)
  local tree, records = node.of, node.records
  local record = records and records[position] or position
  local left = tree.left
  if left then
    set_left(tree, record, left[record] - 1)
  end
  return tree.ids[record]
end

-- Lets there be as much as at first of each record that the node holds.
function M.refresh(node)
  local tree, records = node.of, node.records
  for i = 1, #node.masses do
    local record = records and records[i] or i
    if tree.left[record] ~= tree.original[record] then
      set_left(tree, record, tree.original[record])
    end
  end
end

-- Lets there be one more of a record, after a draw; nothing is ever gone from an infinite pool.
function M.put_back(tree, record)
  if tree.left then
    set_left(tree, record, tree.left[record] + 1)
  end
end

-- Takes over what is left of the records that both trees have.
function M.take_over(tree, before)
  for record, id in ipairs(tree.ids) do
    local known = before.number_of[id]
    if known and before.left[known] ~= tree.left[record] then
      set_left(tree, record, before.left[known])
    end
  end
end

function M.is_exhausted(node)
  return node.sums[1] <= 0
end

return M
