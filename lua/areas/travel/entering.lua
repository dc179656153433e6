-- Making a map the current one, and where to stand on it.

local import, py = ...
local areas = import "areas/area/instances"
local errors = import "core/errors"
local kinship = import "areas/area/hierarchy"
local map_methods = import "areas/map/archetype"
local maps = import "areas/map/instances"
local stable_order = import "core/sandbox/stable_order"
local renewal = import "areas/map/renewal"
local state = import "areas/session"
local text = import "core/sandbox/text"
local values = import "core/border/values"

local shown = text.shown
local format = string.format
local count_crowd, refresh_charas, renew = renewal.count_crowd, renewal.refresh_charas, renewal.renew

local M = {}

local function make_current(map)
  state.game.map = map
  py.map_select(maps.known[map].number)
end

local function enter(map, load_type)
  make_current(map)
  local fully = load_type == "full" or load_type == "traveled"
  maps.emit(map, "base.on_map_changed", { load_type = load_type })
  maps.emit(map, "base.on_map_initialize", { load_type = load_type })
  if load_type ~= "continue" then
    renew(map)
  end
  if fully then
    refresh_charas(map)
  end
  if load_type ~= "initialize" then
    maps.emit(map, "base.on_map_loaded", {})
  end
  if fully then
    maps.emit(map, "base.on_map_entered", {})
    local area, floor = kinship.of_map(map)
    if area then
      local fields = areas.known[area].fields
      local visited = state.is_number(fields.deepest_floor_visited) and fields.deepest_floor_visited or 0
      if floor > visited then
        fields.deepest_floor_visited = floor
        state.touch(areas.known[area])
      end
    end
    local visits = maps.known[map].fields.visit_times
    maps.known[map].fields.visit_times = (state.is_number(visits) and visits or 0) + 1
  end
  count_crowd(map)
  maps.emit(map, "base.after_map_changed", {})
end
M.enter = enter

-- Where to stand on a map that is entered.
local function given_position(value)
  if stable_order.type(value) ~= "table" then
    return nil
  end
  local x, y = value.x or value[1], value.y or value[2]
  if state.is_number(x) and state.is_number(y) then
    return x // 1 | 0, y // 1 | 0
  end
end

function M.start_position(map, previous, feat)
  local own = maps.known[map]
  local x, y = given_position(maps.emit(map, "base.calc_map_starting_pos", {
    prev_map = previous, feat = feat, chara = state.game.player,
  }))
  local record = not x and map_methods.archetype(map)
  local start = record and record.entry.starting_pos
  if values.is_callable(start) then
    start = start(map, state.game.player, previous, feat)
  end
  if start ~= nil and start ~= false then
    x, y = given_position(start)
    if not x or not maps.square(own, x, y) then
      local given = x and format("(%d, %d)", x, y) or shown(start)
      errors.raise_at(record.file, record.line, format("starting_pos of the map archetype %s is %s: must be the x and y of a square of the map, such as { x = 2, y = 4 }",
        record.id, given))
    end
  end
  if not x then
    x, y = given_position(own.fields.player_start_pos)
  end
  if not x or not maps.square(own, x, y) then
    x, y = own.width // 2, own.height // 2
  end
  return x, y
end

return M
