-- Stairs: which way they lead, and that one can walk from those of a new floor to the others.

local import, py = ...
local areas = import "areas/area/instances"
local creating = import "areas/object/creation"
local floor_maps = import "areas/area/floors"
local free_squares = import "areas/map/free_squares"
local items = import "areas/object/item"
local listing = import "areas/object/queries"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local random = import "areas/modules/rand"
local squares = import "areas/map/tiles"
local state = import "areas/session"
local text = import "core/sandbox/text"

local ipairs, type = ipairs, type
local known = areas.known
local called, first_floor, limit = floor_maps.called, floor_maps.first_floor, floor_maps.limit

local M = {}

local STAIRS = {
  ["base.stairs_up"] = "up", ["elona.stairs_up"] = "up", ["base.stairs_down"] = "down", ["elona.stairs_down"] = "down",
}

-- Up or down, for feats that are stairs; nothing for others.
function M.direction(feat)
  return STAIRS[objects.known[feat].record.id]
end

local function stairs_of(map)
  local up, down = {}, {}
  for _, feat in ipairs(listing.list_of(map, "base.feat")) do
    local way = M.direction(feat)
    if way == "up" then
      up[#up + 1] = feat
    elseif way == "down" then
      down[#down + 1] = feat
    end
  end
  return up, down
end
M.stairs_of = stairs_of

local function point(feat, area_uid, floor)
  local params = objects.known[feat].fields.params
  if params.area_uid == nil and params.map_uid == nil and params.floor_delta == nil and objects.known[feat].fields.floor_delta == nil then
    params.area_uid, params.area_floor, params.start_floor = area_uid, floor, floor
  end
end

-- Where the way up from the first floor leads: area and floor, or nothing.
function M.way_out(own)
  local parent = type(own.parent) == "number" and state.game.areas[own.parent]
  if parent then
    local position = known[parent].children[own.uid]
    return known[parent].uid, position and position.floor or first_floor(known[parent])
  end
end

-- A free square for stairs: one that can be walked to from `from`, far from it.
local function place_stairs(map, id, from)
  local own = maps.known[map]
  local stream = random.host "stairs"
  local best_x, best_y, best
  for _ = 1, 30 do
    local x, y = free_squares.free_position(map, nil, nil, stream, random.below)
    if not x then
      break
    end
    local distance = from and (x - from.x) ^ 2 + (y - from.y) ^ 2 or 0
    if #items.Feat.at(x, y, map):to_list() == 0 and (not best or distance > best)
      and (not from or squares.connected(own, from.x, from.y, x, y)) then
      best_x, best_y, best = x, y, distance
      if not from then
        break
      end
    end
  end
  if best_x then
    return creating.create("base.feat", "stairs", id, best_x, best_y, { force = true }, map)
  end
end

-- Connects the stairs of a new floor with the floors above and below, puts those that are missing where it is known how
-- deep the area goes, and makes sure that one can walk from the one to the other.
local function connect(own, map, floor, fail)
  local deepest, first = limit(own), first_floor(own)
  local up, down = stairs_of(map)
  local out_area, out_floor = M.way_out(own)
  if deepest and floor >= deepest then
    for _, feat in ipairs(down) do
      if objects.known[feat].fields.params.area_uid == nil then
        feat:remove_ownership()
      end
    end
    up, down = stairs_of(map)
  end
  if deepest and deepest > first then
    if not up[1] and (floor > first or out_area) then
      up[1] = place_stairs(map, "base.stairs_up", down[1])
    end
    if not down[1] and floor < deepest then
      down[1] = place_stairs(map, "base.stairs_down", up[1])
    end
  end
  for _, feat in ipairs(up) do
    if floor > first then
      point(feat, own.uid, floor - 1)
    elseif out_area then
      point(feat, out_area, out_floor)
    end
  end
  for _, feat in ipairs(down) do
    if not deepest or floor < deepest then
      point(feat, own.uid, floor + 1)
    end
  end
  local all = {}
  for _, list in ipairs { up, down } do
    for _, feat in ipairs(list) do
      all[#all + 1] = feat
    end
  end
  for _, feat in ipairs(all) do
    if not map:is_floor(feat.x, feat.y) then
      fail("made a floor %d of %s (seed %d) whose stairs at (%d, %d) stand where nobody can walk: on %s",
        floor, called(own), py.game_seed(), feat.x, feat.y, text.tostring(map:tile(feat.x, feat.y)._id))
    end
  end
  for i = 2, #all do
    local a, b = all[1], all[i]
    if not squares.connected(maps.known[map], a.x, a.y, b.x, b.y) then
      fail("made a floor %d of %s (seed %d) on which nobody can walk from the stairs at (%d, %d) to those at (%d, %d)",
        floor, called(own), py.game_seed(), a.x, a.y, b.x, b.y)
    end
  end
end

M.connect = connect

return M
