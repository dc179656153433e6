-- The way back from a map: another map, and the square of arrival there.

local import = ...
local arguments = import "areas/arguments"
local errors = import "core/errors"
local maps = import "areas/map/map_states"

local raise, fail = errors.raise, errors.fail

local methods = {}

function methods.set_previous_map_and_location(self, map, x, y)
  local state = maps.of(self, "set_previous_map_and_location")
  local previous = maps.states[maps.resolve(map, "set_previous_map_and_location: the map")]
  if previous.fields.is_temporary then
    raise("set_previous_map_and_location: the map is temporary: must be a map that lasts")
  end
  x, y = arguments.read_position(x, y, "set_previous_map_and_location")
  if not maps.square(previous, x, y) then
    fail("set_previous_map_and_location: (%d, %d) lies outside that map", x, y)
  end
  state.previous = { previous.uid, x, y }
end

function methods.previous_map_and_location(self)
  local previous = maps.of(self, "previous_map_and_location").previous
  if previous then
    return previous[1], previous[2], previous[3]
  end
end

return { methods = methods }
