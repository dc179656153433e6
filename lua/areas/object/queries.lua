-- The objects of a kind on a map or on a square, which `Chara.at`, `Feat.at`, `Item.iter` and others return.

local import = ...
local loose_items = import "areas/object/loose_items"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local session = import "areas/session"

local M = {}

local function select_from(list, accepts)
  if not accepts then
    return list
  end
  local selected = {}
  for _, object in ipairs(list) do
    if accepts(object) then
      selected[#selected + 1] = object
    end
  end
  return selected
end

-- The objects of a kind on a map, by uid; only those that `accepts(object)` approves, if it is there.
function M.list_of(map, kind, accepts)
  local state = maps.states[map]
  if kind == "base.item" then
    loose_items.update(state)
  end
  return select_from(state.store:all(maps.layers[kind]), accepts)
end

-- The same for one square of a map, the lowest object first.
function M.at(kind, x, y, map, accepts)
  local state = maps.states[map]
  x, y = maps.square(state, x, y)
  if kind == "base.item" then
    loose_items.update(state)
  end
  return x and select_from(state.store:at(maps.layers[kind], y * state.width + x), accepts) or {}
end

-- Whether a value is an object of a kind that lies on a map, by default the current one.
function M.is_on_map(object, kind, map)
  local state = objects.is(object, kind) and objects.states[object]
  return state and not state.gone and state.map ~= nil
    and rawequal(state.map, map == nil and session.game.map or map)
end

-- The first object of a list with a uid or an id; or nil.
function M.find(list, id)
  for _, object in ipairs(list) do
    local state = objects.states[object]
    if state.uid == id or state.record.id == id then
      return object
    end
  end
end

return M
