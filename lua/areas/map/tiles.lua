-- The squares of a map: what they are made of, and what one can walk on and see through.

local import, py = ...
local errors = import "core/errors"
local data = import "areas/data/registry"
local iterators = import "areas/iterator/instances"
local maps = import "areas/map/instances"
local state = import "areas/session"

local byte, format = string.byte, string.format
local ipairs, next, type = ipairs, next, type
local whole = state.whole
local changed, given_square, methods, of = maps.changed, maps.given_square, maps.methods, maps.of

local M = {}

-- A mask of all squares is fetched after so many single questions.
local PATIENCE = 16

-- The pile that an id of a tile stands for.
local function tile_record(id, what)
  if type(id) == "table" then
    id = id._id
  end
  return data.resolve("base.map_tile", id, state.running_mod(), what)
end

function methods.clear(self, tile)
  local own = of(self, "clear")
  local record = tile_record(tile == nil and own.fields.default_tile or tile, "InstancedMap:clear: the tile")
  py.map_fill(own.number, 0, 0, own.width, own.height, record.stack)
  changed(own)
end

function methods.set_tile(self, x, y, tile)
  local own = of(self, "set_tile")
  x, y = given_square(own, "InstancedMap:set_tile", x, y)
  local record = tile_record(tile, "InstancedMap:set_tile: the tile")
  if x then
    py.map_fill(own.number, x, y, 1, 1, record.stack)
    changed(own)
  end
end

-- Beyond the original: a rectangle at once.
function methods.fill(self, x, y, width, height, tile)
  local own = of(self, "fill")
  x, y = whole(x, "InstancedMap:fill: x"), whole(y, "InstancedMap:fill: y")
  width, height = whole(width, "InstancedMap:fill: width"), whole(height, "InstancedMap:fill: height")
  local record = tile_record(tile, "InstancedMap:fill: the tile")
  local left, top = x < 0 and 0 or x, y < 0 and 0 or y
  local right = x + width < own.width and x + width or own.width
  local bottom = y + height < own.height and y + height or own.height
  if left ~= x or top ~= y or right ~= x + width or bottom ~= y + height then
    local file, line = errors.where()
    py.warn(format("fill: %d × %d squares from (%d, %d) reach over the edge of the map of %d × %d: what lies outside is left out",
      width, height, x, y, own.width, own.height), file, line)
  end
  if right > left and bottom > top then
    py.map_fill(own.number, left, top, right - left, bottom - top, record.stack)
    changed(own)
  end
end

-- index of a prototype of a tile -> its record; of those that other dialects made, what can be said of them.
local by_index = {}

local function tile_entry(index)
  local record = by_index[index]
  if record == nil or record.index ~= index then
    record = nil
    for _, one in ipairs(data.records "base.map_tile") do
      if one.index == index then
        record = one
      end
    end
    by_index[index] = record
  end
  return record
end

local function access(own, x, y)
  local mask = not own.store.shared and own.mask
  if not mask then
    own.asked = own.asked + 1
    if own.asked <= PATIENCE or own.shared or own.store.shared then
      return py.map_access(own.number, x, y)
    end
    mask = py.map_mask(own.number)
    own.mask = mask
  end
  return byte(mask, y * own.width + x + 1)
end
M.access = access

function methods.tile(self, x, y)
  local own = of(self, "tile")
  x, y = given_square(own, "InstancedMap:tile", x, y)
  local index = x and py.map_tile(own.number, x, y)
  if not index then
    return nil
  end
  local record = tile_entry(index)
  if record then
    return data.seen(record, state.running_mod())
  end
  local bits = access(own, x, y)
  return { _type = "base.map_tile", _id = py.map_tile_id(own.number, x, y), is_solid = bits & 1 == 1, is_opaque = bits & 2 == 2 }
end

function methods.iter_tiles(self)
  local own = of(self, "iter_tiles")
  local last = own.width * own.height
  return iterators.new(function(i)
    if i < last then
      local x, y = i % own.width, i // own.width
      return i + 1, i, x, y, self:tile(x, y)
    end
  end, 0)
end

local function blocked(own, x, y, field)
  local at = y * own.width + x
  if field == "is_solid" and own.store:is_blocked(at, "areas") then
    return true
  end
  for _, layer in next, maps.layers do
    local tops = own.store.tops[layer]
    if tops and tops[at] then
      for _, object in ipairs(own.store:at(layer, at)) do
        if maps.blocks(object, field) then
          return true
        end
      end
    end
  end
  return false
end

function methods.is_floor(self, x, y)
  local own = of(self, "is_floor")
  x, y = given_square(own, "InstancedMap:is_floor", x, y)
  return x ~= nil and access(own, x, y) & 1 == 0
end

function methods.can_access(self, x, y)
  local own = of(self, "can_access")
  x, y = given_square(own, "InstancedMap:can_access", x, y)
  return x ~= nil and access(own, x, y) & 1 == 0 and not blocked(own, x, y, "is_solid")
end

function methods.can_see_through(self, x, y)
  local own = of(self, "can_see_through")
  x, y = given_square(own, "InstancedMap:can_see_through", x, y)
  return x ~= nil and access(own, x, y) & 2 == 0 and not blocked(own, x, y, "is_opaque")
end

function methods.refresh_tile(self)
  changed(of(self, "refresh_tile"))
end

-- Whether one can walk from one square to another.
function M.connected(own, x, y, to_x, to_y)
  return py.map_reach(own.number, x, y, to_x, to_y)
end

M.blocked, M.tile_record = blocked, tile_record

return M
