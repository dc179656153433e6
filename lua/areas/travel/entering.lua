-- Makes a map the current one, with the events of entering it, and finds the square of arrival.

local import, py = ...
local archetypes = import "areas/map/archetype"
local areas = import "areas/area/area_states"
local arguments = import "areas/arguments"
local errors = import "core/errors"
local hierarchy = import "areas/area/hierarchy"
local maps = import "areas/map/map_states"
local renewal = import "areas/map/renewal"
local session = import "areas/session"
local staying_charas = import "areas/object/staying_charas"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local values = import "core/border/values"

local is_finite = arguments.is_finite

local M = {}

-- Notes a visit of the player in the fields of the map and its area.
local function count_visit(map)
  local area, floor = hierarchy.of_map(map)
  if area then
    local state = areas.states[area]
    local deepest = state.fields.deepest_floor_visited
    if floor > (is_finite(deepest) and deepest or 0) then
      state.fields.deepest_floor_visited = floor
      session.touch(state)
    end
  end
  local fields = maps.states[map].fields
  fields.visit_times = (is_finite(fields.visit_times) and fields.visit_times or 0) + 1
end

-- Makes a map the current one. load_type: "full" or "traveled" for a visit; "initialize" and "continue" leave out some
-- of the events.
function M.enter(map, load_type)
  local previous = session.game.map
  session.game.map = map
  py.map_select(maps.states[map].number)
  local is_visit = load_type == "full" or load_type == "traveled"
  if load_type ~= "continue" then
    staying_charas.transfer(previous, map)
  end
  maps.emit(map, "base.on_map_changed", { load_type = load_type })
  maps.emit(map, "base.on_map_initialize", { load_type = load_type })
  if load_type ~= "continue" then
    renewal.renew(map)
  end
  if is_visit then
    renewal.refresh_charas(map)
  end
  if load_type ~= "initialize" then
    maps.emit(map, "base.on_map_loaded", {})
  end
  if is_visit then
    maps.emit(map, "base.on_map_entered", {})
    count_visit(map)
  end
  renewal.count_crowd(map)
  maps.emit(map, "base.after_map_changed", {})
end

-- Whole coordinates of { x = …, y = … } or { x, y }; nothing for any other value.
local function read_position(value)
  if stable_order.type(value) == "table" then
    local x, y = value.x or value[1], value.y or value[2]
    if is_finite(x) and is_finite(y) then
      return x // 1 | 0, y // 1 | 0
    end
  end
end

-- The starting_pos of an archetype; raises an error at its declaration when it is not a square of the map.
local function archetype_position(map, record, previous, feat)
  local start = record.entry.starting_pos
  if values.is_callable(start) then
    start = start(map, session.game.player, previous, feat)
  end
  if start ~= nil and start ~= false then
    local x, y = read_position(start)
    if not x or not maps.square(maps.states[map], x, y) then
      errors.raise_at(record.file, record.line, string.format("starting_pos of the map archetype %s is %s: "
        .. "must be the x and y of a square of the map, such as { x = 2, y = 4 }",
        record.id, x and string.format("(%d, %d)", x, y) or text.shown(start)))
    end
    return x, y
  end
end

-- The square of arrival on a map, whether it is free or not: from a handler of base.calc_map_starting_pos, the
-- archetype, the field player_start_pos, or the middle.
function M.start_position(map, previous, feat)
  local state = maps.states[map]
  local x, y = read_position(maps.emit(map, "base.calc_map_starting_pos", {
    prev_map = previous, feat = feat, chara = session.game.player,
  }))
  local record = archetypes.archetype_of(state)
  if not x and record then
    x, y = archetype_position(map, record, previous, feat)
  end
  if not x then
    x, y = read_position(state.fields.player_start_pos)
  end
  if not x or not maps.square(state, x, y) then
    return state.width // 2, state.height // 2
  end
  return x, y
end

return M
