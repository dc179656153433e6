-- The codec of the pools of the game: by id, what is left of each record that was drawn, and the current subpools.

local import = ...
local codecs = import "core/save/codecs"
local fields = import "core/save/fields"
local instances = import "pools/instances"
local registry = import "pools/registry"

local damaged, shown = fields.damaged, fields.shown
local math_type, next, type = math.type, next, type

-- root name → id → what is left, of pools that no loaded mod registers: they go into the next save as they were.
local missing = {}

local function all_left()
  local roots = instances.left()
  for root, ids in next, missing do
    roots[root] = roots[root] or {}
    for id, left in next, ids do
      roots[root][id] = left
    end
  end
  return roots
end

local POOLS = fields.record {
  { "current", "table of table", get = registry.currents, set = function(_, roots)
    for root, segments in next, roots do
      for depth, segment in next, segments do
        if math_type(depth) == "integer" and segment == segment then
          registry.set_again(root, depth, segment)
        end
      end
    end
  end },
  { "left", "table of table", get = all_left, set = function(_, roots, where)
    for root, ids in next, roots do
      for id, left in next, ids do
        if type(id) ~= "string" and math_type(id) ~= "integer" or type(left) ~= "number" or not (left >= 0) then
          damaged(where, "→ left → %s has %s of %s", shown(root), shown(left), shown(id))
        elseif not instances.set_left(root, id, left) then
          missing[root] = missing[root] or {}
          missing[root][id] = left
        end
      end
    end
  end },
}

local function is_needed()
  return next(all_left()) ~= nil or next(registry.currents()) ~= nil
end

codecs.add {
  kind = "pools",
  order = 7,
  title = function() return "the pools" end,
  keys = function() return is_needed() and { "" } or {} end,
  is_live = is_needed,
  write = function() return {}, POOLS:write {} end,
  leave = function()
    missing = {}
    registry.new_game()
    instances.new_game()
  end,
  fill = function(_, decode)
    local body = POOLS:check(decode(), "the pools")
    for _, name in next, { "current", "left" } do
      for root in next, body[name] do
        fields.check(root, "string", "the pools → " .. name, "the name of a root pool")
      end
    end
    POOLS:read(body, {}, "the pools")
  end,
  new_game = function() missing = {} end,
}
