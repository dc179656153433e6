-- Stairs: their direction, and how stairs of a new floor are connected to the floors above and below.

local import, py = ...
local areas = import "areas/area/area_states"
local creation = import "areas/object/creation"
local floors = import "areas/area/floors"
local free_squares = import "areas/map/free_squares"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local queries = import "areas/object/queries"
local session = import "areas/session"
local text = import "core/sandbox/text"

local format = string.format

local M = {}

local DIRECTIONS = {
  ["base.stairs_up"] = "up", ["elona.stairs_up"] = "up", ["base.stairs_down"] = "down", ["elona.stairs_down"] = "down",
}
-- How many squares are tried for stairs; the farthest from the other stairs is taken.
local ATTEMPTS = 30

-- "up" or "down" for stairs, nil for other feats.
function M.direction(feat)
  return DIRECTIONS[objects.states[feat].record.id]
end

-- The stairs up and the stairs down of a map: two lists.
function M.list(map)
  local stairs = { up = {}, down = {} }
  for _, feat in ipairs(queries.list_of(map, "base.feat")) do
    local list = stairs[M.direction(feat)]
    if list then
      list[#list + 1] = feat
    end
  end
  return stairs.up, stairs.down
end

-- The floor that the params of a feat name, or nil. A mod may change `start_floor` after the feat was created.
function M.floor_of(params)
  return params.start_floor or params.area_floor
end

-- Lets stairs lead to a floor, unless their generator has set where they lead.
local function set_destination(feat, area_uid, floor)
  local fields = objects.states[feat].fields
  local params = fields.params
  if params.area_uid == nil and params.map_uid == nil and params.floor_delta == nil and fields.floor_delta == nil then
    params.area_uid, params.area_floor, params.start_floor = area_uid, floor, floor
  end
end

-- Where the stairs up of the first floor of an area lead: uid of its parent and floor; nothing without a parent.
function M.way_out(state)
  local parent = type(state.parent) == "number" and session.game.areas[state.parent]
  if parent then
    local parent_state = areas.states[parent]
    local position = parent_state.children[state.uid]
    return parent_state.uid, position and position.floor or floors.first_floor(parent_state)
  end
end

local function is_connected(map_state, x, y, to_x, to_y)
  return py.map_reach(map_state.number, x, y, to_x, to_y)
end

-- Puts stairs on a free square, far from `other` and connected to it. Returns the feat, or nil without such a square.
local function place_stairs(map, id, other)
  local state, stream = maps.states[map], session.stream "stairs"
  local best_x, best_y, longest
  for _ = 1, ATTEMPTS do
    local x, y = free_squares.find(map, nil, nil, stream)
    if not x then
      break
    end
    local distance = other and (x - other.x) ^ 2 + (y - other.y) ^ 2 or 0
    if not queries.at("base.feat", x, y, map)[1] and (not longest or distance > longest)
      and (not other or is_connected(state, other.x, other.y, x, y)) then
      best_x, best_y, longest = x, y, distance
      if not other then
        break
      end
    end
  end
  if best_x then
    return creation.create("base.feat", "stairs", id, best_x, best_y, { force = true }, map)
  end
end

-- Removes the stairs down that lead nowhere.
local function remove_unused(down)
  for _, feat in ipairs(down) do
    if objects.states[feat].fields.params.area_uid == nil then
      feat:remove_ownership()
    end
  end
end

-- Why a player cannot walk between the stairs of a floor; nil when they are connected.
local function find_problem(map, stairs)
  for _, feat in ipairs(stairs) do
    if not map:is_floor(feat.x, feat.y) then
      return format("whose stairs at (%d, %d) stand where players cannot walk: on %s", feat.x, feat.y,
        text.tostring(map:tile(feat.x, feat.y)._id))
    end
  end
  local first = stairs[1]
  for i = 2, #stairs do
    local other = stairs[i]
    if not is_connected(maps.states[map], first.x, first.y, other.x, other.y) then
      return format("on which players cannot walk from the stairs at (%d, %d) to those at (%d, %d)", first.x, first.y,
        other.x, other.y)
    end
  end
end

-- Connects the stairs of a new floor of an area, given by its state, to the floors above and below. Where the depth of
-- the area is declared, missing stairs are added. Returns why the stairs cannot be used, or nil.
function M.connect(state, map, floor)
  local deepest, first = floors.declared_depth(state), floors.first_floor(state)
  local up, down = M.list(map)
  local out_area, out_floor = M.way_out(state)
  if deepest and floor >= deepest then
    remove_unused(down)
    up, down = M.list(map)
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
      set_destination(feat, state.uid, floor - 1)
    elseif out_area then
      set_destination(feat, out_area, out_floor)
    end
  end
  for _, feat in ipairs(down) do
    if not deepest or floor < deepest then
      set_destination(feat, state.uid, floor + 1)
    end
  end
  return find_problem(map, table.move(down, 1, #down, #up + 1, up))
end

return M
