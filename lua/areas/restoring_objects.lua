-- Reading a save: charas, items and feats, and what they lie on.

local import = ...
local errors = import "core/errors"
local data = import "areas/data/registry"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local placing = import "areas/object/placement"
local restoring_values = import "areas/restoring_values"
local checks = import "core/save/checks"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local format, sort = string.format, table.sort
local each, field = checks.each, checks.field
local ipairs, next = ipairs, next
local now = restoring_values.now

local M = {}

-- What lives on maps.
M.OBJECTS = { ["base.chara"] = true, ["base.item"] = true, ["base.feat"] = true }

-- The heads of objects in a chunk, of which `taken` (uid -> true) are elsewhere: { uid, kind, id } each.
local function heads_of(root, where, taken)
  local heads = each(field(root, "objects", "table", where), "table", where .. " → objects")
  for i, head in ipairs(heads) do
    local place = format("%s → objects[%d]", where, i)
    local uid = field(head, 1, "integer", place)
    if not M.OBJECTS[field(head, 2, "string", place)] then
      raise(format("the save is damaged: %s is %s: must be a chara, an item or a feat", place, shown(head[2])))
    end
    field(head, 3, "string", place)
    if uid < 1 or taken[uid] then
      raise(format("the save is damaged: %s has the uid %d, as another has", place, uid))
    end
    taken[uid] = true
  end
  return heads
end

-- What stood for something of that uid before keeps standing for it.
local function former_object(former, head)
  local object = former[head[1]]
  local own = object and objects.known[object]
  return own and own.kind == head[2] and own.record.id == head[3] and object or nil
end

local function make_objects(heads, former)
  for _, head in ipairs(heads) do
    local record = data.find(head[2], head[3])
    if record then
      now.made[head[1]] = objects.make(record, head[1], {}, former_object(former, head))
    end
  end
end

-- The states of objects in a chunk, one for each head.
local function states_of(root, heads, where)
  local states = each(field(root, "objects", "table", where), "table", where .. " → objects")
  if #states ~= #heads then
    raise(format("the save is damaged: %s has %d objects with %d heads", where, #states, #heads))
  end
  for i, one in ipairs(states) do
    local place = format("%s → objects[%d]", where, i)
    if one.uid ~= heads[i][1] then
      raise(format("the save is damaged: %s has the uid %s: its head has %d", place, shown(one.uid), heads[i][1]))
    end
    field(one, "fields", "table", place)
    if heads[i][2] == "base.feat" then
      field(one.fields, "params", "table", place .. " → fields", true)
    end
    field(one, "temp", "table", place, true)
    field(one, "x", "integer", place, true)
    field(one, "y", "integer", place, one.x == nil)
    field(one, "above", "integer", place, true)
    for _, kept in next, field(one, "mods", "table", place, true) or {} do
      field({ mods = kept }, "mods", "table", place)
    end
    each(field(one, "carried", "table", place, true) or {}, "integer", place .. " → carried")
  end
  return states
end

-- Lets objects lie on a map and be carried, as their states say.
local function place_objects(states, map, where)
  local own_map = map and maps.known[map]
  local lying = {}
  for _, one in ipairs(states) do
    if map and one.x and now.made[one.uid] then
      if not maps.square(own_map, one.x, one.y) then
        raise(format("the save is damaged: %s → the object %d lies at (%d, %d), outside the map", where, one.uid, one.x, one.y))
      end
      lying[#lying + 1] = one
    end
  end
  sort(lying, function(a, b)
    local x, y = a.above or 1, b.above or 1
    if x ~= y then
      return x < y
    end
    return a.uid < b.uid
  end)
  for _, one in ipairs(lying) do
    placing.put(objects.known[now.made[one.uid]], map, one.x, one.y)
  end
  for _, one in ipairs(states) do
    local carrier = now.made[one.uid]
    for _, uid in ipairs(carrier and one.carried or {}) do
      local own = now.made[uid] and objects.known[now.made[uid]]
      local around = carrier
      while around and own do
        if own.map or own.inside or around == own.object then
          raise(format("the save is damaged: %s → the object %d carries %d, which is elsewhere", where, one.uid, uid))
        end
        around = objects.known[around].inside
      end
      if own then
        placing.give(own, carrier)
      end
    end
  end
end

-- Fills objects from their states; those of mods that are not loaded are kept as they are: a list of them.
local function fill_objects(heads, states, map, where)
  local left
  for i, one in ipairs(states) do
    local object = now.made[one.uid]
    if object then
      local own = objects.known[object]
      own.fields, own.temp, own.mod_data = one.fields, one.temp or {}, one.mods or {}
    else
      left = left or {}
      left[#left + 1] = { heads[i], one }
    end
  end
  place_objects(states, map, where)
  return left
end

M.fill_objects, M.heads_of, M.make_objects, M.states_of = fill_objects, heads_of, make_objects, states_of

return M
