-- The codec of the pools of the game: by id, what is left of each record that was drawn, and the current subpools.

local import = ...
local codecs = import "core/save/codecs"
local fields = import "core/save/fields"
local draws = import "pools/draws"
local registry = import "pools/registry"

-- root name → id → what is left, of pools that no loaded mod registers: they go into the next save as they were.
local missing = {}

local function all_left()
  local roots = draws.left()
  for root, ids in next, missing do
    roots[root] = roots[root] or {}
    for id, left in next, ids do
      roots[root][id] = left
    end
  end
  return roots
end

local check_roots = fields.kind "table of table"

-- The kind of tables root → key → value of which all are accepted.
local function roots_of(accepts)
  return function(roots)
    check_roots(roots)
    for root, values in next, roots do
      for key, value in next, values do
        if type(root) ~= "string" or not accepts(key, value) then
          fields.damaged("→ %s has %s of %s", fields.shown(root), fields.shown(value), fields.shown(key))
        end
      end
    end
  end
end

local function is_segment(depth, segment)
  return math.type(depth) == "integer" and segment == segment
end

local function is_left(id, left)
  return (type(id) == "string" or math.type(id) == "integer") and type(left) == "number" and left >= 0
end

local function is_needed()
  return next(all_left()) ~= nil or next(registry.currents()) ~= nil
end

codecs.add {
  kind = "pools",
  order = 7,
  id_of = codecs.only_id,
  title = function() return "the pools" end,
  record = fields.record {
    { "current", roots_of(is_segment), set = false, get = registry.currents },
    { "left", roots_of(is_left), set = false, get = all_left },
  },
  live = function() return is_needed() and { [""] = {} } or {} end,
  leave = function()
    missing = {}
    registry.new_game()
    draws.new_game()
  end,
  make = function() end,
  fill = function(_, saved)
    for root, segments in next, saved.current do
      for depth, segment in next, segments do
        registry.set_again(root, depth, segment)
      end
    end
    for root, ids in next, saved.left do
      for id, left in next, ids do
        if not draws.set_left(root, id, left) then
          missing[root] = missing[root] or {}
          missing[root][id] = left
        end
      end
    end
  end,
  new_game = function() missing = {} end,
}
