-- Making a map: InstancedMap:new.

local import, py = ...
local errors = import "core/errors"
local classes = import "areas/language/class"
local data = import "areas/data/registry"
local emitter = import "areas/interface/event_emitter"
local maps = import "areas/map/instances"
local squares = import "areas/map/tiles"
local state = import "areas/session"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local format = string.format
local type = type
local known = maps.known
local tile_record = squares.tile_record

local M = {}

local LARGEST = 4000

local function size(value, what)
  local number = type(value) == "number" and value - value == 0 and math.tointeger(value // 1)
  if not number or number < 1 or number > LARGEST then
    raise(format("InstancedMap:new: %s is %s: must be a number between 1 and %d", what, shown(value), LARGEST))
  end
  return number
end

function M.new(width, height, tile)
  state.need_game "InstancedMap:new"
  width, height = size(width, "width"), size(height, "height")
  local record = tile == nil and data.find("base.map_tile", "base.floor") or tile_record(tile, "InstancedMap:new: the tile")
  local number = py.map_new(width, height, record.stack)
  local map = maps.wrap(number, width, height, state.next_uid "map")
  if tile ~= nil then
    known[map].fields.default_tile = record.id
  end
  emitter.emit(map, nil, "base.on_build_map", {})
  return map
end

M.InstancedMap = classes.front("InstancedMap", "class", maps.is, {
  new = function(_, width, height, tile)
    return M.new(width, height, tile)
  end,
})

return M
