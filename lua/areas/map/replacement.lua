-- The replacement of a map by another one under the same uid.

local import, py = ...
local errors = import "core/errors"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local placement = import "areas/object/placement"
local session = import "areas/session"

local raise = errors.raise

local methods = {}

local TAKEN_OVER = {
  "number", "width", "height", "store", "fields", "temp", "holder", "field_count", "mod_data", "memory", "shared",
  "loose", "items_version",
}

local function move_objects(state, source)
  placement.clear(state)
  for _, object in ipairs(source.store:all()) do
    local object_state = objects.states[object]
    if object_state then
      object_state.map = state.map
    end
  end
end

function methods.replace_with(self, other)
  local state, source = maps.of(self, "replace_with"), maps.of(other, "replace_with: its argument")
  if state == source then
    return
  elseif rawequal(session.game.map, other) then
    raise("replace_with: the other map is the current one: must be another")
  elseif session.game.area_of[source.uid] then
    raise("replace_with: the other map belongs to an area: must be without one")
  end
  move_objects(state, source)
  for _, name in ipairs(TAKEN_OVER) do
    state[name] = source[name]
  end
  maps.invalidate(state)
  maps.forget(source)
  session.touch(state)
  if rawequal(session.game.map, self) then
    py.map_select(state.number)
  end
end

return { methods = methods }
