-- Pools: trees of nodes over one list of records. What is left of a record is shared by all nodes that hold it, what it
-- weighs is private to each, and every node has a tree of sums over the weights of its own (host/weights).
--
-- A tree of nodes: ids (list), number_of (id -> which record), left and original (quantities by record; nil in an
-- infinite pool), first, holders and positions (record k is held by holders[i] at positions[i] for i from first[k] to
-- first[k + 1] - 1), title. A node: of (its tree), records (numbers; nil for all of them), masses, sums, object.

local import = ...
local blame = import "host/blame"
local class = import "host/class"
local kept = import "host/kept"
local random = import "host/random"
local records = import "host/../pools/records"
local weights = import "host/weights"

return {}
