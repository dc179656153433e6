-- The class InstancedMap: its methods, from the files that define them, and InstancedMap:new.

local import, py = ...
local classes = import "areas/language/class"
local data = import "areas/data/registry"
local errors = import "core/errors"
local event_emitter = import "areas/interface/event_emitter"
local events = import "core/game/events"
local instance_classes = import "areas/instance_classes"
local maps = import "areas/map/map_states"
local moddable = import "areas/interface/moddable"
local session = import "areas/session"
local text = import "core/sandbox/text"
local tiles = import "areas/map/tiles"

local M = {}

local MAX_SIZE = 4000

local function holder_of(self, method, create)
  local state = maps.of(self, method)
  if create and not state.holder then
    state.holder = events.new_holder()
  end
  return state.holder
end

instance_classes.add_methods(maps.methods, { "IEventEmitter", "IModdable", "ILocation", "InstancedMap" },
  event_emitter.methods(holder_of),
  moddable.methods(maps.of, session.before_access, maps.base_value),
  import("areas/map/access").methods,
  import("areas/map/archetype").methods,
  import("areas/map/contents").methods,
  import("areas/map/previous_map").methods,
  import("areas/map/replacement").methods,
  import("areas/map/sight").methods,
  tiles.methods
)

local function read_size(value, name)
  local size = type(value) == "number" and value - value == 0 and math.tointeger(value // 1)
  if not size or size < 1 or size > MAX_SIZE then
    errors.fail("InstancedMap:new: %s is %s: must be a number between 1 and %d", name, text.shown(value), MAX_SIZE)
  end
  return size
end

-- Creates a map of one tile.
function M.new(width, height, tile)
  session.need_game "InstancedMap:new"
  width, height = read_size(width, "width"), read_size(height, "height")
  local record = tile == nil and data.find("base.map_tile", "base.floor")
    or tiles.record(tile, "InstancedMap:new: the tile")
  local number = py.map_new(width, height, record.stack)
  return maps.make(number, width, height, nil, tile ~= nil and record.id)
end

M.InstancedMap = classes.front("InstancedMap", "class", maps.is, {
  new = function(_, width, height, tile)
    return M.new(width, height, tile)
  end,
})

return M
