-- The classes Pool and InfPool of a mod, and what makes them from lists.

local import = ...
local errors = import "core/errors"
local class = import "core/class"
local config = import "pools/config"
local random = import "core/game/random"
local records = import "pools/records"
local signatures = import "core/border/signatures"
local tree = import "pools/tree"
local proxies = import "core/sandbox/proxies"

local raise = errors.raise
local shown = import("core/sandbox/text").shown
local format, ipairs, rawset, setmetatable, type = string.format, ipairs, rawset, setmetatable, type
local draw, is_exhausted = tree.draw, tree.is_exhausted
local real = random.real

local M = {}

-- object of a mod -> its node.
local node_of = setmetatable({}, { __mode = "k" })

function M.node(object)
  return node_of[object]
end

local function say_why_nothing(node)
  if #node.masses == 0 then
    raise(format("%s has no records: there is nothing to draw", node.title))
  end
  local left, can = node.of.left, false
  for i, mass in ipairs(node.masses) do
    can = can or mass > 0 and (not left or node.of.original[node.records and node.records[i] or i] > 0)
  end
  if not can then
    raise(format("no record of %s has a mass%s above 0: there is nothing to draw", node.title,
      left and " and a quantity" or ""))
  end
  raise(format("%s is exhausted: exhaust() refreshes it", node.title))
end

-- A point for a draw from a source that a mod gave.
local function point_of(source)
  local point = source()
  if type(point) ~= "number" or not (point >= 0 and point < 1) then
    raise(format("the randomness of a pool gave %s: must give a number from 0 to below 1", shown(point)))
  end
  return point
end

-- The id of a random record of a node; `stream` decides unless the pool has a source of its own. A node with nothing to
-- give takes no number.
local function draw_from(node, stream)
  if not is_exhausted(node) then
    local source = node.of.source
    -- The source may have emptied the pool.
    local id = draw(node, source and point_of(source) or real(stream))
    if id ~= nil then
      return id
    end
  end
  say_why_nothing(node)
end
M.draw_from = draw_from

-- Refreshes a finite node if it is exhausted, and says whether it was.
function M.refresh_if_exhausted(node)
  if not node.of.left or not is_exhausted(node) then
    return false
  end
  if #node.masses == 0 then
    say_why_nothing(node)
  end
  tree.refresh(node)
  return true
end

-- Says why something is no pool on which a method may be called.
local function refuse(object, method)
  proxies.check_changeable(object, "the pool")
  if class.of(object) then
    raise(format("%s: this %s is no pool: its constructor must call that of its base, Pool.__construct(self, …)", method,
      class.name(class.of(object))))
  end
  raise(format("%s: %s is no pool: call it as pool:%s()", method, shown(object), method))
end

for _, name in ipairs { "Pool", "InfPool" } do
  signatures.kind("pools", name, function(value)
    return node_of[value] ~= nil
  end, "a pool")
end

local function build_class(mod, infinite)
  local name = infinite and "InfPool" or "Pool"
  local Pool = class.new { name = name, constructor = "__construct" }
  local stream = random.stream(mod.id, "pools")

  local function fill(object, node)
    node_of[object], node.object = node, object
    local subpools = {}
    rawset(object, "totalMass", node.sums[1])
    rawset(object, "subpools", subpools)
    for i, child in ipairs(node.children) do
      local below = class.bare(Pool)
      rawset(below, "parent", object)
      subpools[i] = below
      fill(below, child)
    end
  end

  function Pool.__construct(object, list, given, randomness)
    if node_of[object] or not class.is(object, Pool) then
      raise(format("%s is made by calling the class: %s(records, config)", name, name))
    elseif randomness ~= nil and type(randomness) ~= "function" then
      raise(format("%s: randomness is %s: must be a function that gives numbers from 0 to below 1", name,
        shown(randomness)))
    end
    local made = tree.build(config.read(list, given, infinite, name))
    made.source = randomness
    fill(object, made.root)
  end

  function Pool.getRandom(object)
    return draw_from(node_of[object] or refuse(object, "getRandom"), stream)
  end

  if not infinite then
    function Pool.exhaust(object)
      return M.refresh_if_exhausted(node_of[object] or refuse(object, "exhaust"))
    end
  end

  return Pool, function(made)
    local object = class.bare(Pool)
    fill(object, made.root)
    return object
  end
end

-- The classes of a mod: Pool, InfPool, and what makes each from lists of tuples.
function M.of(mod)
  local known = mod.pool_classes
  if not known then
    local Pool, show = build_class(mod, false)
    local InfPool, show_infinite = build_class(mod, true)
    known = {
      Pool = Pool,
      InfPool = InfPool,
      create = function(list, subpools)
        local made = config.from_tuples(list, subpools, records.record, "createPool")
        return class.instance(Pool, made, { subpools = subpools })
      end,
      create_infinite = function(list, subpools)
        local made = config.from_tuples(list, subpools, records.infinite_record, "createInfPool")
        return class.instance(InfPool, made, { subpools = subpools })
      end,
      show = function(made)
        return made.left and show(made) or show_infinite(made)
      end,
    }
    mod.pool_classes = known
  end
  return known
end

return M
