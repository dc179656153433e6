-- The classes Pool and InfPool of a mod, and the functions that create pools from lists of tuples.

local import = ...
local class = import "core/class"
local config = import "pools/config"
local fail = import("core/errors").fail
local random = import "core/game/random"
local records = import "pools/records"
local signatures = import "core/border/signatures"
local tree = import "pools/tree"
local proxies = import "core/sandbox/proxies"

local shown = import("core/sandbox/text").shown
local ipairs, next, rawset, setmetatable, type = ipairs, next, rawset, setmetatable, type
local draw, is_exhausted, record_at = tree.draw, tree.is_exhausted, tree.record_at
local real = random.real

local M = {}

-- Object of a mod -> its node (see pools/tree).
local node_of = setmetatable({}, { __mode = "k" })

function M.node(object)
  return node_of[object]
end

-- Raises why a node has nothing to draw.
local function refuse_draw(node)
  local left, original = node.of.left, node.of.original
  if #node.masses == 0 then
    fail("%s has no records: there is nothing to draw", node.title)
  end
  for i, mass in ipairs(node.masses) do
    if mass > 0 and (not left or original[record_at(node, i)] > 0) then
      fail("%s is exhausted: exhaust() refreshes it", node.title)
    end
  end
  fail("no record of %s has a mass%s above 0: there is nothing to draw", node.title, left and " and a quantity" or "")
end

-- A number in [0, 1) from the function of a mod.
local function random_point(source)
  local point = source()
  if type(point) ~= "number" or not (point >= 0 and point < 1) then
    fail("the randomness of a pool returned %s: must return a number from 0 to below 1", shown(point))
  end
  return point
end

-- Draws the id of a record of a node, from `stream` unless the pool has its own random source. A node with nothing
-- to draw takes no number from the stream.
function M.draw_from(node, stream)
  if not is_exhausted(node) then
    local source = node.of.source
    local id = draw(node, source and random_point(source) or real(stream))
    -- The source may have emptied the pool.
    if id ~= nil then
      return id
    end
  end
  refuse_draw(node)
end
local draw_from = M.draw_from

-- Refreshes a finite node if it is exhausted; returns whether it was.
function M.refresh_if_exhausted(node)
  if not node.of.left or not is_exhausted(node) then
    return false
  end
  if #node.masses == 0 then
    refuse_draw(node)
  end
  tree.refresh(node)
  return true
end

-- Raises why a method cannot be called on a value, which is not a pool.
local function refuse_method(value, method)
  proxies.check_changeable(value, "the pool")
  if class.of(value) then
    fail("%s: this %s is not a pool: its constructor must call the constructor of its base, Pool.__construct(self, …)",
      method, class.name(class.of(value)))
  end
  fail("%s: %s is not a pool: call it as pool:%s()", method, shown(value), method)
end

for name, noun in next, { Pool = "a Pool", InfPool = "an InfPool" } do
  signatures.kind("pools", name, function(value)
    return node_of[value] ~= nil
  end, noun)
end

-- Creates the class of a mod; also returns a function that makes an object of a tree.
local function create_class(mod, infinite)
  local name = infinite and "InfPool" or "Pool"
  local Pool = class.new { name = name, constructor = "__construct" }
  local stream = random.stream(mod.id, "pools")

  -- Makes an object, and objects below it, show a node and its children.
  local function show(object, node)
    node_of[object], node.object = node, object
    local subpools = {}
    rawset(object, "totalMass", node.sums[1])
    rawset(object, "subpools", subpools)
    for i, child in ipairs(node.children) do
      subpools[i] = class.bare(Pool)
      rawset(subpools[i], "parent", object)
      show(subpools[i], child)
    end
    return object
  end

  function Pool.__construct(object, list, options, randomness)
    if node_of[object] or not class.is(object, Pool) then
      fail("%s is created by calling the class: %s(records, config)", name, name)
    end
    local pool_tree = tree.build(config.read(list, options, infinite, name))
    pool_tree.source = randomness
    show(object, pool_tree.root)
  end

  function Pool.getRandom(object)
    return draw_from(node_of[object] or refuse_method(object, "getRandom"), stream)
  end

  if not infinite then
    function Pool.exhaust(object)
      return M.refresh_if_exhausted(node_of[object] or refuse_method(object, "exhaust"))
    end
  end

  return signatures.apply("pools", name, Pool), function(pool_tree)
    return show(class.bare(Pool), pool_tree.root)
  end
end

-- A function that creates a pool of a class from a list of tuples.
local function tuple_constructor(Pool, make_record, name)
  return function(tuples, subpools)
    return class.instance(Pool, config.from_tuples(tuples, make_record, name), { subpools = subpools })
  end
end

-- The classes of a mod: Pool, Record, InfPool, InfRecord, createPool and createInfPool for lists of tuples, and show,
-- which makes a pool of a tree.
function M.of(mod)
  if not mod.pool_classes then
    local Pool, show_finite = create_class(mod, false)
    local InfPool, show_infinite = create_class(mod, true)
    mod.pool_classes = signatures.apply("pools", "", {
      Pool = Pool,
      Record = records.record,
      InfPool = InfPool,
      InfRecord = records.infinite_record,
      createPool = tuple_constructor(Pool, records.record, "createPool"),
      createInfPool = tuple_constructor(InfPool, records.infinite_record, "createInfPool"),
      show = function(pool_tree)
        return (pool_tree.left and show_finite or show_infinite)(pool_tree)
      end,
    })
  end
  return mod.pool_classes
end

return M
