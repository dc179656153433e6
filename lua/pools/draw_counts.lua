-- Counts the draws from the pools of a game, for surveys: how often each entry was drawn, and how often to expect it.
--
-- The chance of an entry at a draw is its weight divided by the sum of all weights. A weight changes only when the
-- quantity of its record does. Until then, the sums over draws of 1 / total and of its square, times the weight and its
-- square, are what the draws add to the expected number and to the sum of squared chances. Totals and weights count in
-- units of the first total, because the squares of tiny and huge ones are not numbers.

local import = ...
local values = import "core/border/values"

local ipairs = ipairs
local min = math.min

-- Number of entries after which no further pool is described.
local MOST_ROWS = 50000

local M = {}

-- Whether trees that are built from now on count their draws.
local is_counting = false
-- Counts of nodes, in the order of their first draws.
local counted = {}

-- Gives counts to a node of a tree of the game. `path` is the path of its pool, `name_of` returns the name of an id.
function M.watch(node, path, name_of)
  node.counts = is_counting and {
    node = node, path = path, name_of = name_of, draws = 0, inverse = 0, inverse_squares = 0, unit = 1.0,
    -- By position.
    drawn = {}, expected = {}, squares = {}, settled = {}, settled_squares = {},
  } or nil
end

-- Counts a draw from a node whose weights have the sum `total`.
function M.add(counts, position, total)
  if counts.draws == 0 then
    counted[#counted + 1] = counts
    counts.unit = total + 0.0
  end
  local inverse = counts.unit / total
  counts.draws = counts.draws + 1
  counts.inverse = counts.inverse + inverse
  counts.inverse_squares = counts.inverse_squares + inverse * inverse
  counts.drawn[position] = (counts.drawn[position] or 0) + 1
end

-- Adds what the draws since the last change of a weight mean for its entry.
function M.settle(counts, position, weight)
  local chances = counts.inverse - (counts.settled[position] or 0)
  local squares = counts.inverse_squares - (counts.settled_squares[position] or 0)
  local share = weight / counts.unit
  -- A chance is at most 1. With NaN, of totals that differ too much, `min` returns its first argument.
  local expected = min(counts.draws, (counts.expected[position] or 0) + share * chances)
  counts.expected[position] = expected
  counts.squares[position] = min(expected, (counts.squares[position] or 0) + share * share * squares)
  counts.settled[position], counts.settled_squares[position] = counts.inverse, counts.inverse_squares
end
local settle = M.settle

-- Counts the draws from pools that are made from now on, and forgets those before.
function M.begin()
  is_counting, counted = true, {}
end

-- Returns the draws since `begin` as columns, with a row for each entry of each pool that was drawn from.
function M.take()
  if #counted == 0 then
    return values.flatten {}
  end
  local columns = { paths = {}, ids = {}, drawn = {}, draws = {}, expected = {}, squares = {} }
  local n = 0
  for _, counts in ipairs(counted) do
    local node = counts.node
    local records, sums = node.records, node.sums
    for position = 1, n < MOST_ROWS and #node.masses or 0 do
      settle(counts, position, sums[sums.first + position - 1])
      n = n + 1
      columns.paths[n], columns.draws[n] = counts.path, counts.draws
      columns.ids[n] = counts.name_of(node.of.ids[records and records[position] or position])
      columns.drawn[n] = counts.drawn[position] or 0
      columns.expected[n], columns.squares[n] = counts.expected[position], counts.squares[position]
    end
  end
  counted = {}
  return values.flatten(columns)
end

return M
