-- Which squares of a map can be walked on and seen through: tiles, objects and creatures of kts decide.

local import, py = ...
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"

local byte = string.byte
local locate = maps.locate

local M = { methods = {} }
local methods = M.methods

-- The bits of `map_access`.
local SOLID, OPAQUE, OCCUPIED = 1, 2, 4
M.SOLID, M.OPAQUE = SOLID, OPAQUE
-- After so many questions about single squares, the answers for all squares are fetched at once.
local MAX_SINGLE_CALLS = 16

-- The bits of a square (see `map_access`), from its tiles and the creatures of kts.
local function read(state, x, y)
  local mask = not state.store.shared and state.mask
  if not mask then
    state.access_count = state.access_count + 1
    if state.access_count <= MAX_SINGLE_CALLS or state.shared or state.store.shared then
      return py.map_access(state.number, x, y)
    end
    mask = py.map_mask(state.number)
    state.mask, maps.masked[state] = mask, true
  end
  return byte(mask, y * state.width + x + 1)
end
M.read = read

-- Whether a square of a map, given by its state, hides what lies behind it.
function M.is_opaque(state, x, y)
  if read(state, x, y) & OPAQUE ~= 0 then
    return true
  end
  local square = y * state.width + x
  for _, layer in next, maps.layers do
    local tops = state.store.tops[layer]
    if tops and tops[square] then
      for _, object in ipairs(state.store:at(layer, square)) do
        if objects.blocks(object, "is_opaque") then
          return true
        end
      end
    end
  end
  return false
end

-- Whether an object blocks a square of a map, given by its state.
local function is_blocked(state, x, y)
  return state.store:is_blocked(y * state.width + x)
end

function methods.is_floor(self, column, row)
  local state, x, y = locate(self, "is_floor", column, row)
  return x ~= nil and read(state, x, y) & SOLID == 0
end

-- The rule of `is_free` in host/model/game_map.py, here from a mask and the objects of the map.
function methods.can_access(self, column, row)
  local state, x, y = locate(self, "can_access", column, row)
  return x ~= nil and read(state, x, y) & (SOLID | OCCUPIED) == 0 and not is_blocked(state, x, y)
end

-- Whether a feature can be put on a square of a map, given by its state: unlike others, under a creature of kts, too.
function M.has_room_for_feat(state, x, y)
  return read(state, x, y) & SOLID == 0 and not is_blocked(state, x, y)
end

function methods.can_see_through(self, column, row)
  local state, x, y = locate(self, "can_see_through", column, row)
  return x ~= nil and not M.is_opaque(state, x, y)
end

return M
