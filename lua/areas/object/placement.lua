-- Where objects are: on a square of a map, or inside a carrier.

local import = ...
local errors = import "core/errors"
local loose_items = import "areas/object/loose_items"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local session = import "areas/session"

local raise = errors.raise
local states = objects.states

local M = {}

local MAX_CARRIED = 5000

-- Takes an object, given by its state, away from where it is.
function M.detach(state)
  if state.is_loose then
    local map_state = maps.states[state.map]
    loose_items.take(state)
    session.touch(map_state)
  elseif state.map then
    local map_state = maps.states[state.map]
    map_state.store:remove(state.object)
    session.touch(map_state)
    state.map, state.x, state.y = nil, nil, nil
  elseif state.inside then
    objects.touch(state)
    local carried = states[state.inside].carried
    for i, object in ipairs(carried) do
      if rawequal(object, state.object) then
        table.remove(carried, i)
        break
      end
    end
    state.inside = nil
  end
end

-- Takes all objects off a map, given by its state. Items of other dialects stay on their squares.
function M.clear(map_state)
  for _, object in ipairs(map_state.store:all()) do
    local state = states[object]
    if state and state.is_loose then
      loose_items.vanish(state)
    elseif state then
      M.detach(state)
    end
  end
end

-- Puts an object on a square of a map. Returns the object; for an item of another dialect the object of the stack that
-- it joins, or nil when the square has no room for it; nil for what lies on no map.
function M.put(state, map, x, y)
  local map_state = maps.states[map]
  if not maps.layers[state.kind] then
    return nil
  end
  if state.record.item_type then
    session.touch(map_state)
    return loose_items.lay(state, map_state, y * map_state.width + x, M.detach)
  end
  -- A square has one mef.
  local mefs = state.kind == "base.mef" and map_state.store:at(maps.layers[state.kind], y * map_state.width + x) or {}
  if mefs[1] and not rawequal(mefs[1], state.object) then
    M.detach(states[mefs[1]])
  end
  if not rawequal(state.map, map) then
    M.detach(state)
    map_state.store:add(state.object, maps.layers[state.kind])
    state.map = map
  end
  map_state.store:put(state.object, y * map_state.width + x)
  session.touch(map_state)
  state.x, state.y = x, y
  return state.object
end

-- The kind of the objects that a carrier, given by its state, holds.
function M.holds(carrier_state)
  local container = objects.containers[carrier_state.kind]
  return container and (container.holds or carrier_state.fields.type) or "base.item"
end

-- Whether a carrier holds objects of the kind of another one, and is not full, given by their states.
local function has_room(carrier_state, state)
  local capacity = objects.containers[carrier_state.kind] and carrier_state.fields.max_capacity
  return state.kind == M.holds(carrier_state)
    and not (math.type(capacity) == "integer" and #(carrier_state.carried or {}) >= capacity
      and not rawequal(state.inside, carrier_state.object))
end

M.has_room = has_room

-- Puts an object into a carrier. Returns whether it did: the carrier may be full or for other objects; items of other
-- dialects may be fixed to their squares, or gone.
function M.give(state, carrier)
  if states[carrier].record.item_type or not has_room(states[carrier], state) or not loose_items.can_move(state) then
    return false
  end
  local outer = carrier
  while outer do
    if rawequal(outer, state.object) then
      raise("take_object: an object cannot carry itself")
    end
    outer = states[outer].inside
  end
  local carrier_state = states[carrier]
  carrier_state.carried = carrier_state.carried or {}
  if #carrier_state.carried >= MAX_CARRIED and not rawequal(state.inside, carrier) then
    raise("take_object: it may carry at most " .. MAX_CARRIED .. " objects")
  end
  M.detach(state)
  carrier_state.carried[#carrier_state.carried + 1] = state.object
  state.inside = carrier
  return true
end

return M
