-- The tiles of a map: reads and writes them.

local import, py = ...
local access = import "areas/map/access"
local arguments = import "areas/arguments"
local data = import "areas/data/registry"
local errors = import "core/errors"
local iterators = import "areas/iterator/creation"
local loader = import "core/loader"
local maps = import "areas/map/map_states"

local locate, of = maps.locate, maps.of

local M = { methods = {} }
local methods = M.methods

-- The record of a tile by its id or entry.
function M.record(tile, title)
  return data.resolve("base.map_tile", tile, title)
end

function methods.clear(self, tile)
  local state = of(self, "clear")
  local record = M.record(tile == nil and state.fields.default_tile or tile, "InstancedMap:clear: the tile")
  py.map_fill(state.number, 0, 0, state.width, state.height, record.stack)
  maps.invalidate(state)
end

function methods.set_tile(self, column, row, tile)
  local state, x, y = locate(self, "set_tile", column, row)
  local record = M.record(tile, "InstancedMap:set_tile: the tile")
  if x then
    py.map_fill(state.number, x, y, 1, 1, record.stack)
    maps.invalidate(state)
  end
end

function methods.fill(self, x, y, width, height, tile)
  local state = of(self, "fill")
  x, y = arguments.read_position(x, y, "InstancedMap:fill")
  width = arguments.read_integer(width, "InstancedMap:fill: width")
  height = arguments.read_integer(height, "InstancedMap:fill: height")
  local record = M.record(tile, "InstancedMap:fill: the tile")
  local left, top = x < 0 and 0 or x, y < 0 and 0 or y
  local right = x + width < state.width and x + width or state.width
  local bottom = y + height < state.height and y + height or state.height
  if left ~= x or top ~= y or right ~= x + width or bottom ~= y + height then
    py.warn(string.format(
      "fill: %d × %d squares from (%d, %d) reach over the edge of the map of %d × %d: squares outside are left out",
      width, height, x, y, state.width, state.height), errors.where())
  end
  if right > left and bottom > top then
    py.map_fill(state.number, left, top, right - left, bottom - top, record.stack)
    maps.invalidate(state)
  end
end

-- index of Python -> record of a tile of this dialect.
local records_by_index = {}

local function record_by_index(index)
  local record = records_by_index[index]
  if record == nil or record.index ~= index then
    record = nil
    for _, other in ipairs(data.records "base.map_tile") do
      if other.index == index then
        record = other
      end
    end
    records_by_index[index] = record
  end
  return record
end

function methods.tile(self, column, row)
  local state, x, y = locate(self, "tile", column, row)
  local index = x and py.map_tile(state.number, x, y)
  if not index then
    return nil
  end
  local record = record_by_index(index)
  if record then
    return data.entry_for(record, loader.running_mod())
  end
  local bits = access.read(state, x, y)
  return {
    _type = "base.map_tile", _id = py.map_tile_id(state.number, x, y), is_solid = bits & access.SOLID ~= 0,
    is_opaque = bits & access.OPAQUE ~= 0,
  }
end

function methods.iter_tiles(self)
  local state = of(self, "iter_tiles")
  local last = state.width * state.height
  return iterators.new(function(i)
    if i < last then
      local x, y = i % state.width, i // state.width
      return i + 1, x, y, self:tile(x, y)
    end
  end, 0)
end

function methods.width(self)
  return of(self, "width").width
end

function methods.height(self)
  return of(self, "height").height
end

function methods.is_in_bounds(self, x, y)
  return select(2, locate(self, "is_in_bounds", x, y)) ~= nil
end

function methods.refresh_tile(self)
  maps.invalidate(of(self, "refresh_tile"))
end

return M
