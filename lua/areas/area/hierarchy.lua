-- Areas in areas: parents and children, what is registered, and the area around a map.

local import = ...
local areas = import "areas/area/instances"
local errors = import "core/errors"
local floor_maps = import "areas/area/floors"
local iterators = import "areas/iterator/instances"
local maps = import "areas/map/instances"
local state = import "areas/session"
local uniques = import "areas/area/unique"

local raise = errors.raise
local format, sort = string.format, table.sort
local ipairs, next, type = ipairs, next, type
local whole = state.whole
local copy_declared, known, methods, of = areas.copy_declared, areas.known, areas.methods, areas.of
local need_unique = uniques.need_unique
local add = floor_maps.add

local M = {}

local function need_child(own, child, what)
  local other = of(child, what .. ": its argument")
  if own.children[other.uid] == nil then
    raise(format("%s: the area %d is no child of the area %d", what, other.uid, own.uid))
  end
  return other
end

function methods.add_child_area(self, child)
  local own, other = of(self, "add_child_area"), of(child, "add_child_area: its argument")
  if own.children[other.uid] ~= nil then
    raise(format("add_child_area: the area %d is a child already", other.uid))
  elseif type(other.parent) == "number" then
    raise(format("add_child_area: the area %d is a child of the area %d", other.uid, other.parent))
  end
  local above = own
  while above do
    if above == other then
      raise("add_child_area: an area cannot lie in itself")
    end
    above = type(above.parent) == "number" and known[state.game.areas[above.parent]]
  end
  own.children[other.uid], other.parent = false, own.uid
end

function methods.remove_child_area(self, child)
  local own, other = of(self, "remove_child_area"), of(child, "remove_child_area: its argument")
  if own.children[other.uid] ~= nil then
    own.children[other.uid], other.parent = nil, nil
  end
end

function methods.has_child_area(self, child)
  return of(self, "has_child_area").children[of(child, "has_child_area: its argument").uid] ~= nil
end

function methods.child_area_position(self, child)
  local own = of(self, "child_area_position")
  local position = own.children[of(child, "child_area_position: its argument").uid]
  if position then
    return position.x, position.y, position.floor
  end
end

function methods.set_child_area_position(self, child, x, y, floor)
  local own = of(self, "set_child_area_position")
  local other = need_child(own, child, "set_child_area_position")
  if x == nil and y == nil and floor == nil then
    own.children[other.uid] = false
    return
  end
  own.children[other.uid] = {
    x = whole(x, "set_child_area_position: x"), y = whole(y, "set_child_area_position: y"),
    floor = whole(floor, "set_child_area_position: the floor"),
  }
end

function methods.iter_child_areas(self, floor)
  local own = of(self, "iter_child_areas")
  local uids, list = {}, {}
  for uid, position in next, own.children do
    if floor == nil or position and position.floor == floor then
      uids[#uids + 1] = uid
    end
  end
  sort(uids)
  for i, uid in ipairs(uids) do
    list[i] = state.game.areas[uid]
  end
  return iterators.of_list(list)
end

-- Takes an area out of the game.
function M.forget(own)
  state.game.areas[own.uid] = nil
  state.drop(own)
end

function M.register(own, parent)
  own.registered = true
  state.game.areas[own.uid] = own.area
  state.take_back(own)
  if known[parent] then
    local above = known[parent]
    if above.children[own.uid] == nil then
      methods.add_child_area(parent, own.area)
    end
  elseif own.parent == nil then
    own.parent = "root"
  end
end

-- The area of a map and the floor it is; nothing when it belongs to none.
function M.of_map(map)
  local place = state.game.area_of[maps.is(map) and maps.known[map].uid or map]
  if place then
    return place.area, place.floor
  end
end

-- The area of a map, made around it when there is none.
function M.around(map, parent)
  local area, floor = M.of_map(map)
  if not area then
    area = areas.new()
    floor = 1
    add(known[area], map, 1, "Area")
  end
  if not known[area].registered then
    M.register(known[area], parent or "root")
  end
  return area, floor
end

-- The unique area of an id, made when there is none yet.
function M.get_unique(id, parent, what)
  local one = need_unique(id, what)
  local there = state.game.unique[one.id]
  if there then
    return state.game.areas[there.area_uid], one, false
  end
  local area = areas.new(one.area_archetype and one.id or nil, one.generator)
  local own = known[area]
  own.unique = one.id
  copy_declared(own, one.entry)
  state.game.unique[one.id] = { area_uid = own.uid, entrance_was_generated = false }
  if not parent and one.parent then
    local above = state.game.unique[one.parent]
    parent = above and state.game.areas[above.area_uid] or nil
    if not parent and uniques.unique(one.parent) then
      parent = M.get_unique(one.parent, nil, what)
    end
  end
  M.register(own, parent or "root")
  return area, one, true
end

return M
