-- Weighted random choices, for pools and others: draws from a tree of sums over a list of weights (Wong and Easton, "An
-- efficient method for weighted random sampling without replacement", 1980). A draw and a change each take one step a
-- level. Sums are computed from the values below them, never corrected by differences, so they do not depend on earlier
-- changes. host/model/rng.py draws the same numbers where sums are exact, for weights that never change.

local create = table.create

local M = {}

-- Makes a tree: [1] is the total, [i] = [2i] + [2i + 1], and the weights start at `first`, padded with zeros.
function M.new(weights, count)
  local first = 1
  while first < count do
    first = first * 2
  end
  local tree = create(2 * first - 1, 1)
  for i = 1, first do
    tree[i] = 0
  end
  for i = 1, count do
    tree[first + i - 1] = weights[i]
  end
  for i = first + count, 2 * first - 1 do
    tree[i] = 0
  end
  for i = first - 1, 1, -1 do
    tree[i] = tree[2 * i] + tree[2 * i + 1]
  end
  tree.first = first
  return tree
end

-- Returns the position whose part of the total contains `point`, with 0 <= point < total; never one of weight 0.
function M.pick(tree, point)
  local first, i = tree.first, 1
  while i < first do
    i = 2 * i
    local left = tree[i]
    -- Rounding may leave a point beyond the last weight that is not 0.
    if point >= left and tree[i + 1] > 0 then
      point = point - left
      i = i + 1
    end
  end
  return i - first + 1
end

-- Sets the weight at a position, and the sums above it.
function M.set(tree, position, weight)
  local i = tree.first + position - 1
  tree[i] = weight
  while i > 1 do
    weight = weight + tree[i ~ 1]
    i = i >> 1
    tree[i] = weight
  end
  return weight
end

return M
