-- A tree of pools over one list of records. All nodes that hold a record share its quantity; each node has its own mass
-- of the record, and its own sums of weights (core/game/weights).

local import = ...
local changes = import "core/changes"
local draw_counts = import "pools/draw_counts"
local errors = import "core/errors"
local weights = import "core/game/weights"

local add_draw, settle = draw_counts.add, draw_counts.settle
local pick, set = weights.pick, weights.set
local ipairs, rawset = ipairs, rawset
local create, move = table.create, table.move

local M = {}

-- A tree: ids (by record), number_of (id -> record), left and original (quantities by record; nil when the pool is
-- infinite), source (a function of a mod that returns numbers in [0, 1), or nil) and root. holders[i] holds record k at
-- positions[i], for i from first[k] to first[k + 1] - 1.
-- A node: of (its tree), title, records (numbers; nil for all records in order), masses, sums, parent, children, object
-- (the table that mods see), counts (see pools/draw_counts; nil unless a survey counts draws).

-- The record at a position of a node.
local function record_at(node, position)
  local records = node.records
  return records and records[position] or position
end
M.record_at = record_at

local function sum_weights(node)
  local left, masses = node.of.left, node.masses
  local list = masses
  if left then
    list = create(#masses)
    for i = 1, #masses do
      list[i] = masses[i] * left[record_at(node, i)]
    end
  end
  node.sums = weights.new(list, #masses)
end

local function list_holders(tree, nodes)
  local count, next_free = #tree.ids, 1
  local first = create(count + 1)
  for k = 1, count do
    first[k] = 0
  end
  for _, node in ipairs(nodes) do
    for i = 1, #node.masses do
      local k = record_at(node, i)
      first[k] = first[k] + 1
    end
  end
  -- Counts become the ends of ranges, which move down to their starts while the ranges are filled.
  for k = 1, count do
    next_free = next_free + first[k]
    first[k] = next_free
  end
  first[count + 1] = next_free
  local holders, positions = create(next_free - 1), create(next_free - 1)
  for _, node in ipairs(nodes) do
    for i = 1, #node.masses do
      local k = record_at(node, i)
      local at = first[k] - 1
      first[k], holders[at], positions[at] = at, node, i
    end
  end
  tree.first, tree.holders, tree.positions = first, holders, positions
end

-- Builds a tree of the records `ids`, with their quantities when it is finite. `plan` is the plan of its root: title,
-- masses, records (nil for all) and children, a list of plans.
function M.build(ids, number_of, quantities, plan)
  local tree = { ids = ids, number_of = number_of, original = quantities, period = changes.period }
  tree.left = quantities and move(quantities, 1, #quantities, 1, create(#quantities))
  local nodes = {}
  local function add(node_plan, parent)
    local node = {
      of = tree, title = node_plan.title, records = node_plan.records, masses = node_plan.masses, parent = parent,
      children = {},
    }
    nodes[#nodes + 1] = node
    sum_weights(node)
    for i, child in ipairs(node_plan.children) do
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
  if tree.period ~= changes.period then
    -- The pool is older than the game. One note is enough.
    tree.period = changes.period
    changes.note((errors.where() or "a mod") .. " draws from a pool that was made while mods loaded")
  end
  tree.left[record] = quantity
  local holders, positions = tree.holders, tree.positions
  for i = tree.first[record], tree.first[record + 1] - 1 do
    local node, at = holders[i], positions[i]
    local counts = node.counts
    if counts then
      local sums = node.sums
      settle(counts, at, sums[sums.first + at - 1])
    end
    local total, object = set(node.sums, at, node.masses[at] * quantity), node.object
    if object then
      -- rawset, because no code of a mod may run between two nodes.
      rawset(object, "totalMass", total)
    end
  end
end
M.set_left = set_left

-- Draws a record of a node and returns its id; its quantity goes down. Returns nil when no record has a weight. `point`
-- is a number in [0, 1).
function M.draw(node, point)
  local sums = node.sums
  local total = sums[1]
  if total <= 0 then
    return nil
  end
  local position = pick(sums, point * total)
  local counts = node.counts
  if counts then
    add_draw(counts, position, total)
  end
  local tree, records = node.of, node.records
  local record = records and records[position] or position
  local left = tree.left
  if left then
    set_left(tree, record, left[record] - 1)
  end
  return tree.ids[record]
end

-- Restores the quantities of all records of a node.
function M.refresh(node)
  local tree = node.of
  for i = 1, #node.masses do
    local record = record_at(node, i)
    if tree.left[record] ~= tree.original[record] then
      set_left(tree, record, tree.original[record])
    end
  end
end

-- Adds one to the quantity of a record, after a draw; infinite pools do not change.
function M.put_back(tree, record)
  if tree.left then
    set_left(tree, record, tree.left[record] + 1)
  end
end

-- Copies the quantities of the records that another tree has, too.
function M.copy_quantities(tree, other)
  for record, id in ipairs(tree.ids) do
    local other_record = other.number_of[id]
    if other_record and other.left[other_record] ~= tree.left[record] then
      set_left(tree, record, other.left[other_record])
    end
  end
end

function M.is_exhausted(node)
  return node.sums[1] <= 0
end

return M
