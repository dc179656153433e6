-- Where objects are: on a square of a map, or inside a carrier.

local import = ...
local errors = import "core/errors"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local session = import "areas/session"

local raise = errors.raise
local states = objects.states

local M = {}

local MAX_CARRIED = 5000

-- Takes an object, given by its state, away from where it is.
function M.detach(state)
  if state.map then
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

-- Puts an object on a square of a map.
function M.put(state, map, x, y)
  local map_state = maps.states[map]
  if not rawequal(state.map, map) then
    M.detach(state)
    map_state.store:add(state.object, maps.layers[state.kind])
    state.map = map
  end
  map_state.store:put(state.object, y * map_state.width + x)
  session.touch(map_state)
  state.x, state.y = x, y
end

-- Puts an object into a carrier.
function M.give(state, carrier)
  local outer = carrier
  while outer do
    if rawequal(outer, state.object) then
      raise("take_object: an object cannot carry itself")
    end
    outer = states[outer].inside
  end
  M.detach(state)
  local carrier_state = states[carrier]
  carrier_state.carried = carrier_state.carried or {}
  if #carrier_state.carried >= MAX_CARRIED then
    raise("take_object: it may carry at most " .. MAX_CARRIED .. " objects")
  end
  carrier_state.carried[#carrier_state.carried + 1] = state.object
  state.inside = carrier
end

return M
